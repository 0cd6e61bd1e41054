package dev.clog.groupcommit;

/** Processor time of threads, by reflection: the module under test does not read that of the JDK's beans. */
final class ProcessorTime {
    private ProcessorTime() {}

    /** Of a thread so far, in nanoseconds; 0 once it has ended. */
    @SuppressWarnings("deprecation") // threadId() came with Java 19
    static long of(Thread thread) {
        try {
            Object threads = Class.forName("java.lang.management.ManagementFactory")
                    .getMethod("getThreadMXBean")
                    .invoke(null);
            long time = (long) Class.forName("java.lang.management.ThreadMXBean")
                    .getMethod("getThreadCpuTime", long.class)
                    .invoke(threads, thread.getId());
            return Math.max(0, time);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
