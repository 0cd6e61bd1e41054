package dev.clog.bench.commit;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Durable commits that come one after the other at even distances, whatever becomes of those before: how long each takes.
 * At a large distance each is alone. A log that waits for more to come, or extends a group for each that comes, shows here.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class TrickleBenchmark {

    /** When the next commit is due; the threads take the times one after the other. */
    @State(Scope.Benchmark)
    public static class Pace {
        /** Distance of two commits. */
        @Param("300")
        public long periodUs;

        private final AtomicLong nextNs = new AtomicLong();

        /** Begins again. */
        @Setup(Level.Iteration)
        public void begin() {
            nextNs.set(System.nanoTime());
        }

        void awaitNext() {
            long dueNs = nextNs.getAndAdd(TimeUnit.MICROSECONDS.toNanos(periodUs));
            for (long leftNs = dueNs - System.nanoTime(); leftNs > 0; leftNs = dueNs - System.nanoTime()) {
                LockSupport.parkNanos(this, leftNs);
            }
        }
    }

    /** How long the commits of a thread took. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Latency {
        /** Number of them. */
        public long commits;
        /** All of them. */
        public long totalNs;

        /** Begins again. */
        @Setup(Level.Iteration)
        public void begin() {
            commits = 0;
            totalNs = 0;
        }
    }

    /** Waits until a commit is due, and commits. */
    @Benchmark
    public void commit(Committer committer, Pace pace, Latency latency) throws Exception {
        pace.awaitNext();
        long beginNs = System.nanoTime();
        committer.commitNext();
        latency.totalNs += System.nanoTime() - beginNs;
        latency.commits++;
    }
}
