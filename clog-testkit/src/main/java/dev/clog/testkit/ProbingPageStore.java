package dev.clog.testkit;

import dev.clog.api.spi.PageStore;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A page store that shows each operation to a probe before it is done. A probe that takes crashes of the
 * {@link MemoryPageStore} behind it sees every moment of a run at which the power could fail.
 */
public final class ProbingPageStore extends InterceptingPageStore {
    private final Consumer<StoreOperation> probe;

    /** Stands in front of {@code delegate}. */
    public ProbingPageStore(PageStore delegate, Consumer<StoreOperation> probe) {
        super(delegate);
        this.probe = Objects.requireNonNull(probe, "probe");
    }

    @Override
    protected void before(StoreOperation operation) {
        probe.accept(operation);
    }
}
