package dev.clog.groupcommit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The configuration is checked in one place, and its errors end with the value. */
class JournalConfigTest {
    private static final JournalConfig DEFAULTS = JournalConfig.defaults();

    @Test
    void shouldRefuseWhatCannotWork() {
        for (int bytes : new int[] {0, 4096, 8191, 12_289, Integer.MAX_VALUE}) {
            refuse("fileBytes=" + bytes, () -> DEFAULTS.withFileBytes(bytes));
        }
        for (int bytes : new int[] {-1, 2048, 5000, 512 << 20}) {
            refuse("bufferBytes=" + bytes, () -> DEFAULTS.withBufferBytes(bytes));
        }
        for (int locks : new int[] {0, 65}) {
            refuse("insertionLocks=" + locks, () -> DEFAULTS.withInsertionLocks(locks));
        }
        for (int delay : new int[] {0, 10_001}) {
            refuse("writerDelayMs=" + delay, () -> DEFAULTS.withWriterDelayMs(delay));
        }
        for (int delay : new int[] {-1, 100_001}) {
            refuse("delayUs=" + delay, () -> new CommitDelay(delay, 5));
        }
        refuse("others=0", () -> new CommitDelay(10, 0));
    }

    private static void refuse(String value, Executable configuring) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, configuring);
        assertTrue(refused.getMessage().endsWith(value), refused::getMessage);
    }

    @Test
    void shouldChangeOneValueAtATime() {
        JournalConfig changed = DEFAULTS.withFileBytes(64 << 10)
                .withBufferBytes(8 << 10)
                .withInsertionLocks(1)
                .withWriterDelayMs(5)
                .withCommitDelay(new CommitDelay(20, 3));
        assertEquals(new JournalConfig(64 << 10, 8 << 10, 1, 5, new CommitDelay(20, 3)), changed);
        assertEquals(
                List.of(16 << 20, 1 << 20, 8, 20),
                List.of(
                        DEFAULTS.fileBytes(),
                        DEFAULTS.bufferBytes(),
                        DEFAULTS.insertionLocks(),
                        DEFAULTS.writerDelayMs()));
    }
}
