package dev.clog.tests.log;

import static dev.clog.api.TransactionStatus.COMMITTED;
import static dev.clog.api.TransactionStatus.IN_PROGRESS;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.clog.api.TransactionStatusLog;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The contracts on a log with 64-bit file positions, where the names of segments grow a digit. */
class Full64LogTest {
    @Nested
    class Statuses extends StatusContract {
        @Override
        LogKind kind() {
            return LogKind.FULL_64;
        }

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

    @Nested
    class Life extends LifeContract {
        @Override
        LogKind kind() {
            return LogKind.FULL_64;
        }

        @Test
        @DisplayName("FMT-4: the names of segments grow")
        void shouldGrowTheNamesOfSegments() throws IOException {
            createTo(TO_NEXT_SEGMENT).close();
            assertEquals(List.of("100000", "FFFFF"), bits().names());
        }
    }

    @Nested
    class Truncation extends TruncationContract {
        @Override
        LogKind kind() {
            return LogKind.FULL_64;
        }
    }

    @Nested
    class Folders extends FolderContract {
        @Override
        LogKind kind() {
            return LogKind.FULL_64;
        }
    }

    @Nested
    class Concurrency extends ConcurrencyContract {
        @Override
        LogKind kind() {
            return LogKind.FULL_64;
        }
    }
}
