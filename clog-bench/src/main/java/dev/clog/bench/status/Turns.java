package dev.clog.bench.status;

/**
 * A thread's turns, where there are more threads than processors: it yields now and then. A thread that is always busy keeps
 * its processor for milliseconds, and JMH, which starts and ends the threads of an iteration one by one, needs ten seconds
 * for a hundred of them; all the while they work. Where there are enough processors this is no instruction at all.
 */
class Turns {
    /** Tells a JVM of JMH that there are more threads than processors. */
    static final String FLAG = "-Dclog.bench.turns=true";

    private static final boolean TAKEN = Boolean.getBoolean("clog.bench.turns");
    /** Some dozen microseconds. */
    private static final int OPERATIONS = 1 << 12;

    private int operations;

    /** Called at each operation. */
    @SuppressWarnings("ThreadPriorityCheck") // the point of it
    final void take() {
        if (TAKEN && (++operations & OPERATIONS - 1) == 0) {
            Thread.yield();
        }
    }
}
