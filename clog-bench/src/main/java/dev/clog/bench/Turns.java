package dev.clog.bench;

import java.util.concurrent.locks.LockSupport;

/**
 * A thread's turns, where there are more threads than processors: it lets others go on now and then, and holds no lock then.
 *
 * <p>A busy platform thread keeps its processor for milliseconds, and JMH, which starts and ends the threads of an iteration
 * one by one, needs ten seconds for a hundred of them; all the while they work. So they yield. A virtual thread that never
 * waits keeps its carrier for good, and others would not even begin. Where it yields the scheduler still prefers those who
 * have begun; so it waits for a moment. Where there are enough processors a turn is no instruction at all.
 */
public abstract class Turns {
    /** Tells a JVM of JMH that it has more busy threads than processors. */
    public static final String CROWDED = "-Dclog.bench.turns=true";
    /** Tells JMH to run the threads as virtual ones. */
    public static final String VIRTUAL = "-Djmh.executor=VIRTUAL";

    private static final boolean YIELDS = Boolean.getBoolean("clog.bench.turns");
    private static final boolean WAITS = "VIRTUAL".equals(System.getProperty("jmh.executor"));
    /** Some dozen microseconds, and less than a millisecond where a wait costs some of them. */
    private static final int OPERATIONS = WAITS ? 1 << 15 : 1 << 12;

    private int operations;

    /** Called at each operation. */
    @SuppressWarnings("ThreadPriorityCheck") // the point of it
    protected final void takeTurns() {
        if ((YIELDS || WAITS) && (++operations & OPERATIONS - 1) == 0) {
            if (WAITS) {
                LockSupport.parkNanos(1);
            } else {
                Thread.yield();
            }
        }
    }
}
