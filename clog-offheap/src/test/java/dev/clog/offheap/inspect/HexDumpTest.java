package dev.clog.offheap.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.IdSpace;
import dev.clog.api.PageIoException;
import dev.clog.api.spi.StoreEntry;
import dev.clog.offheap.format.StatusLayout;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Lines of a dump: their offsets are those of the file, and their bytes too. */
class HexDumpTest {
    private final MemoryFolder store = new MemoryFolder("pg_xact");

    private List<String> print(long offset, long length) throws IOException {
        SegmentFolder folder = SegmentFolder.list(store, StatusLayout.STANDARD, XidRange.unknown(IdSpace.WRAPPING_32));
        StringBuilder out = new StringBuilder();
        HexDump.print(folder, folder.segments().get(0), offset, length, out);
        assertEquals(0, store.openFiles());
        return out.toString().lines().toList();
    }

    @Test
    void shouldPrintSixteenBytesBehindTheirOffset() throws IOException {
        byte[] content = new byte[64];
        content[0] = 0x40;
        content[33] = (byte) 0xAA;
        store.put("0000", content);
        assertEquals(
                List.of(
                        "00000000 40 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00 @....... ........",
                        "00000010 00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00 ........ ........",
                        "00000020 00 aa 00 00 00 00 00 00  00 00 00 00 00 00 00 00 ........ ........",
                        "00000030 00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00 ........ ........"),
                print(0, 64));
    }

    @Test
    void shouldPrintRepeatedLinesAsDots() throws IOException {
        store.put("0000", new byte[8192]);
        List<String> lines = print(0, 8192);
        assertEquals(3, lines.size(), lines::toString);
        assertEquals("........", lines.get(1));
        assertTrue(lines.get(2).startsWith("00001ff0 00 00"), lines::toString);
    }

    @Test
    void shouldPrintEveryByteOfAnyStretch() throws IOException {
        byte[] content = new byte[262_144];
        long seed = 9;
        Random random = new Random(seed);
        random.nextBytes(content);
        store.put("0000", content);
        for (int i = 0; i < 50; i++) {
            int offset = random.nextInt(content.length);
            int length = 1 + random.nextInt(i == 0 ? 200_000 : 500);
            byte[] printed = new byte[content.length];
            int count = 0;
            for (String line : print(offset, length)) {
                int start = HexFormat.fromHexDigits(line, 0, 8);
                for (int k = 0; k < 16; k++) {
                    int column = 9 + 3 * k + k / 8;
                    String digits = line.length() < column + 2 ? "  " : line.substring(column, column + 2);
                    if (!digits.isBlank()) {
                        printed[start + k] = (byte) HexFormat.fromHexDigits(digits);
                        assertEquals(content[start + k], printed[start + k], "seed=" + seed + " " + line);
                        assertTrue(start + k >= offset && start + k < offset + length, line);
                        count++;
                    }
                }
            }
            assertEquals(Math.min(length, content.length - offset), count, "seed=" + seed + " offset=" + offset);
        }
    }

    @Test
    void shouldStopWhereFileEnds() throws IOException {
        store.put("0000", new byte[20]);
        assertEquals(2, print(0, Long.MAX_VALUE).size());
        assertEquals(List.of(), print(20, 10));
        assertEquals(List.of(), print(Long.MAX_VALUE - 5, Long.MAX_VALUE));
        assertEquals(List.of(), print(0, 0));
        store.put("0000", new byte[65_536]);
        assertEquals(3, print(0, Long.MAX_VALUE).size());
    }

    @Test
    void shouldNameFileWhenItCannotBeRead() {
        store.put("0000", StoreEntry.Kind.FOLDER);
        PageIoException failure = assertThrows(PageIoException.class, () -> print(0, 16));
        assertEquals("can't read the segment, it is a directory: file=pg_xact/0000 offset=0", failure.getMessage());
        store.put("0000", new byte[1]).deny("0000");
        assertTrue(assertThrows(PageIoException.class, () -> print(0, 16))
                .getMessage()
                .contains("Permission denied"));
        assertThrows(IllegalArgumentException.class, () -> print(-1, 16));
        assertThrows(IllegalArgumentException.class, () -> print(0, -16));
    }
}
