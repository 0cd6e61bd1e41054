package dev.clog.bench.locks;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What a thread does next: its own random choices, the same in every run, and when it lets others have their turn. */
@State(Scope.Thread)
public class Choice {
    private static final AtomicLong SEEDS = new AtomicLong(1);

    /** Less than a millisecond: what an engine does between two waits. */
    private static final int OPERATIONS_A_TURN = 1 << 15;

    /** JMH's property that says what threads it runs, and its value for virtual ones. */
    static final String EXECUTOR = "jmh.executor";

    static final String VIRTUAL = "VIRTUAL";

    private static final boolean WAITS = VIRTUAL.equals(System.getProperty(EXECUTOR));

    private long random = SEEDS.getAndIncrement() * 0x9E3779B97F4A7C15L;
    private int operations;

    /** True in {@code percent} of a hundred calls. Xorshift: a few cycles, no shared state. */
    public boolean next(int percent) {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return (((random >>> 33) * 100) >>> 31) < percent;
    }

    /**
     * Called at each operation. A virtual thread that never waits keeps its carrier for good, and others would not even
     * begin; so it waits for a moment now and then, and holds no lock then. (Where it yields, the scheduler still prefers
     * those who have begun.)
     */
    void takeTurns() {
        if (WAITS && (++operations & OPERATIONS_A_TURN - 1) == 0) {
            LockSupport.parkNanos(1);
        }
    }
}
