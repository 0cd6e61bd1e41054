package dev.clog.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiffCommandTest {
    private static final Path DATA = TestData.fixture("wrap");
    private static final Path REFERENCE = DATA.resolve("pg_xact");

    @TempDir
    Path scratch;

    private Path pages;

    @BeforeEach
    void copyPages() throws IOException {
        pages = TestData.copy(REFERENCE, scratch.resolve("pg_xact"));
    }

    private CommandRun diff(String format) {
        return CommandRun.of("diff", pages, REFERENCE, "--pgdata", DATA, "--format", format);
    }

    @Test
    void shouldSaySoWhenNothingDiffers() {
        assertEquals(new CommandRun(0, "no differences\n", ""), diff("text"));
        assertEquals(new CommandRun(0, "first_xid,last_xid,status,reference\n", ""), diff("csv"));
    }

    @Test
    void shouldNameEveryIdThatDiffersWhenBytesDo() throws IOException {
        long seed = 17;
        Random random = new Random(seed);
        byte[] bytes = Files.readAllBytes(pages.resolve("0FFF"));
        for (int i = 0; i < 500; i++) {
            bytes[245_320 + random.nextInt(16_000)] = (byte) random.nextInt();
        }
        Files.write(pages.resolve("0FFF"), bytes);

        List<String> expected = new ArrayList<>();
        List<String> good = dump(REFERENCE);
        List<String> bad = dump(pages);
        for (int i = 1; i < good.size(); i++) {
            if (!good.get(i).equals(bad.get(i))) {
                expected.add(bad.get(i) + good.get(i).substring(good.get(i).indexOf(',')));
            }
        }
        List<String> actual = new ArrayList<>();
        for (String row : diff("csv").outLines().stream().skip(1).toList()) {
            String[] cells = row.split(",", -1);
            for (long xid = Long.parseLong(cells[0]); xid <= Long.parseLong(cells[1]); xid++) {
                actual.add(xid + "," + cells[2] + "," + cells[3]);
            }
        }
        assertTrue(expected.size() > 500, "seed " + seed);
        assertEquals(expected, actual, "seed " + seed);
        CommandRun text = diff("text");
        assertEquals(1, text.exitCode());
        assertTrue(text.out().contains("1 file differs: " + expected.size() + " ids in "), text.out());
    }

    private static List<String> dump(Path folder) {
        return CommandRun.of("dump", folder, "--pgdata", DATA).outLines();
    }

    @Test
    void shouldSayWhichSideLacksWhatWhenFilesAreMissingOrShort() throws IOException {
        Files.delete(pages.resolve("0FFF"));
        try (var channel = Files.newByteChannel(pages.resolve("0000"), StandardOpenOption.WRITE)) {
            channel.truncate(8192);
        }
        CommandRun text = diff("text");
        assertEquals(1, text.exitCode());
        assertTrue(text.out().contains("pg_xact/0FFF is missing here"), text.out());
        assertTrue(text.out().contains("pg_xact/0000 ends at offset 8192 here"), text.out());
        assertEquals(
                List.of("4293918720,4294967295,missing,", "4295000064,4295032831,missing,"),
                diff("csv").outLines().subList(1, 3));
        assertEquals(
                List.of("4293918720,4294967295,,missing", "4295000064,4295032831,,missing"),
                CommandRun.of("diff", REFERENCE, pages, "--pgdata", DATA, "--format", "csv")
                        .outLines()
                        .subList(1, 3));
    }

    @Test
    void shouldFailWhenAFileCanNotBeRead() throws IOException {
        Files.delete(pages.resolve("0FFF"));
        Files.createDirectory(pages.resolve("0FFF"));
        assertEquals(2, diff("text").exitCode());
        assertTrue(diff("text").out().contains("pg_xact/0FFF"), diff("text").out());
        assertEquals(2, diff("csv").exitCode());
        assertTrue(diff("csv").out().contains(",unreadable,\n"), diff("csv").out());
    }
}
