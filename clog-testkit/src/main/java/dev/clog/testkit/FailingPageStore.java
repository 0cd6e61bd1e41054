package dev.clog.testkit;

import dev.clog.api.spi.PageStore;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * A page store of whose operations the k-th fails: once, or that one and all after it. For tests that fail every
 * operation of a scenario in turn: they raise k until {@link #fired} says that there is none left.
 */
public final class FailingPageStore extends InterceptingPageStore {
    private final Predicate<StoreOperation> which;
    private final long failing;
    private final boolean forGood;
    private final DiskError error;
    private final AtomicLong seen = new AtomicLong();

    private FailingPageStore(
            PageStore delegate, Predicate<StoreOperation> which, long failing, boolean forGood, DiskError error) {
        super(delegate);
        this.which = Objects.requireNonNull(which, "which");
        this.failing = failing;
        this.forGood = forGood;
        this.error = Objects.requireNonNull(error, "error");
        if (failing < 1) {
            throw new IllegalArgumentException("operations are counted from 1: failing=" + failing);
        }
    }

    /**
     * The k-th operation fails; those after it work.
     *
     * @param which operations that are counted
     * @param k number of the operation among those, from 1
     */
    public static FailingPageStore once(PageStore delegate, Predicate<StoreOperation> which, long k, DiskError error) {
        return new FailingPageStore(delegate, which, k, false, error);
    }

    /** The k-th operation fails, as in {@link #once}, and so do all after it. */
    public static FailingPageStore forGood(
            PageStore delegate, Predicate<StoreOperation> which, long k, DiskError error) {
        return new FailingPageStore(delegate, which, k, true, error);
    }

    @Override
    protected void before(StoreOperation operation) throws IOException {
        if (which.test(operation)) {
            long number = seen.incrementAndGet();
            if (number == failing || (forGood && number > failing)) {
                throw error.exception(operation);
            }
        }
    }

    /** True if an operation has failed; a test whose fault did not fire has shown nothing. */
    public boolean fired() {
        return seen.get() >= failing;
    }

    /** Number of operations that were counted, with those that failed. */
    public long seen() {
        return seen.get();
    }

    @Override
    public String toString() {
        return "FailingPageStore[" + error + " at " + failing + (forGood ? " for good" : "") + ", " + delegate() + "]";
    }
}
