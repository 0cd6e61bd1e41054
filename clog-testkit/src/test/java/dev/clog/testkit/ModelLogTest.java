package dev.clog.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.IdSpace;
import dev.clog.api.LogClosedException;
import dev.clog.api.LogConfig;
import dev.clog.api.StatusChangeException;
import dev.clog.api.TransactionStatus;
import dev.clog.api.WraparoundException;
import dev.clog.api.XidNotAssignedException;
import dev.clog.api.XidTooOldException;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The oracle itself, rule by rule, with expectations written out by hand. */
class ModelLogTest {
    private static final long[] NO_CHILDREN = {};
    private static final long PAGE = 32_768;
    private static final long EPOCH = 1L << 32;

    private final ModelLog log = new ModelLog(LogConfig.wrapping32());

    @Test
    @DisplayName("FMT-5: reserved ids have their status in every epoch, and are never set")
    void shouldAnswerForReservedIds() {
        ModelLog later = new ModelLog(LogConfig.wrapping32().withRange(EPOCH - 10, EPOCH + 10));
        for (long epoch : new long[] {0, EPOCH}) {
            assertEquals(TransactionStatus.ABORTED, later.status(epoch));
            assertEquals(TransactionStatus.COMMITTED, later.status(epoch + 1));
            assertEquals(TransactionStatus.COMMITTED, later.statusOrFrozen(epoch + 2));
            assertThrows(XidNotAssignedException.class, () -> set(later, epoch, TransactionStatus.ABORTED));
        }
        ModelLog full = new ModelLog(LogConfig.full64().withRange(EPOCH - 10, EPOCH + 10));
        assertEquals(TransactionStatus.IN_PROGRESS, full.status(EPOCH + 1));
        set(full, EPOCH + 1, TransactionStatus.ABORTED);
        assertEquals(TransactionStatus.ABORTED, full.status(EPOCH + 1));
    }

    @Test
    @DisplayName("STA-1, STA-3: a tree ends as a whole, twice the same is fine, the opposite changes nothing")
    void shouldKeepToLegalChanges() {
        log.setTree(10, new long[] {11, 12}, TransactionStatus.COMMITTED);
        log.setTree(10, new long[] {11, 12}, TransactionStatus.COMMITTED);
        assertEquals(
                Map.of(
                        10L, TransactionStatus.COMMITTED,
                        11L, TransactionStatus.COMMITTED,
                        12L, TransactionStatus.COMMITTED),
                log.statuses());
        assertThrows(StatusChangeException.class, () -> log.setTree(9, new long[] {12, 21}, TransactionStatus.ABORTED));
        assertEquals(TransactionStatus.IN_PROGRESS, log.status(9));
        assertEquals(TransactionStatus.IN_PROGRESS, log.status(21));
        assertThrows(IllegalArgumentException.class, () -> set(log, 30, TransactionStatus.SUB_COMMITTED));
        assertThrows(IllegalArgumentException.class, () -> set(log, 30, TransactionStatus.IN_PROGRESS));
    }

    @Test
    @DisplayName("STA-9: below the horizon and beyond the pages is an error, or frozen where that is asked for")
    void shouldKnowItsBounds() {
        ModelLog range = new ModelLog(LogConfig.wrapping32().withRange(100, 2 * PAGE));
        assertEquals(2 * PAGE, range.endXid());
        assertThrows(XidTooOldException.class, () -> range.status(99));
        assertEquals(TransactionStatus.FROZEN, range.statusOrFrozen(99));
        assertEquals(TransactionStatus.IN_PROGRESS, range.status(100));
        assertThrows(XidNotAssignedException.class, () -> range.status(2 * PAGE));
        range.extendTo(2 * PAGE);
        assertEquals(3 * PAGE, range.endXid());
        set(range, 2 * PAGE, TransactionStatus.ABORTED);
        assertThrows(XidTooOldException.class, () -> set(range, 99, TransactionStatus.ABORTED));
        range.truncate(2 * PAGE + 1);
        assertThrows(XidTooOldException.class, () -> range.status(2 * PAGE));
        assertEquals(Map.of(), range.statuses());
    }

