package dev.clog.testkit;

import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import dev.clog.testkit.StoreOperation.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * A page store whose reads and writes stop short, with no error: a read as if the file ended there, a write as if there
 * were no more space.
 */
public final class ShortTransferPageStore extends ForwardingPageStore {
    private final Predicate<StoreOperation> which;
    private final int mostBytes;
    private final AtomicLong cut = new AtomicLong();

    /**
     * Stands in front of {@code delegate}.
     *
     * @param which reads and writes that stop short
     * @param mostBytes the most that one of them transfers, in bytes
     */
    public ShortTransferPageStore(PageStore delegate, Predicate<StoreOperation> which, int mostBytes) {
        super(delegate);
        this.which = Objects.requireNonNull(which, "which");
        this.mostBytes = mostBytes;
    }

    /** How many reads and writes were cut short. */
    public long cut() {
        return cut.get();
    }

    @Override
    protected PageFile wrap(PageFile file) {
        return new ForwardingPageFile(file) {
            @Override
            public int read(ByteBuffer target, long offset) throws IOException {
                return transfer(Kind.READ, target, offset, super::read);
            }

            @Override
            public int write(ByteBuffer source, long offset) throws IOException {
                return transfer(Kind.WRITE, source, offset, super::write);
            }

            private int transfer(Kind kind, ByteBuffer buffer, long offset, Transfer transfer) throws IOException {
                StoreOperation operation = new StoreOperation(kind, name(), offset, buffer.remaining());
                if (buffer.remaining() <= mostBytes || !which.test(operation)) {
                    return transfer.run(buffer, offset);
                }
                cut.incrementAndGet();
                ByteBuffer part = buffer.duplicate().limit(buffer.position() + mostBytes);
                int done = transfer.run(part, offset);
                buffer.position(buffer.position() + done);
                return done;
            }
        };
    }

    @FunctionalInterface
    private interface Transfer {
        int run(ByteBuffer buffer, long offset) throws IOException;
    }
}
