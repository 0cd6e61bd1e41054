package dev.clog.offheap;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.clog.api.spi.PageStore;
import dev.clog.testkit.InterceptingPageStore;
import dev.clog.testkit.StoreOperation;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A page store with a gate: while it is shut, the operations it is for do not get on. */
final class GatedStore extends InterceptingPageStore {
    private static final long PATIENCE_SECONDS = 30;

    private final BlockingQueue<Thread> arrivals = new LinkedBlockingQueue<>();

    /** Guarded by this. */
    private Predicate<StoreOperation> held = operation -> false;

    GatedStore(PageStore delegate) {
        super(delegate);
    }

    /** From here on these operations wait, and no others. */
    synchronized void shutFor(Predicate<StoreOperation> which) {
        held = which;
        notifyAll();
    }

    /** All go on. */
    synchronized void openGate() {
        held = operation -> false;
        notifyAll();
    }

    /** The next thread that came to the shut gate; waits for it. */
    Thread nextArrival() throws InterruptedException {
        Thread arrived = arrivals.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertNotNull(arrived, "nobody came to the gate");
        return arrived;
    }

    @Override
    protected synchronized void before(StoreOperation operation) {
        if (held.test(operation)) {
            arrivals.add(Thread.currentThread());
        }
        while (held.test(operation)) {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
