package dev.clog.bench.status;

import dev.clog.bench.Turns;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Ids each of which is given out once in an iteration, so that every set changes a word. Threads take runs of a few from a
 * common counter: they stay together, as transactions of an engine do, however fast or often interrupted each is, and meet
 * in words and lines to the same degree with every mechanism.
 */
@State(Scope.Benchmark)
public class FreshIds {
    /** Ids a thread takes at a time, a quarter of a word. */
    private static final int RUN = 8;

    private final AtomicLong taken = new AtomicLong();
    private long end;

    /** Begins again. */
    @Setup(Level.Iteration)
    public void begin(SetBenchmark benchmark) {
        end = benchmark.ids();
        taken.set(0);
    }

    private long nextRun() {
        long first = taken.getAndAdd(RUN);
        if (first >= end) {
            throw new IllegalStateException("the ids are used up, and sets of ids that are set cost less: ids=" + end);
        }
        return first;
    }

    /** A thread's share of them. */
    @State(Scope.Thread)
    public static class Share extends Turns {
        private long next;
        private long end;

        /** Begins again. */
        @Setup(Level.Iteration)
        public void begin() {
            next = 0;
            end = 0;
        }

        /** The next id of the thread's run, or the first of a new one. */
        public long next(FreshIds ids) {
            takeTurns();
            if (next == end) {
                next = ids.nextRun();
                end = next + RUN;
            }
            return next++;
        }

        /** As {@link #next}, with all ids below a power of two mixed: each comes once, next to any other. */
        public long nextMixed(FreshIds ids, int bits) {
            long mask = (1L << bits) - 1;
            long id = next(ids);
            id = (id ^ id >>> (bits / 2)) * 0x9E37_79B9_7F4A_7C15L & mask;
            return (id ^ id >>> (bits / 2)) * 0xBF58_476D_1CE4_E5B9L & mask;
        }
    }
}
