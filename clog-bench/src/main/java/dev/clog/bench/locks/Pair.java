package dev.clog.bench.locks;

/** What the locks under test protect: two longs that are equal whenever no writer is inside. On lines of its own. */
final class Pair {
    long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
    long first;
    long second;
    long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

    /** The increment as a piece of work, made once. */
    final Runnable incrementing = this::increment;

    void increment() {
        first++;
        second++;
    }

    /** The value; an error if a writer was inside, so that no figure comes from a lock that does not lock. */
    long checked() {
        long value = first;
        if (value != second) {
            throw new IllegalStateException("a reader was inside with a writer");
        }
        return value;
    }
}
