package dev.clog.testkit;

import dev.clog.api.spi.PageStore;
import dev.clog.testkit.StoreOperation.Kind;
import java.util.ArrayList;
import java.util.List;

/** A page store that keeps a log of all operations, in the order in which they began. Those that fail are in it too. */
public final class RecordingPageStore extends InterceptingPageStore {
    /** Guarded by itself. */
    private final List<StoreOperation> operations = new ArrayList<>();

    /** Stands in front of {@code delegate}, with an empty log. */
    public RecordingPageStore(PageStore delegate) {
        super(delegate);
    }

    @Override
    protected void before(StoreOperation operation) {
        synchronized (operations) {
            operations.add(operation);
        }
    }

    /** The operations since the start or the last {@link #clear}. */
    public List<StoreOperation> operations() {
        synchronized (operations) {
            return List.copyOf(operations);
        }
    }

    /** Number of operations of a kind in the log. */
    public long count(Kind kind) {
        return operations().stream()
                .filter(operation -> operation.kind() == kind)
                .count();
    }

    /** Forgets the operations so far. */
    public void clear() {
        synchronized (operations) {
            operations.clear();
        }
    }
}
