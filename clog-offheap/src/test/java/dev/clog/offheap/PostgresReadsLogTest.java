package dev.clog.offheap;

import static dev.clog.api.TransactionStatus.ABORTED;
import static dev.clog.api.TransactionStatus.COMMITTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.clog.api.LogConfig;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.TransactionStatusLog;
import dev.clog.offheap.store.FilePageStore;
import dev.clog.testkit.Tree;
import dev.clog.testkit.TreeGenerator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * FMT-1 to FMT-3, LIF-4: a log that we used hard, 200,000 ids of random trees over three segments, two of them truncated
 * away, is put under a PostgreSQL 15 server, which answers the same for every id. Skipped where none is installed.
 */
class PostgresReadsLogTest {
    private static final Path PROGRAMS = Path.of("/usr/lib/postgresql/15/bin");
    private static final long SEGMENT = 1 << 20;
    private static final long FIRST = 3 * SEGMENT - 100_000;
    private static final long END = FIRST + 200_000;
    private static final long HORIZON = 2 * SEGMENT + 5;

    @TempDir
    private Path temp;

    static Stream<PageSpaceConfig> spaces() {
        return Stream.of(PageSpaces.all().get(0), PageSpaces.all().get(1));
    }

    @ParameterizedTest
    @MethodSource("spaces")
    @DisplayName("A server answers from our files what we set")
    void shouldBeBelievedByAServer(PageSpaceConfig pages) throws Exception {
        assumeTrue(Files.isExecutable(PROGRAMS.resolve("initdb")), "no PostgreSQL 15 is installed here");
        boolean root = "root".equals(System.getProperty("user.name"));
        assumeTrue(!root || Files.isExecutable(Path.of("/usr/sbin/runuser")), "no way to be another user than root");
        Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path data = temp.resolve("data");
        server(root, "initdb", "-D", data.toString(), "-A", "trust", "-U", "clog", "--no-sync");
        start(root, data);
        server(root, "vacuumdb", "-h", temp.toString(), "-U", "clog", "--all", "--freeze");
        server(root, "pg_ctl", "-D", data.toString(), "-w", "-m", "fast", "stop");

        long seed = System.nanoTime();
        Path folder = data.resolve("pg_xact");
        Map<Long, String> expected = write(folder, pages, seed);
        if (root) {
            run(List.of("chown", "-R", "postgres", folder.toString()));
        }
        server(root, "pg_resetwal", "-f", "-x", "" + END, "-u", "" + HORIZON, "-D", data.toString());
        start(root, data);
        try {
            String query = "SELECT xid, pg_xact_status(xid::text::xid8) FROM generate_series(" + FIRST + ", "
                    + (END - 1) + ") AS xid";
            List<String> answers =
                    server(root, "psql", "-h", temp.toString(), "-U", "clog", "-d", "postgres", "-AtF,", "-c", query);
            assertEquals(END - FIRST, answers.size());
            for (String answer : answers) {
                long xid = Long.parseLong(answer.substring(0, answer.indexOf(',')));
                // A transaction that is in progress in the files and does not run is aborted to a server.
                assertEquals(
                        xid + "," + expected.getOrDefault(xid, "aborted"), answer, () -> "seed=" + seed + " " + answer);
            }
        } finally {
            server(root, "pg_ctl", "-D", data.toString(), "-w", "-m", "fast", "stop");
        }
    }

    private static Map<Long, String> write(Path folder, PageSpaceConfig pages, long seed) throws IOException {
        Map<Long, String> expected = new TreeMap<>();
        LogConfig config = LogConfig.wrapping32().withRange(3, 1_000).withPages(pages);
        try (TransactionStatusLog log = PagedStatusLog.open(FilePageStore.openForWriting(folder), config)) {
            TreeGenerator generator = new TreeGenerator(seed, log.idSpace(), FIRST);
            log.extendTo(END);
            for (Tree tree = generator.next(); generator.nextXid() < END; tree = generator.next()) {
                if (tree.lastXid() < END) {
                    set(log, tree, expected);
                }
            }
            for (long xid = FIRST; xid < END; xid++) {
                if (!expected.containsKey(xid) && xid % 3 != 0) {
                    set(log, new Tree(xid, new long[0], xid % 5 == 0 ? ABORTED : COMMITTED), expected);
                }
                if (xid % 50_000 == 0) {
                    log.checkpoint();
                }
            }
            log.truncate(HORIZON);
        }
        assertTrue(expected.size() > 100_000);
        assertTrue(Files.notExists(folder.resolve("0000")) && Files.notExists(folder.resolve("0001")));
        return expected;
    }

    private static void set(TransactionStatusLog log, Tree tree, Map<Long, String> expected) {
        tree.set(log);
        expected.put(tree.xid(), tree.status().toString());
        for (long child : tree.children()) {
            expected.put(child, tree.status().toString());
        }
    }

    private void start(boolean root, Path data) throws IOException, InterruptedException {
        String options = "-c listen_addresses='' -c fsync=off -c autovacuum=off -k " + temp;
        String log = temp.resolve("server.log").toString();
        server(root, "pg_ctl", "-D", data.toString(), "-w", "-l", log, "-o", options, "start");
    }

    private static List<String> server(boolean root, String program, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(root ? List.of("/usr/sbin/runuser", "-u", "postgres", "--") : List.of());
        command.add(PROGRAMS.resolve(program).toString());
        command.addAll(List.of(arguments));
        return run(command);
    }

    private static List<String> run(List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile("clog", ".out");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(Path.of("/").toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            assertTrue(process.waitFor(120, TimeUnit.SECONDS), () -> "hangs: " + command);
            List<String> lines = Files.readAllLines(output, StandardCharsets.UTF_8);
            assertEquals(0, process.exitValue(), () -> command + ": " + lines);
            return lines;
        } finally {
            Files.delete(output);
        }
    }
}
