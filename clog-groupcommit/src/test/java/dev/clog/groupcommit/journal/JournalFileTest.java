package dev.clog.groupcommit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.PageStore.Access;
import dev.clog.testkit.Crash;
import dev.clog.testkit.DroppingForcePageStore;
import dev.clog.testkit.MemoryPageStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** LIF-3: what is behind the end of the journal is gone from the disk before anything is appended. */
class JournalFileTest {
    private static final String NAME = "file";
    private static final int FILE_BYTES = 200 << 10;
    private static final int KEPT_BYTES = 1_000;

    private final MemoryPageStore memory = new MemoryPageStore();

    private static JournalFile open(PageStore store) throws IOException {
        return new JournalFile(store.open(NAME, Access.WRITE), NAME, 0, FILE_BYTES);
    }

    private static byte[] content(PageStore store) throws IOException {
        ByteBuffer content = ByteBuffer.allocate(FILE_BYTES);
        try (PageFile file = store.open(NAME, Access.READ)) {
            assertEquals(FILE_BYTES, file.read(content, 0));
        }
        return content.array();
    }

    private void writeOldRecords(int length) throws IOException {
        byte[] old = new byte[length];
        Arrays.fill(old, (byte) -1);
        try (PageFile file = memory.create(NAME)) {
            JournalFile.writeFully(file, ByteBuffer.wrap(old), 0);
            file.force();
        }
        memory.force();
    }

    @Test
    @DisplayName("situation 33: zeros that a failed force dropped are written again, though they can be read")
    void shouldWriteZerosAgainAfterAFailedForce() throws IOException {
        writeOldRecords(FILE_BYTES);
        try (JournalFile file = open(new DroppingForcePageStore(memory, 1))) {
            file.zeroFrom(KEPT_BYTES);
            assertThrows(IOException.class, file::force);
        }
        try (JournalFile file = open(memory)) {
            file.zeroFrom(KEPT_BYTES);
            file.force();
        }
        byte[] expected = new byte[FILE_BYTES];
        Arrays.fill(expected, 0, (int) JournalLayout.offset(0, KEPT_BYTES), (byte) -1);
        assertEquals(-1, Arrays.mismatch(expected, content(memory.crash(Crash.losingAll()))));
    }

    @Test
    @DisplayName("a file that was cut is refused, not made longer")
    void shouldRefuseAFileThatWasCut() throws IOException {
        writeOldRecords(FILE_BYTES - 1);
        try (JournalFile file = open(memory)) {
            assertThrows(IOException.class, () -> file.zeroFrom(KEPT_BYTES));
        }
    }
}
