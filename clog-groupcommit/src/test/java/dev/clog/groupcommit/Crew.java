package dev.clog.groupcommit;

import static org.junit.jupiter.api.Assertions.fail;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Threads of a test: what they throw fails the test, and so does one that does not end. */
public final class Crew implements AutoCloseable {
    /** How much longer the nightly profile works than an ordinary build. */
    public static final int EFFORT = Integer.getInteger("clog.effort", 1);

    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(60);

    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final ThreadFactory factory;

    /** Of platform threads. */
    public Crew() {
        this(Thread::new);
    }

    /** Of threads that the factory makes. */
    public Crew(ThreadFactory factory) {
        this.factory = factory;
    }

    /** What a thread does. */
    public interface Work {
        /** Does it. */
        void run() throws Exception;
    }

    /** Starts a thread. */
    public Thread start(Work work) {
        Thread thread = factory.newThread(() -> {
            try {
                work.run();
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
            }
        });
        threads.add(thread);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Waits for all; fails with the first that failed. */
    @Override
    public void close() {
        long end = System.nanoTime() + LIMIT_NS;
        for (int i = 0; i < threads.size(); i++) { // a thread may start another
            Thread thread = threads.get(i);
            try {
                TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1_000_000, end - System.nanoTime()));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            if (failure.get() == null && thread.isAlive()) {
                fail(thread + " hangs at " + List.of(thread.getStackTrace()));
            }
        }
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
    }

    /** Waits until something becomes true; fails if it does not. */
    public static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + LIMIT_NS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                fail("in vain waited for: " + what);
            }
            LockSupport.parkNanos(100_000);
        }
    }

    /** Makers of platform threads, and of virtual ones where the Java at hand has them. */
    public static List<ThreadFactory> factories() {
        List<ThreadFactory> all = new ArrayList<>();
        all.add(Thread::new);
        virtual().ifPresent(all::add);
        return all;
    }

    private static Optional<ThreadFactory> virtual() {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            return Optional.of((ThreadFactory) Class.forName("java.lang.Thread$Builder")
                    .getMethod("factory")
                    .invoke(builder));
        } catch (NoSuchMethodException e) {
            return Optional.empty();
        } catch (ClassNotFoundException | IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }
}
