package dev.clog.offheap;

import static dev.clog.api.TransactionStatus.COMMITTED;
import static dev.clog.api.TransactionStatus.IN_PROGRESS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogConfig;
import dev.clog.api.PageIoException;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.TransactionStatusLog;
import dev.clog.api.spi.PageStore;
import dev.clog.testkit.Crash;
import dev.clog.testkit.DroppingForcePageStore;
import dev.clog.testkit.MemoryPageStore;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * LIF-2, LIF-3: zeros that a failed force dropped can still be read when the log is opened again, and forces say that all
 * is well. The entries of an earlier life, which the disk has, must not come back for ids that are handed out then.
 */
@ParameterizedClass
@MethodSource("spaces")
class ReopenAfterFailedForceTest {
    private static final long[] NONE = {};
    private static final long NEXT = 500;
    private static final long ON_THE_SAME_PAGE = 900;
    private static final long ON_THE_NEXT_PAGE = 32768 + 100;

    @Parameter
    private PageSpaceConfig pages;

    static List<PageSpaceConfig> spaces() {
        return PageSpaces.all();
    }

    @Test
    @DisplayName("situation 33: entries at and past the next id, zeroed by an open whose force failed, stay zero")
    void shouldZeroThePageOfTheNextIdOnDisk() {
        assertNothingComesBack(ON_THE_SAME_PAGE);
    }

    @Test
    @DisplayName("situation 33: entries of a new page, zeroed by an extension whose force failed, stay zero")
    void shouldZeroANewPageOnDisk() {
        assertNothingComesBack(ON_THE_NEXT_PAGE);
    }

    private void assertNothingComesBack(long stale) {
        boolean fired = true;
        for (long failing = 1; fired; failing++) {
            MemoryPageStore disk = earlierLife(stale);
            DroppingForcePageStore dropping = new DroppingForcePageStore(disk, failing);
            try (TransactionStatusLog log = open(dropping, NEXT)) {
                log.extendTo(stale);
            } catch (PageIoException e) {
                assertTrue(dropping.fired(), e::toString);
            }
            fired = dropping.fired();
            try (TransactionStatusLog log = open(disk, NEXT)) {
                log.extendTo(stale); // the id is handed out
                MemoryPageStore crashed = disk.crash(Crash.losingAll());
                try (TransactionStatusLog after = open(crashed, stale + 1)) {
                    assertEquals(IN_PROGRESS, after.status(stale), "force " + failing + " failed");
                }
            }
        }
    }

    private MemoryPageStore earlierLife(long stale) {
        MemoryPageStore memory = new MemoryPageStore();
        try (TransactionStatusLog log =
                PagedStatusLog.create(memory, LogConfig.wrapping32().withPages(pages))) {
            log.extendTo(stale);
            log.setTree(stale, NONE, COMMITTED);
        }
        return memory.crash(Crash.losingAll()); // all of it was durable
    }

    private TransactionStatusLog open(PageStore store, long next) {
        return PagedStatusLog.open(
                store, LogConfig.wrapping32().withPages(pages).withRange(3, next));
    }
}
