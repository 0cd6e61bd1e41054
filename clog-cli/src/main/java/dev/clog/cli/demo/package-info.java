/**
 * {@code clog demo}: proves on a real process that a crash loses nothing that was acknowledged.
 *
 * <p>{@link dev.clog.cli.demo.DemoCommand} starts {@link dev.clog.cli.demo.DemoEngine} in a process of its own, whose
 * clients commit trees of transactions that {@link dev.clog.cli.demo.DemoPlan} makes out of nothing but a seed; the
 * engine tells over its standard output ({@code AckStream}) which of them a checkpoint has made durable. The engine is
 * killed, the log opened again, and {@code DemoProof} holds every id against the plan.
 */
package dev.clog.cli.demo;
