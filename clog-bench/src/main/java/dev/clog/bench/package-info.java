/**
 * The benchmarks of clog, all of them JMH, and the command that runs them. {@link dev.clog.bench.BenchCommand} is where to
 * start: each name it knows is a {@link dev.clog.bench.Benchmarks}, a list of JMH runs and how their figures are printed.
 */
package dev.clog.bench;
