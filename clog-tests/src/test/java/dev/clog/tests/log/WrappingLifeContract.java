package dev.clog.tests.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.TransactionStatusLog;
import dev.clog.api.WraparoundException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The life of a log whose segments wrap around: FMT-3, FMT-4, LIF-5. */
abstract class WrappingLifeContract extends LifeContract {
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
