package dev.clog.testkit;

import dev.clog.api.spi.PageStore;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/** A page store that interrupts the calling thread at an operation, as an executor that is shut down would. */
public final class InterruptingPageStore extends InterceptingPageStore {
    private final Predicate<StoreOperation> which;
    private final AtomicLong interrupts = new AtomicLong();

    /**
     * Stands in front of {@code delegate}.
     *
     * @param which operations at which the thread is interrupted
     */
    public InterruptingPageStore(PageStore delegate, Predicate<StoreOperation> which) {
        super(delegate);
        this.which = Objects.requireNonNull(which, "which");
    }

    @Override
    protected void before(StoreOperation operation) {
        if (which.test(operation)) {
            interrupts.incrementAndGet();
            Thread.currentThread().interrupt();
        }
    }

    /** How often a thread was interrupted. */
    public long interrupts() {
        return interrupts.get();
    }
}
