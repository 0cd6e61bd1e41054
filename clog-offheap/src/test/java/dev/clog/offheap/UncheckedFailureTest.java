package dev.clog.offheap;

import static dev.clog.api.TransactionStatus.COMMITTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogConfig;
import dev.clog.api.LogFailedException;
import dev.clog.api.PageCacheConfig;
import dev.clog.api.PageIoException;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.spi.PageFile;
import dev.clog.testkit.ForwardingPageFile;
import dev.clog.testkit.ForwardingPageStore;
import dev.clog.testkit.MemoryPageStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** LIF-3, LIF-8: what a store, or a search for victims of the caller's, throws without having said so. */
class UncheckedFailureTest {
    private static final long[] NONE = {};

    private final MemoryPageStore disk = new MemoryPageStore();

    static List<PageSpaceConfig> spaces() {
        return PageSpaces.all();
    }

    @ParameterizedTest
    @MethodSource("spaces")
    @DisplayName("a force that ends in any way but well has failed, and the next one is not believed")
    void shouldFailAtAForceThatThrowsUnchecked(PageSpaceConfig pages) {
        AtomicBoolean broken = new AtomicBoolean();
        AtomicInteger forces = new AtomicInteger();
        ForwardingPageStore store = new ForwardingPageStore(disk) {
            @Override
            protected PageFile wrap(PageFile file) {
                return new ForwardingPageFile(file) {
                    @Override
                    public void force() throws IOException {
                        if (broken.get() && forces.getAndIncrement() == 0) {
                            throw new UncheckedIOException(new IOException("once"));
                        }
                        super.force();
                    }
                };
            }
        };
        PagedStatusLog log = PagedStatusLog.create(store, LogConfig.wrapping32().withPages(pages));
        log.setTree(5, NONE, COMMITTED, 0);
        broken.set(true);
        assertThrows(PageIoException.class, log::checkpoint);
        assertThrows(LogFailedException.class, log::checkpoint);
        assertEquals(1, forces.get());
        log.close();
    }

    @Test
    void shouldLetTheFolderGoWhenAPageSpaceCannotBeMade() {
        LogConfig config = LogConfig.wrapping32().withPages(PageCacheConfig.ofBanks(16));
        IllegalStateException failure = new IllegalStateException("no search");
        IllegalStateException thrown = assertThrows(
                IllegalStateException.class,
                () -> PagedStatusLog.create(disk, config, (bank, slots) -> {
                    throw failure;
                }));
        assertTrue(thrown == failure);
        PagedStatusLog.create(disk, config).close();
    }
}
