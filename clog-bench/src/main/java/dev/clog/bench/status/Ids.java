package dev.clog.bench.status;

import dev.clog.bench.Turns;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The ids that a thread asks for; the same kind for every mechanism. */
@State(Scope.Thread)
public class Ids extends Turns {
    private static final AtomicLong SEEDS = new AtomicLong(1);

    private long random = SEEDS.getAndIncrement() * 0x9E37_79B9_7F4A_7C15L;

    /** A number from 0 to below a power of two. Xorshift: a few cycles, no shared state. */
    public long below(long powerOfTwo) {
        takeTurns();
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return random >>> 20 & powerOfTwo - 1;
    }
}
