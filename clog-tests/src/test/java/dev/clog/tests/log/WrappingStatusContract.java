package dev.clog.tests.log;

import static dev.clog.api.TransactionStatus.ABORTED;
import static dev.clog.api.TransactionStatus.COMMITTED;
import static dev.clog.api.TransactionStatus.IN_PROGRESS;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.clog.api.TransactionStatusLog;
import dev.clog.api.XidNotAssignedException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Statuses where the files are those of a real {@code pg_xact}, at the end of an epoch: FMT-5. */
abstract class WrappingStatusContract extends StatusContract {
    @Test
    @DisplayName("FMT-5: the low words 0, 1 and 2 of every epoch are reserved, though a page holds them")
    void shouldReserveLowWordsInEveryEpoch() {
        long epoch = segmentEnd() + 1;
        try (TransactionStatusLog log = createTo(50_000)) {
            assertStatus(ABORTED, log, epoch);
            assertStatus(COMMITTED, log, epoch + 1, epoch + 2);
            assertStatus(IN_PROGRESS, log, epoch - 1, epoch + 3);
            for (long reserved = epoch; reserved < epoch + 3; reserved++) {
                long child = reserved;
                assertThrows(XidNotAssignedException.class, () -> log.setTree(xid(0), new long[] {child}, COMMITTED));
            }
            assertStatus(IN_PROGRESS, log, xid(0));
        }
    }
}
