package dev.clog.testkit;

import dev.clog.api.spi.PageFile;
import dev.clog.testkit.StoreOperation.Kind;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A page store one of whose file forces fails, in the way of a real kernel: what the force should have made durable will
 * never be, yet it can still be read, and the next force of the file says that all is well.
 */
public final class DroppingForcePageStore extends ForwardingPageStore {
    private final MemoryPageStore memory;
    private final long failing;
    private final AtomicLong seen = new AtomicLong();

    /**
     * Stands in front of {@code memory}.
     *
     * @param failing number of the force that fails, from 1
     */
    public DroppingForcePageStore(MemoryPageStore memory, long failing) {
        super(memory);
        this.memory = memory;
        this.failing = failing;
    }

    /** True if the force has failed. */
    public boolean fired() {
        return seen.get() >= failing;
    }

    @Override
    protected PageFile wrap(PageFile file) {
        return new ForwardingPageFile(file) {
            @Override
            public void force() throws IOException {
                if (seen.incrementAndGet() == failing) {
                    memory.dropUnsynced(delegate());
                    throw DiskError.INPUT_OUTPUT.exception(new StoreOperation(Kind.FORCE, name()));
                }
                super.force();
            }
        };
    }
}
