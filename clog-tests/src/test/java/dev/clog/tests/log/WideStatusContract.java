package dev.clog.tests.log;

import static dev.clog.api.TransactionStatus.COMMITTED;
import static dev.clog.api.TransactionStatus.IN_PROGRESS;

import dev.clog.api.TransactionStatusLog;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Statuses where file positions have 64 bits: FMT-5. */
abstract class WideStatusContract extends StatusContract {
    @Test
    @DisplayName("FMT-5: low words are ids like any other")
    void shouldAssignLowWords() {
        long low = segmentEnd() + 1;
        try (TransactionStatusLog log = createTo(50_000)) {
            assertStatus(IN_PROGRESS, log, low, low + 1, low + 2);
            log.setTree(xid(0), new long[] {low, low + 2}, COMMITTED);
            assertStatus(COMMITTED, log, low, low + 2);
            assertStatus(IN_PROGRESS, log, low + 1);
        }
    }
}