    @Test
    @DisplayName("LIF-5: the stop is 3,000,000 ids before half of the 32-bit ids")
    void shouldRefuseToWrap() {
        long limit = 3 + 2_147_483_647L - 3_000_000;
        log.extendTo(limit - 1);
        WraparoundException e = assertThrows(WraparoundException.class, () -> log.extendTo(limit));
        assertTrue(e.getMessage().contains("limit=" + limit), e.getMessage());
        new ModelLog(LogConfig.full64()).extendTo(limit);
    }

    @Test
    @DisplayName("LIF-2: the end of recovery zeroes what lies at and past the next id on its page")
    void shouldEndRecovery() {
        ModelLog recovering = new ModelLog(LogConfig.wrapping32().withRecovery(true));
        recovering.setTree(10, new long[] {11, 12}, TransactionStatus.COMMITTED);
        assertTrue(recovering.inRecovery());
        recovering.endRecovery(11);
        assertEquals(Map.of(10L, TransactionStatus.COMMITTED), recovering.statuses());
        assertThrows(IllegalStateException.class, () -> recovering.endRecovery(11));

        ModelLog atBoundary = new ModelLog(LogConfig.wrapping32().withRecovery(true));
        atBoundary.endRecovery(PAGE);
        assertEquals(PAGE, atBoundary.endXid());
    }

    @Test
    @DisplayName(
            "LIF-2: a new log has the page of its first id; one that is opened ends before a page that has no id yet")
    void shouldEndWhereTheLogEnds() {
        assertEquals(PAGE, log.endXid());
        assertEquals(4 * PAGE, new ModelLog(LogConfig.full64().withRange(3 * PAGE, 3 * PAGE)).endXid());
        assertEquals(0, log.reopened(LogConfig.wrapping32()).endXid());
        LogConfig config = LogConfig.wrapping32();
        assertEquals(3 * PAGE, log.reopened(config.withRange(3, 3 * PAGE)).endXid());
        assertEquals(4 * PAGE, log.reopened(config.withRange(3, 3 * PAGE + 1)).endXid());
        assertEquals(EPOCH, log.reopened(config.withRange(EPOCH - 9, EPOCH + 3)).endXid(), "past the reserved ids");
        assertEquals(
                EPOCH + PAGE,
                log.reopened(LogConfig.full64().withRange(EPOCH - 9, EPOCH + 3)).endXid());
    }

    @Test
    @DisplayName("LIF-2: what is durable is there after an open, but at and past the next id")
    void shouldForgetWhatIsPastTheNextIdWhenOpened() {
        log.setTree(10, new long[] {11, 12}, TransactionStatus.COMMITTED);
        log.checkpoint();
        log.setTree(9, NO_CHILDREN, TransactionStatus.ABORTED);
        ModelLog opened = log.reopened(LogConfig.wrapping32().withRange(10, 12));
        assertEquals(Map.of(10L, TransactionStatus.COMMITTED, 11L, TransactionStatus.COMMITTED), opened.statuses());
        assertEquals(opened.statuses(), opened.durableStatuses());
        assertEquals(10, opened.oldestXid());
        assertEquals(3, log.statuses().size() - 1, "the log itself is as it was");
        ModelLog recovering =
                log.reopened(LogConfig.wrapping32().withRange(10, 12).withRecovery(true));
        assertEquals(TransactionStatus.COMMITTED, recovering.status(12));
        assertThrows(IllegalArgumentException.class, () -> log.extendTo(LogConfig.LARGEST_XID + 1));
    }

    @Test
    @DisplayName("LIF-3: what is durable is what the last checkpoint had")
    void shouldRememberTheLastCheckpoint() {
        set(log, 10, TransactionStatus.COMMITTED);
        assertEquals(Map.of(), log.durableStatuses());
        log.checkpoint();
        set(log, 11, TransactionStatus.ABORTED);
        assertEquals(Map.of(10L, TransactionStatus.COMMITTED), log.durableStatuses());
        log.close();
        log.close();
        assertEquals(2, log.durableStatuses().size());
        assertThrows(LogClosedException.class, () -> log.status(10));
        assertThrows(LogClosedException.class, log::checkpoint);
    }

    private static void set(ModelLog target, long xid, TransactionStatus status) {
        target.setTree(xid, NO_CHILDREN, status);
    }

    @Test
    void shouldUseTheIdSpaceItWasGiven() {
        assertEquals(IdSpace.WRAPPING_32, log.idSpace());
        assertEquals(IdSpace.FULL_64, new ModelLog(LogConfig.full64()).idSpace());
    }
}
