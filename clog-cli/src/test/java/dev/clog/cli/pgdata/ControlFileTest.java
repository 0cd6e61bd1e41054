package dev.clog.cli.pgdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogFormatException;
import dev.clog.api.TransactionId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** FLT-2 for {@code global/pg_control}, and that its fields are where servers have put them. */
class ControlFileTest {
    private static final String FILE = "global/pg_control";
    private static final Path FIXTURES = Path.of(System.getProperty("clog.root"), "testdata", "fixtures");

    @ParameterizedTest
    @ValueSource(strings = {"pg15", "pg18", "wrap"})
    void shouldSayWhatPgControldataSaysWhenAServerWroteTheFile(String fixture) throws IOException {
        Map<String, String> expected = controldata(fixture);
        ControlFile control = ControlFile.parse(image(fixture), FILE);

        String[] next = expected.get("Latest checkpoint's NextXID").split(":", 2);
        long nextXid = (Long.parseLong(next[0]) << 32) + Long.parseLong(next[1]);
        assertEquals(expected.get("pg_control version number"), Integer.toString(control.controlVersion()));
        assertEquals(expected.get("Database cluster state"), control.state().toString());
        assertEquals(nextXid, control.nextXid());
        assertEquals(
                Long.parseLong(expected.get("Latest checkpoint's oldestXID")), TransactionId.low(control.oldestXid()));
        assertTrue(control.oldestXid() < nextXid && nextXid - control.oldestXid() < 1L << 31);
        assertEquals(expected.get("Database block size"), Integer.toString(control.blockBytes()));
        assertEquals("0", expected.get("Latest checkpoint's oldestActiveXID"));
        assertEquals(OptionalLong.of(nextXid), control.oldestActiveXid(), "nobody runs on a server that is shut down");
    }

    @Test
    void shouldReadALayoutOfSeventeenLikeOneOfThirteenWhenItHasItsVersion() throws IOException {
        byte[] image = edited("pg15", ControlFileLayout.CONTROL_VERSION_OFFSET, 1700);
        ControlFile thirteen = ControlFile.parse(image("pg15"), FILE);
        ControlFile seventeen = ControlFile.parse(image, FILE);
        assertEquals(1700, seventeen.controlVersion());
        assertEquals(thirteen.nextXid(), seventeen.nextXid());
        assertEquals(thirteen.oldestXid(), seventeen.oldestXid());
    }

    @Test
    void shouldTellNoOldestActiveIdWhenARunningServersCheckpointDidNotLook() throws IOException {
        byte[] image = edited("pg15", ControlFileLayout.STATE_OFFSET, 6);
        ControlFile control = ControlFile.parse(image, FILE);
        assertEquals("in production", control.state().toString());
        assertEquals(OptionalLong.empty(), control.oldestActiveXid());
    }

    @Test
    void shouldWidenTheOldestActiveIdWhenItIsOfTheEpochBefore() throws IOException {
        byte[] image = edited("wrap", ControlFileLayout.OLDEST_ACTIVE_XID_OFFSET, (int) 4294900950L);
        assertEquals(
                OptionalLong.of(4294900950L), ControlFile.parse(image, FILE).oldestActiveXid());
        byte[] later = edited("wrap", ControlFileLayout.OLDEST_ACTIVE_XID_OFFSET, 37000);
        assertEquals(
                OptionalLong.of((1L << 32) + 37000),
                ControlFile.parse(later, FILE).oldestActiveXid());
    }

    @ParameterizedTest
    @ValueSource(ints = {903, 942, 1002, 1100, 1201, 1299, 1301, 1701, 1801, 1900, 1903, -1, 0})
    void shouldRefuseByNumberWhenTheLayoutIsNotKnown(int version) throws IOException {
        byte[] image = edited("pg18", ControlFileLayout.CONTROL_VERSION_OFFSET, version);
        assertRefused(
                image, ControlFileLayout.CONTROL_VERSION_OFFSET, "version " + Integer.toUnsignedString(version) + " ");
    }

