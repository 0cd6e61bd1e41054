/**
 * The {@code clog} command: asks, lists, verifies, dumps and compares folders of page files, and writes nothing but its
 * output.
 *
 * <p>{@code ClogCommand} parses a command line and hands it to one class a subcommand. Those read folders through
 * {@code dev.clog.offheap.inspect} and print; what a folder must hold comes from {@code RangeOptions}. Errors leave a
 * subcommand as exceptions and are printed in one place, {@code ErrorLine}.
 */
package dev.clog.cli;
