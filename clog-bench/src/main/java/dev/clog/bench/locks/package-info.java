/**
 * The locks of clog beside those of the JDK and of Ignite. {@link dev.clog.bench.locks.LockBenchmark} is the contended case,
 * {@link dev.clog.bench.locks.UncontendedBenchmark} the other, {@link dev.clog.bench.locks.HandOffBenchmark} the yardstick.
 */
package dev.clog.bench.locks;