    @Test
    void shouldNameTheByteOrderWhenTheFileIsOfABigEndianMachine() throws IOException {
        byte[] image = edited("pg15", ControlFileLayout.CONTROL_VERSION_OFFSET, Integer.reverseBytes(1300));
        assertRefused(image, ControlFileLayout.CONTROL_VERSION_OFFSET, "byte order", "1300");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8, 288, 8191})
    void shouldNameTheLengthWhenTheFileIsShort(int length) throws IOException {
        byte[] image = Arrays.copyOf(image("pg15"), length);
        assertRefused(image, length, "too short", "8192", "found " + length);
    }

    @ParameterizedTest
    @CsvSource({"pg15, 288", "pg18, 292", "wrap, 288"})
    void shouldFindTheDamageWhenAnyBitIsFlipped(String fixture, int crcOffset) throws IOException {
        byte[] good = image(fixture);
        for (int bit = 0; bit < (crcOffset + Integer.BYTES) * Byte.SIZE; bit++) {
            byte[] image = good.clone();
            image[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            boolean inVersion = bit / Byte.SIZE / Integer.BYTES == 2;
            if (inVersion) {
                assertRefused(image, ControlFileLayout.CONTROL_VERSION_OFFSET, "version");
            } else {
                assertRefused(image, crcOffset, "CRC mismatch");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "16, 7, unknown cluster state 7",
        "16, -1, unknown cluster state -1",
        "68, -1, impossible next id",
        "64, 2, impossible next id 2",
        "84, 0, impossible oldest id 0",
        "84, 110787, impossible oldest id 110787",
        "216, 0, impossible block size 0",
        "216, 8191, impossible block size 8191",
        "216, 65536, impossible block size 65536",
    })
    void shouldNameTheFieldWhenItMakesNoSenseThoughTheCrcIsRight(int offset, int value, String message)
            throws IOException {
        byte[] image = edited("pg15", offset, value);
        assertRefused(image, offset == 68 ? 64 : offset, message);
    }

    @Test
    void shouldNameTheArchitectureWhenNumbersAreStoredInAnotherWay() throws IOException {
        assertRefused(edited("pg15", ControlFileLayout.FLOAT_FORMAT_OFFSET, 1), 208, "architecture");
    }

    /** FLT-2: whatever the bytes, the answer is a control file or a format error, never another exception. */
    @Test
    void shouldRefuseOrReadWhenTheContentIsRandom() throws IOException {
        long seed = 20260711;
        Random random = new Random(seed);
        byte[] good = image("pg18");
        for (int round = 0; round < 20_000; round++) {
            byte[] image = round % 4 == 0 ? new byte[ControlFileLayout.FILE_BYTES] : good.clone();
            int edits = 1 + random.nextInt(16);
            for (int edit = 0; edit < edits; edit++) {
                image[random.nextInt(300)] = (byte) random.nextInt();
            }
            if (round % 2 == 0) {
                seal(image);
            }
            try {
                ControlFile control = ControlFile.parse(image, FILE);
                assertTrue(control.oldestXid() >= 3 && control.oldestXid() <= control.nextXid(), "seed " + seed);
            } catch (LogFormatException e) {
                assertEquals(FILE, e.file(), "seed " + seed);
            }
        }
    }

    private static void assertRefused(byte[] image, long offset, String... words) {
        LogFormatException e = assertThrows(LogFormatException.class, () -> ControlFile.parse(image, FILE));
        assertEquals(FILE, e.file());
        assertEquals(offset, e.offset(), e.getMessage());
        for (String word : words) {
            assertTrue(e.getMessage().contains(word), e.getMessage());
        }
        assertEquals(1, e.getMessage().lines().count());
    }

    private static byte[] edited(String fixture, int offset, int value) throws IOException {
        byte[] image = image(fixture);
        ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN).putInt(offset, value);
        seal(image);
        return image;
    }

    private static void seal(byte[] image) {
        ByteBuffer bytes = ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN);
        int version = bytes.getInt(ControlFileLayout.CONTROL_VERSION_OFFSET);
        if (ControlFileLayout.isKnown(version)) {
            int crcOffset = ControlFileLayout.crcOffset(version);
            CRC32C crc = new CRC32C();
            crc.update(image, 0, crcOffset);
            bytes.putInt(crcOffset, (int) crc.getValue());
        }
    }

    private static byte[] image(String fixture) throws IOException {
        return Files.readAllBytes(FIXTURES.resolve(fixture).resolve("global").resolve("pg_control"));
    }

    private static Map<String, String> controldata(String fixture) throws IOException {
        Map<String, String> fields = new TreeMap<>();
        for (String line : Files.readAllLines(FIXTURES.resolve(fixture).resolve("controldata.txt"))) {
            int colon = line.indexOf(':');
            fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
        }
        return fields;
    }
}
