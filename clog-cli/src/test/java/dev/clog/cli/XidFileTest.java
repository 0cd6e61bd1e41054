package dev.clog.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogFormatException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.StringJoiner;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class XidFileTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "xid,status\n727,committed\n728,aborted\n",
                "727,committed\n728,aborted",
                "727\r\n728\r\n",
                "\n727\n\n728\n\n",
                "\uFEFFxid\n727\n728\n",
                "\uFEFF727\n728\n",
                " 727 , x\n\t728\t\n",
                "\"xid\",\"status\"\n\"727\",\"committed\"\n\"728\",\"a\"\n",
                "0x2D7\n0X2d8\n",
            })
    void shouldReadTheFirstColumnWhenTheFileIsCsv(String content) throws IOException {
        assertArrayEquals(new long[] {727, 728}, read(content));
    }

    @Test
    void shouldKeepOrderAndRepetitionsWhenIdsAreNotAscending() throws IOException {
        assertArrayEquals(new long[] {5, 3, 5, Long.MAX_VALUE}, read("5\n3\n5\n9223372036854775807\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "xid\n"})
    void shouldFindNothingWhenTheFileHasNoIds(String content) throws IOException {
        assertEquals(0, read(content).length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "-5", "+5", "1.5", "0x", "9223372036854775808", "0xFFFFFFFFFFFFFFFF", "7 8"})
    void shouldNameFileAndLineWhenALineIsNoId(String cell) {
        LogFormatException e = assertThrows(LogFormatException.class, () -> read("xid\n1\n" + cell + ",x\n2\n"));
        assertTrue(e.getMessage().contains("line 3: '" + cell + "'"), e.getMessage());
        assertTrue(e.getMessage().contains("file=ids.csv"), e.getMessage());
    }

    @Test
    void shouldReadMoreThanABufferWhenTheFileIsLarge() throws IOException {
        StringJoiner lines = new StringJoiner("\n");
        LongStream.range(0, 100_000).forEach(xid -> lines.add(Long.toString(xid * 1_000_003)));
        Path file = Files.writeString(folder.resolve("ids.csv"), lines.toString());
        assertArrayEquals(
                LongStream.range(0, 100_000).map(xid -> xid * 1_000_003).toArray(), XidFile.read(file));
    }

    @Test
    void shouldNameTheFileWhenItIsNotThere() {
        Path file = folder.resolve("missing.csv");
        NoSuchFileException e = assertThrows(NoSuchFileException.class, () -> XidFile.read(file));
        assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
        assertThrows(
                NoSuchFileException.class,
                () -> XidFile.read(folder.resolve("no").resolve("missing.csv")));
        assertThrows(IOException.class, () -> XidFile.read(folder));
        assertThrows(LogFormatException.class, () -> XidFile.read(Path.of("/")));
    }

    private static long[] read(String content) throws IOException {
        return XidFile.read(new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8)), "ids.csv");
    }
}
