package dev.clog.offheap.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.IdSpace;
import dev.clog.api.LogFormatException;
import dev.clog.api.PageIoException;
import dev.clog.api.TransactionStatus;
import dev.clog.api.XidOutOfRangeException;
import dev.clog.api.spi.StoreEntry;
import dev.clog.offheap.format.StatusLayout;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** FMT-1, FMT-5, STA-9, LIF-6: look-ups, and what they say when there is no answer. */
class StatusReaderTest {
    private static final int PAGE = 8192;
    private static final XidRange UNKNOWN = XidRange.unknown(IdSpace.WRAPPING_32);

    private final MemoryFolder store = new MemoryFolder("pg_xact");

    private StatusReader reader(XidRange range) {
        return new StatusReader(store, StatusLayout.STANDARD, range);
    }

    @Test
    @DisplayName("FMT-1: the first id of a byte is in its lowest bits")
    void shouldReadTwoBitsOfId() {
        byte[] content = new byte[2 * PAGE];
        content[PAGE + 1] = (byte) 0b11_10_01_00;
        store.put("0001", content);
        StatusReader reader = reader(UNKNOWN);
        long first = (1 << 20) + 32_768 + 4;
        assertEquals(TransactionStatus.IN_PROGRESS, reader.read(first).status());
        assertEquals(TransactionStatus.COMMITTED, reader.read(first + 1).status());
        assertEquals(TransactionStatus.ABORTED, reader.read(first + 2).status());
        XidStatus last = reader.read(first + 3);
        assertEquals(TransactionStatus.SUB_COMMITTED, last.status());
        assertEquals("pg_xact/0001", last.file());
        assertEquals(PAGE + 1, last.offset());
        assertEquals(6, last.shift());
        assertEquals("sub-committed", last.text());
        assertEquals(1, store.opened(), "ids of one page cost one read");
    }

    @Test
    @DisplayName("FMT-5: reserved ids have a fixed status in every epoch, and no file is looked at")
    void shouldAnswerReservedIdsWithoutAFile() {
        store.forbid();
        StatusReader reader = reader(XidRange.of(IdSpace.WRAPPING_32, 716, 900));
        for (long epoch : new long[] {0, 1L << 32, 7L << 32}) {
            assertEquals(TransactionStatus.ABORTED, reader.read(epoch).status());
            assertEquals("invalid", reader.read(epoch).text());
            assertEquals(TransactionStatus.COMMITTED, reader.read(epoch + 1).status());
            assertEquals("bootstrap", reader.read(epoch + 1).text());
            assertEquals(TransactionStatus.COMMITTED, reader.read(epoch + 2).status());
            assertEquals("frozen", reader.read(epoch + 2).text());
            assertEquals(-1, reader.read(epoch).offset());
        }
        assertThrows(
                XidOutOfRangeException.class,
                () -> reader(XidRange.of(IdSpace.FULL_64, 716, 900)).read((1L << 32) + 1));
    }

    @Test
    @DisplayName("STA-9: outside the range is an error, whatever the number")
    void shouldRefuseIdsOutsideRange() {
        store.forbid();
        StatusReader reader = reader(XidRange.of(IdSpace.WRAPPING_32, 716, 900));
        for (long xid : new long[] {-1, Long.MIN_VALUE, 3, 715, 900, (1L << 32) + 800, Long.MAX_VALUE}) {
            XidOutOfRangeException failure = assertThrows(XidOutOfRangeException.class, () -> reader.read(xid));
            assertEquals("XID " + xid + " is outside [oldest 716, next 900)", failure.getMessage());
            assertEquals(xid, failure.xid());
        }
    }

    @Test
    void shouldNameEverythingWhenFileIsMissing() {
        long xid = (1 << 20) + 3 * 32_768 + 1;
        PageIoException failure =
                assertThrows(PageIoException.class, () -> reader(UNKNOWN).read(xid));
        assertTrue(failure.getMessage().startsWith("can't read the page of XID " + xid + ", no such file:"));
        assertEquals("pg_xact/0001", failure.file());
        assertEquals(3 * PAGE, failure.offset());
        assertEquals(NoSuchFileException.class, failure.getCause().getClass());
    }

    @Test
    void shouldSayWhatIsInPlaceOfFile() {
        store.put("0000", StoreEntry.Kind.DANGLING_LINK);
        assertMessage("it is a dangling symbolic link");
        store.put("0000", StoreEntry.Kind.FOLDER);
        assertMessage("it is a directory");
        store.put("0000", new byte[PAGE]).deny("0000");
        PageIoException failure = assertMessage("Permission denied");
        assertEquals(AccessDeniedException.class, failure.getCause().getClass());
    }

    private PageIoException assertMessage(String why) {
        PageIoException failure =
                assertThrows(PageIoException.class, () -> reader(UNKNOWN).read(716));
        assertTrue(
                failure.getMessage().contains("XID 716, " + why + ": file=pg_xact/0000 offset=0"), failure::getMessage);
        return failure;
    }

    @Test
    @DisplayName("LIF-6: a short read is an error, also in the middle of a page")
    void shouldNameSizeWhenFileIsShort() {
        for (int size : new int[] {0, 1, PAGE, PAGE + 1, 2 * PAGE - 1}) {
            store.put("0000", new byte[size]);
            LogFormatException failure =
                    assertThrows(LogFormatException.class, () -> reader(UNKNOWN).read(40_000));
            assertEquals(
                    "XID 40000 needs page 1, but the file ends at " + size + ": file=pg_xact/0000 offset=8192",
                    failure.getMessage());
        }
        assertEquals(0, store.openFiles());
    }

    @Test
    @DisplayName("a failed read leaves nothing behind that could be taken for an answer")
    void shouldReadAgainAfterFailure() {
        byte[] content = new byte[2 * PAGE];
        content[1] = 0b10;
        content[PAGE + 1] = 0b01;
        store.put("0000", Arrays.copyOf(content, PAGE + 10));
        StatusReader reader = reader(UNKNOWN);
        assertEquals(TransactionStatus.ABORTED, reader.read(4).status());
        assertThrows(LogFormatException.class, () -> reader.read(32_772));
        assertEquals(TransactionStatus.ABORTED, reader.read(4).status());
        store.put("0000", content);
        assertEquals(TransactionStatus.COMMITTED, reader.read(32_772).status());
    }

    @Test
    @DisplayName("FMT-4: where ids do not wrap, file names grow with them")
    void shouldReadFileOfLongNameWhenIdsDoNotWrap() {
        byte[] content = new byte[PAGE];
        content[0] = 2;
        store.put("100000", content);
        XidRange range = XidRange.of(IdSpace.FULL_64, 3, 1L << 50);
        assertEquals(TransactionStatus.ABORTED, reader(range).read(1L << 40).status());
    }
}
