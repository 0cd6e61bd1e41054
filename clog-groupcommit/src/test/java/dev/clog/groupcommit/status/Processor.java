package dev.clog.groupcommit.status;

import java.util.Optional;
import java.util.concurrent.ThreadFactory;

/** What of the JDK the tests reach by reflection: the module under test does not read it, or Java 17 has it not. */
public final class Processor {
    private Processor() {}

    /** Processor time of a thread so far, in nanoseconds; 0 once it has ended. */
    @SuppressWarnings("deprecation") // threadId() came with Java 19
    public static long timeNs(Thread thread) {
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

    /** Makes virtual threads. */
    static Optional<ThreadFactory> virtualThreads() {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            return Optional.of((ThreadFactory) Class.forName("java.lang.Thread$Builder")
                    .getMethod("factory")
                    .invoke(builder));
        } catch (NoSuchMethodException e) {
            return Optional.empty();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
