package dev.clog.tests.log;

import static dev.clog.api.TransactionStatus.ABORTED;
import static dev.clog.api.TransactionStatus.COMMITTED;
import static dev.clog.api.TransactionStatus.IN_PROGRESS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.TransactionStatusLog;
import dev.clog.api.WraparoundException;
import dev.clog.api.XidNotAssignedException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The contracts on a log with the files of a real {@code pg_xact}, at the end of an epoch: its segments wrap around. */
class Wrapping32LogTest {
    @Nested
    class Statuses extends StatusContract {
        @Override
        LogKind kind() {
            return LogKind.WRAPPING_32;
        }

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
                    assertThrows(
                            XidNotAssignedException.class, () -> log.setTree(xid(0), new long[] {child}, COMMITTED));
                }
                assertStatus(IN_PROGRESS, log, xid(0));
            }
        }
    }

    @Nested
    class Life extends LifeContract {
        @Override
        LogKind kind() {
            return LogKind.WRAPPING_32;
        }

        @Test
        @DisplayName("FMT-3, FMT-4: the segment after 0FFF is 0000")
        void shouldWrapTheNamesOfSegments() throws IOException {
            createTo(TO_NEXT_SEGMENT).close();
            assertEquals(List.of("0000", "0FFF"), bits().names());
        }

        @Test
        @DisplayName("LIF-5: no id is handed out 2^31 - 1 - 3,000,000 beyond the oldest one")
        void shouldRefuseToWrapOntoLiveIds() {
            try (TransactionStatusLog log = create()) {
                long limit = log.oldestXid() + (1L << 31) - 1 - 3_000_000;
                WraparoundException refusal = assertThrows(WraparoundException.class, () -> log.extendTo(limit));
                assertTrue(refusal.getMessage().contains("truncate"), refusal.getMessage());
                assertEquals(xid(TO_NEXT_PAGE), log.endXid());
            }
        }
    }

    @Nested
    class Truncation extends TruncationContract {
        @Override
        LogKind kind() {
            return LogKind.WRAPPING_32;
        }
    }

    @Nested
    class Folders extends FolderContract {
        @Override
        LogKind kind() {
            return LogKind.WRAPPING_32;
        }
    }

    @Nested
    class Concurrency extends ConcurrencyContract {
        @Override
        LogKind kind() {
            return LogKind.WRAPPING_32;
        }
    }
}
