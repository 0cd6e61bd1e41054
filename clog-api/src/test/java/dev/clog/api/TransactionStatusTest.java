package dev.clog.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

/** FMT-2. */
class TransactionStatusTest {

    @Test
    void shouldHaveTheCodesOfTheFiles() {
        assertEquals(0, TransactionStatus.IN_PROGRESS.code());
        assertEquals(1, TransactionStatus.COMMITTED.code());
        assertEquals(2, TransactionStatus.ABORTED.code());
        assertEquals(3, TransactionStatus.SUB_COMMITTED.code());
        assertFalse(TransactionStatus.FROZEN.isStored());
    }

    @Test
    void shouldFindAStatusByItsTwoBitsWhateverIsAboveThem() {
        for (TransactionStatus status : TransactionStatus.values()) {
            if (status.isStored()) {
                assertSame(status, TransactionStatus.ofCode(status.code() | 0xFC));
            }
        }
    }
}
