package dev.clog.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** FMT-5, FMT-6, and the messages of bad configurations (FLT-2). */
class LogConfigTest {

    @Test
    void shouldStartAtTheFirstNormalId() {
        LogConfig config = LogConfig.wrapping32();
        assertEquals(3, config.nextXid());
        assertEquals(3, config.oldestXid());
        assertEquals(IdSpace.FULL_64, LogConfig.full64().idSpace());
    }

    @Test
    void shouldNameTheValueThatDoesNotFit() {
        LogConfig config = LogConfig.wrapping32();
        assertMessage("oldestXid=2", () -> config.withRange(2, 10));
        assertMessage("nextXid=4", () -> config.withRange(5, 4));
        assertMessage("oldestXid=4294967297", () -> config.withRange((1L << 32) + 1, (1L << 32) + 9));
        assertMessage("nextXid=-5", () -> config.withRange(3, -5));
    }

    @Test
    void shouldRefuseHalfTheIdSpaceOnlyWhereIdsWrap() {
        assertMessage("2^31", () -> LogConfig.wrapping32().withRange(3, 3 + (1L << 31)));
        assertEquals(
                2 + (1L << 31),
                LogConfig.wrapping32().withRange(3, 2 + (1L << 31)).nextXid());
        assertEquals(1L << 40, LogConfig.full64().withRange(3, 1L << 40).nextXid());
    }

    private static void assertMessage(String part, Runnable config) {
        String message =
                assertThrows(IllegalArgumentException.class, config::run).getMessage();
        assertTrue(message.contains(part), message);
    }
}
