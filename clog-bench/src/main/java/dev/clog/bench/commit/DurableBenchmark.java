package dev.clog.bench.commit;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/** Durable commits of threads that do nothing else: each begins the next when the last is on disk. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class DurableBenchmark {

    /** Commits and forces of an iteration, for peers that count their forces. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Counts {
        /** Commits of this thread. */
        public long commits;

        private OpenPeer counted;
        private long before;

        /** Begins again; the first thread counts the forces of all. */
        @Setup(Level.Iteration)
        public void begin(OpenPeer peer, ThreadParams threads) {
            counted = threads.getThreadIndex() == 0 ? peer : null;
            before = counted == null ? 0 : counted.forces();
            commits = 0;
        }

        /** Forces since, of all threads. */
        public long forces() {
            return counted == null ? 0 : counted.forces() - before;
        }
    }

    /** One commit. */
    @Benchmark
    public void commit(Committer committer, Counts counts) throws Exception {
        committer.commitNext();
        counts.commits++;
    }
}
