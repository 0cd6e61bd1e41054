package dev.clog.tests.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.clog.api.LogConfig;
import dev.clog.api.LogInUseException;
import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import dev.clog.groupcommit.PageLogs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Side by side with a real server, where one is installed: it answers for every id before it stops, and we must answer the
 * same from its files (FMT-1 to FMT-3); what we write into them, it must believe.
 */
class PostgresIT {
    private static final String ABORTED = TransactionStatus.ABORTED.toString();
    private static final String COMMITTED = TransactionStatus.COMMITTED.toString();
    private static final String IN_PROGRESS = TransactionStatus.IN_PROGRESS.toString();
    private static final int MANY = 100_000;
    private static final int XIDS_PER_PAGE = 32_768;

    @TempDir
    Path serverFolder;

    @TempDir
    Path temp;

    private PostgresPrograms programs;
    private ServerUser user;

    @BeforeEach
    void findServer() throws InterruptedException {
        Optional<PostgresPrograms> found = PostgresPrograms.find();
        assumeTrue(found.isPresent(), "no PostgreSQL server, 13 or later, is installed here");
        programs = found.orElseThrow();
        Optional<ServerUser> unprivileged = ServerUser.find();
        assumeTrue(unprivileged.isPresent(), "no way to run a PostgreSQL server as somebody else than root");
        user = unprivileged.orElseThrow();
    }

    @Test
    @DisplayName("FMT-1: we answer as the server does for every id; it believes what we write, and goes on from there")
    void shouldAgreeWithTheServer() throws Exception {
        try (PostgresCluster cluster = PostgresCluster.create(programs, user, serverFolder)) {
            cluster.start();
            Workload workload = new Workload(cluster);
            workload.prepare();
            Ghosts ghosts = Ghosts.die(cluster);
            workload.runSmallOnes();
            workload.runManyOnes();
            assertRefusedWhileItRuns(cluster);
            Answers answers = Answers.ofServer(cluster);
            assertEveryKindIsThere(answers, ghosts);
            cluster.stop("fast");

            assertSame(answers.with(ghosts.all(), IN_PROGRESS), cluster);
            raise(ghosts, cluster, answers);
            assertNoForeignFiles(cluster);

            cluster.start();
            assertEquals(List.of("child of raised", "raised"), cluster.query("SELECT who FROM ghost ORDER BY who;"));
            answers = answers.with(ghosts.raised(), COMMITTED);
            assertEquals(List.of(), answers.differences(Answers.ofServer(cluster)));

            workload.runManyOnes();
            Answers later = Answers.ofServer(cluster);
            assertEquals(List.of(), answers.differences(later));
            cluster.stop("fast");
            assertSame(later.with(ghosts.dead(), IN_PROGRESS), cluster);
        }
    }

    /** LIF-8 of a folder that a server has. */
    private static void assertRefusedWhileItRuns(PostgresCluster cluster) throws IOException {
        Path processFile = cluster.data().resolve("postmaster.pid");
        String pid = Files.readAllLines(processFile).get(0);
        LogInUseException refusal = assertThrows(
                LogInUseException.class,
                () -> PageLogs.openStatuses(
                        cluster.statusFolder(), LogConfig.wrapping32().withRange(3, 4)));
        assertTrue(refusal.getMessage().contains(processFile.toString()), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("pid " + pid), refusal.getMessage());
        assertNoForeignFiles(cluster);
    }

    /** The server calls a crashed transaction aborted; its bits say in progress. */
    private static void assertEveryKindIsThere(Answers answers, Ghosts ghosts) {
        assertTrue(answers.end() - answers.first() > MANY, answers::toString);
        assertTrue(answers.end() / XIDS_PER_PAGE - answers.first() / XIDS_PER_PAGE >= 3);
        Map<String, Long> counts = answers.counts();
        assertTrue(counts.get(COMMITTED) > MANY / 2, counts::toString);
        assertTrue(counts.get(ABORTED) > MANY / 5, counts::toString);
        // Two prepared ones, with the children that were not rolled back.
        assertTrue(counts.get(IN_PROGRESS) > 40, counts::toString);
        ghosts.all().forEach(xid -> assertEquals(ABORTED, answers.byXid().get(xid), () -> "xid=" + xid));
    }

    private void assertSame(Answers expected, PostgresCluster cluster) throws Exception {
        String verification = Answers.command(
                "verify",
                cluster.statusFolder().toString(),
                "--pgdata",
                cluster.data().toString());
        assertTrue(verification.contains("no findings"), verification);
        assertEquals(List.of(), expected.differences(expected.ofCommand(cluster, temp)));
        Answers found;
        try (TransactionStatusLog log = open(cluster, expected)) {
            found = expected.ofLog(log);
        }
        assertEquals(List.of(), expected.differences(found));
        Answers wrong = expected.with(List.of(expected.end() - 1), TransactionStatus.SUB_COMMITTED.toString());
        assertEquals(1, wrong.differences(found).size());
    }

    /** Opens the server's log for the ids that its control file says it has. */
    private static TransactionStatusLog open(PostgresCluster cluster, Answers answers) throws Exception {
        Map<String, String> control = cluster.controlData();
        assertEquals("shut down", control.get("Database cluster state"));
        String next = control.get("Latest checkpoint's NextXID");
        assertEquals("0:" + answers.end(), next);
        assertEquals(Long.toString(answers.first()), control.get("Latest checkpoint's oldestXID"));
        return PageLogs.openStatuses(
                cluster.statusFolder(), LogConfig.wrapping32().withRange(answers.first(), answers.end()));
    }

    private static void raise(Ghosts ghosts, PostgresCluster cluster, Answers answers) throws Exception {
        try (TransactionStatusLog log = open(cluster, answers)) {
            log.setTree(ghosts.raised().get(0), new long[] {ghosts.raised().get(1)}, TransactionStatus.COMMITTED);
        }
    }

    private static void assertNoForeignFiles(PostgresCluster cluster) throws IOException {
        try (Stream<Path> files = Files.list(cluster.statusFolder())) {
            assertEquals(
                    List.of("0000"),
                    files.map(file -> file.getFileName().toString()).toList());
        }
    }
}
