package dev.clog.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RangeOptionsTest {

    @TempDir
    Path scratch;

    private Path data;
    private Path pages;
    private Path control;

    @BeforeEach
    void copyFixture() throws IOException {
        data = TestData.copy(TestData.fixture("pg15"), scratch.resolve("data"));
        pages = data.resolve("pg_xact");
        control = data.resolve("global").resolve("pg_control");
    }

    private void setControl(int offset, int value) throws IOException {
        byte[] image = Files.readAllBytes(control);
        ByteBuffer bytes = ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN).putInt(offset, value);
        CRC32C crc = new CRC32C();
        crc.update(image, 0, 288);
        bytes.putInt(288, (int) crc.getValue());
        Files.write(control, image);
    }

    private void assertOutside(long xid, String range, Object... options) {
        Object[] words = Stream.concat(Stream.of("status", pages, xid), Arrays.stream(options))
                .toArray();
        assertEquals(
                "clog: XID " + xid + " is outside " + range + "\n",
                CommandRun.of(words).err());
    }

    @Test
    void shouldTakeTheRangeOfTheControlFileWhenThereIsOne() {
        assertOutside(700, "[oldest 716, next 110786)", "--pgdata", data);
    }

    @Test
    void shouldPreferAnOptionWhenTheControlFileSaysOtherwise() {
        assertOutside(700, "[oldest 701, next 110786)", "--pgdata", data, "--oldest-xid", 701);
        assertOutside(
                9000, "[oldest 716, next 0x384)".replace("0x384", "900"), "--pgdata", data, "--next-xid", "0x384");
    }

    @Test
    void shouldTakeHalfARangeWhenOnlyOneEndIsGiven() {
        assertOutside(900, "[oldest unknown, next 900)", "--next-xid", 900);
        assertOutside(899, "[oldest 900, next unknown)", "--oldest-xid", 900);
    }

    @Test
    void shouldNameFileAndOffsetWhenTheControlFileIsDamaged() throws IOException {
        byte[] image = Files.readAllBytes(control);
        image[100] ^= 1;
        Files.write(control, image);
        assertRefused("CRC mismatch", "offset=288");
        Files.write(control, Arrays.copyOf(image, 100));
        assertRefused("too short", "found 100");
        Files.write(control, new byte[0]);
        assertRefused("too short", "found 0");
        Files.delete(control);
        assertRefused("No such file");
        Files.createDirectory(control);
        assertRefused("folder");
    }

    @Test
    void shouldRefuseByNumberWhenTheControlFileIsOfAnotherRelease() throws IOException {
        setControl(8, 1201);
        assertRefused("version 1201", "1300", "1700", "1800");
        setControl(8, 1903);
        assertRefused("version 1903");
    }

    private void assertRefused(String... words) {
        for (String command : new String[] {"verify", "inspect", "dump"}) {
            CommandRun run = CommandRun.of(command, pages, "--pgdata", data);
            assertEquals(2, run.exitCode(), run.text());
            assertEquals("", run.out());
            assertEquals(1, run.errLines().size(), run.err());
            assertTrue(run.err().contains(control.toString()), run.err());
            for (String word : words) {
                assertTrue(run.err().contains(word), run.err());
            }
        }
    }

    @Test
    void shouldTakeThePageSizeOfTheControlFileWhenNoneIsGiven() throws IOException {
        setControl(216, 16384);
        assertTrue(inspect("--pgdata", data).contains("0000,32768,2,716,110785,"));
        assertTrue(inspect("--pgdata", data, "--block-size", 8192).contains("0000,32768,4,716,110785,"));
        assertTrue(inspect("--block-size", 4096).contains("0000,32768,8,3,131071,"));
    }

    private String inspect(Object... options) {
        Object[] words = Stream.concat(Stream.of("inspect", pages, "--format", "csv"), Arrays.stream(options))
                .toArray();
        return CommandRun.of(words).out();
    }

    @Test
    void shouldCountTheFolderAsLiveWhenTheControlFileOrAProcessFileSaysSo() throws IOException {
        assertTrue(!verify("--pgdata", data).contains("LIVE_FOLDER"));
        setControl(16, 6);
        assertTrue(verify("--pgdata", data).contains("control state is \"in production\""));
        assertTrue(!verify("--pgdata", data, "--no-live").contains("LIVE_FOLDER"));
        setControl(16, 1);
        Files.writeString(data.resolve("postmaster.pid"), "999999\n");
        assertTrue(verify("--pgdata", data).contains("postmaster.pid"));
        assertTrue(verify().contains("postmaster.pid"), "beside the folder");
        Path away = TestData.copy(pages, scratch.resolve("copy"));
        assertTrue(CommandRun.of("verify", away, "--pgdata", data).out().contains("postmaster.pid"));
        assertTrue(!CommandRun.of("verify", away).out().contains("LIVE_FOLDER"));
        assertTrue(CommandRun.of("verify", away, "--live").out().contains("LIVE_FOLDER"));
    }

    @Test
    void shouldLookAtPreparedTransactionsWhenTheDataFolderHasThem() throws IOException {
        Path prepared = Files.createDirectory(data.resolve("pg_twophase"));
        Files.writeString(prepared.resolve("00000688"), "");
        assertEquals(0, CommandRun.of("verify", pages, "--pgdata", data).exitCode());
        Files.writeString(prepared.resolve("000002BC"), "");
        assertTrue(verify("--pgdata", data).contains("PREPARED_TOO_OLD"));
        assertTrue(verify("--pgdata", data).contains("pg_twophase/000002BC"));
    }

    private String verify(Object... options) {
        Object[] words = Stream.concat(Stream.of("verify", pages), Arrays.stream(options))
                .toArray();
        CommandRun run = CommandRun.of(words);
        assertEquals("", run.err());
        return run.out();
    }
}
