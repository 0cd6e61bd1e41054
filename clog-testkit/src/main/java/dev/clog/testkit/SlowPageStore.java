package dev.clog.testkit;

import dev.clog.api.spi.PageStore;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** A page store whose operations take longer, as on a disk that is busy. Interrupts do not shorten the wait. */
public final class SlowPageStore extends InterceptingPageStore {
    private final Predicate<StoreOperation> which;
    private final long delayNs;

    /**
     * Stands in front of {@code delegate}.
     *
     * @param which operations that are slow
     * @param delay time that each of them takes longer
     */
    public SlowPageStore(PageStore delegate, Predicate<StoreOperation> which, long delay, TimeUnit unit) {
        super(delegate);
        this.which = Objects.requireNonNull(which, "which");
        this.delayNs = unit.toNanos(delay);
    }

    @Override
    protected void before(StoreOperation operation) {
        if (!which.test(operation)) {
            return;
        }
        long end = System.nanoTime() + delayNs;
        boolean interrupted = false;
        for (long left = delayNs; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
