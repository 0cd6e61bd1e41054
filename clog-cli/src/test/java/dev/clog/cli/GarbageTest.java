package dev.clog.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.io.TempDir;

/** FLT-2: whatever is in the folders, every command gives output, findings or one-line errors, and changes nothing. */
class GarbageTest {
    private static final List<String> NAMES = List.of(
            "0000",
            "0001",
            "0002",
            "0FFF",
            "0FFE",
            "07FF",
            "0800",
            "1000",
            "FFFF",
            "00000",
            "000001",
            "00001",
            "000a",
            "FFFFFF",
            "0000000000000A1",
            "0000.bak",
            "clog.lock",
            " ",
            "0001 ",
            "é",
            "-0001");

    @TempDir
    Path scratch;

    @RepeatedTest(40)
    void shouldComplainInOneLineWhenFoldersHoldGarbage(RepetitionInfo repetition) throws IOException {
        long seed = 20260711L + repetition.getCurrentRepetition();
        Random random = new Random(seed);
        Path data = Files.createDirectory(scratch.resolve("data"));
        Path pages = Files.createDirectory(data.resolve("pg_xact"));
        Path reference = Files.createDirectory(data.resolve("ref"));
        fill(pages, random);
        fill(reference, random);
        writeControl(Files.createDirectory(data.resolve("global")), random);
        Path prepared = Files.createDirectory(data.resolve("pg_twophase"));
        for (int i = random.nextInt(4); i > 0; i--) {
            Files.writeString(prepared.resolve(preparedName(random)), "");
        }
        Map<String, String> before = TestData.snapshot(data);

        String xid = Long.toString(random.nextLong() >>> (1 + random.nextInt(40)));
        for (List<?> words : List.of(
                List.of("verify", pages),
                List.of("verify", pages, "--format", "json"),
                List.of("inspect", pages),
                List.of("status", pages, xid, "0", "4294967299"),
                List.of("dump", pages, "--from", xid, "--to", Long.parseLong(xid) / 2 * 2 + 1),
                List.of("dump", pages, "--from", "1048570", "--to", "1048590", "--format", "hex"),
                List.of("diff", pages, reference))) {
            run(seed, words);
            run(seed, Stream.concat(words.stream(), Stream.of("--pgdata", data)).toList());
        }
        assertEquals(before, TestData.snapshot(data), "seed " + seed);
    }

    private static void run(long seed, List<?> words) {
        CommandRun run = CommandRun.of(words);
        String context = "seed " + seed + " " + words + "\n" + run.err();
        assertTrue(run.exitCode() >= 0 && run.exitCode() <= 2, context);
        assertFalse(run.err().contains("unexpected error"), context);
        assertTrue(
                run.errLines().stream().allMatch(line -> line.startsWith("clog: ") || line.startsWith("Try '")),
                context);
        // What a comparison can't read is a line of its output.
        assertTrue(run.exitCode() != 2 || !run.err().isEmpty() || words.contains("diff"), context);
    }

    private static void fill(Path folder, Random random) throws IOException {
        for (int i = random.nextInt(7); i > 0; i--) {
            Path entry = folder.resolve(NAMES.get(random.nextInt(NAMES.size())));
            if (Files.exists(entry, LinkOption.NOFOLLOW_LINKS)) {
                continue;
            }
            switch (random.nextInt(8)) {
                case 0 -> Files.createDirectory(entry);
                case 1 -> Files.createSymbolicLink(entry, Path.of("nowhere"));
                case 2 -> Files.createSymbolicLink(entry, entry.getFileName());
                default -> Files.write(entry, content(random));
            }
        }
    }

    private static byte[] content(Random random) {
        int[] sizes = {0, 1, 8191, 8192, 8193, 16384, 262144, 262145, 270336, 300_000};
        byte[] content = new byte[sizes[random.nextInt(sizes.length)]];
        if (random.nextBoolean()) {
            random.nextBytes(content);
        }
        return content;
    }

    private static String preparedName(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> String.format("%08X", random.nextInt());
            case 1 -> String.format("%016X", random.nextLong());
            case 2 -> String.format("%08X", random.nextInt(2_000_000));
            default -> "x" + random.nextInt(100);
        };
    }

    private static void writeControl(Path folder, Random random) throws IOException {
        byte[] image = Files.readAllBytes(TestData.fixture("pg15").resolve("global/pg_control"));
        ByteBuffer bytes = ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(64, random.nextLong() >>> (1 + random.nextInt(44)));
        bytes.putInt(84, random.nextInt() >>> random.nextInt(28));
        bytes.putInt(120, random.nextInt() >>> random.nextInt(32));
        bytes.putInt(16, random.nextInt(8));
        if (random.nextInt(4) == 0) {
            bytes.putInt(216, 1024 << random.nextInt(7));
        }
        CRC32C crc = new CRC32C();
        crc.update(image, 0, 288);
        bytes.putInt(288, (int) crc.getValue() + (random.nextInt(20) == 0 ? 1 : 0));
        Files.write(folder.resolve("pg_control"), image);
    }
}
