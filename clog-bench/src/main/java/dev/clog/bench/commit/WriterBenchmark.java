package dev.clog.bench.commit;

import dev.clog.lock.LockStatistics;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Committers that do nothing but set statuses, each the next when the last is set, through one writer and one lock: how
 * many a second, and what the lock counted meanwhile. The log is in memory.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class WriterBenchmark {
    /** See {@link WriterUnderTest#of}. */
    @Param("ring")
    public String mechanism;

    /** See {@link Situation}. */
    @Param("FAST_PATH")
    public Situation situation;

    private final AtomicLong ids = new AtomicLong();
    private WriterUnderTest writer;
    private BackgroundHolder holder;

    /** Makes log and writer, and lets a holder loose. */
    @Setup
    public void setup() {
        writer = WriterUnderTest.of(mechanism, situation);
        holder = situation == Situation.BACKGROUND ? BackgroundHolder.start(writer.log()) : null;
    }

    /** Stops all. */
    @TearDown
    public void tearDown() throws InterruptedException {
        if (holder != null) {
            holder.stop();
        }
        writer.close();
    }

    /** What the lock counted in an iteration, without the acquisitions of the background holder, and the commits. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Counts {
        /** Statuses that this thread set. */
        public long commits;

        private WriterBenchmark counted;
        private LockStatistics before;
        private long stallsBefore;

        /** Begins again; the first thread counts the lock for all. */
        @Setup(Level.Iteration)
        public void begin(WriterBenchmark benchmark, ThreadParams threads) {
            counted = threads.getThreadIndex() == 0 ? benchmark : null;
            before = counted == null ? null : counted.writer.lock();
            stallsBefore = counted == null ? 0 : counted.stalls();
            commits = 0;
        }

        /** Acquisitions in shared mode. */
        public long shacq() {
            return counted == null ? 0 : counted.writer.lock().sharedAcquires() - before.sharedAcquires();
        }

        /** Acquisitions in exclusive mode that would have waited. */
        public long exacq() {
            return counted == null
                    ? 0
                    : counted.writer.lock().exclusiveAcquires()
                            - before.exclusiveAcquires()
                            - (counted.stalls() - stallsBefore);
        }

        /** Times that a thread slept. */
        public long blk() {
            return counted == null ? 0 : counted.writer.lock().blocks() - before.blocks();
        }

        /** Sleeps for the spin bit of the wait list. */
        public long spindelay() {
            return counted == null ? 0 : counted.writer.lock().spinDelays() - before.spinDelays();
        }

        /** Times that a queued thread got the lock without a wake. */
        public long dequeueself() {
            return counted == null ? 0 : counted.writer.lock().dequeuedSelf() - before.dequeuedSelf();
        }

        /** Conditional acquisitions; all that the writers make are exclusive. */
        public long condacq() {
            return counted == null ? 0 : counted.writer.lock().trySuccesses() - before.trySuccesses();
        }

        /** Acquisitions of those who would rather be served; exclusive too. */
        public long orwait() {
            return counted == null ? 0 : counted.writer.lock().orWaitSuccesses() - before.orWaitSuccesses();
        }
    }

    private long stalls() {
        return holder == null ? 0 : holder.stalls();
    }

    /** The ids of a thread: a few of the next ones at a time, so that those that commit are near each other. */
    @State(Scope.Thread)
    public static class Turn {
        /** Half a word of the log: committers meet in words, and seldom where the ids come from. */
        private static final int IDS_AT_ONCE = 16;

        private AtomicLong ids;
        private long next;
        private int left;

        /** Begins. */
        @Setup
        public void begin(WriterBenchmark benchmark) {
            ids = benchmark.ids;
        }

        long take() {
            if (left == 0) {
                left = IDS_AT_ONCE;
                next = ids.getAndAdd(IDS_AT_ONCE);
            }
            left--;
            return next++;
        }
    }

    /** One commit without children. */
    @Benchmark
    public void commit(Turn turn, Counts counts) {
        writer.commit(turn.take());
        counts.commits++;
    }
}
