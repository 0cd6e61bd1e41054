/**
 * {@code clog demo}: proves on a real process that a crash loses nothing that was acknowledged.
 *
 * <p>{@link dev.clog.cli.demo.DemoCommand} starts {@link dev.clog.cli.demo.DemoEngine} in a process of its own, whose
 * clients commit on a {@link dev.clog.groupcommit.Clog}; before the end of each transaction, and after each commit that
 * returned, the engine tells so over its standard output ({@code AckStream}). The engine is killed, the log opened again,
 * and {@code DemoProof} holds every id against what was said ({@code DemoLedger}).
 */
package dev.clog.cli.demo;
