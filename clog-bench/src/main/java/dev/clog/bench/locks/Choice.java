package dev.clog.bench.locks;

import dev.clog.bench.Turns;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A thread's own random choices, the same in every run. */
@State(Scope.Thread)
public class Choice extends Turns {
    private static final AtomicLong SEEDS = new AtomicLong(1);

    private long random = SEEDS.getAndIncrement() * 0x9E3779B97F4A7C15L;

    /** True in {@code percent} of a hundred calls. Xorshift: a few cycles, no shared state. */
    public boolean next(int percent) {
        takeTurns();
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return (((random >>> 33) * 100) >>> 31) < percent;
    }
}
