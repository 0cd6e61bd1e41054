package dev.clog.tests.kill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogConfig;
import dev.clog.api.LogInUseException;
import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import dev.clog.groupcommit.PageLogs;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that commits is killed, again and again on one folder: FLT-3, LIF-3, LIF-8. The judge is this process, which
 * hears what was acknowledged.
 */
class KillIT {
    private static final int CYCLES = Integer.getInteger("clog.kill.cycles", 5);
    /** How often all transactions are looked at, and not only those since the kill before. */
    private static final int CYCLES_PER_FULL_CHECK = 25;

    private static final long FIRST_XID = (2L << 32) + 1_000_003;
    private static final int MOST_MILLIS = 300;

    @TempDir
    Path temp;

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);
    private final CommitPlan plan = new CommitPlan(seed, FIRST_XID);
    private final KillOracle oracle = new KillOracle(plan);

    @Test
    @DisplayName("FLT-3: nothing acknowledged is lost, nothing is invented, and the lock goes with its owner")
    void shouldKeepWhatWasAcknowledged() throws Exception {
        long before = 0;
        long unit = 0;
        long acknowledgedUnits = 0;
        for (int cycle = 1; cycle <= CYCLES; cycle++) {
            boolean full = cycle <= CYCLES_PER_FULL_CHECK || cycle % CYCLES_PER_FULL_CHECK == 0 || cycle == CYCLES;
            try (CommittingProcess process = CommittingProcess.start(folder(), plan, unit, false)) {
                assertRefusedNaming(process.pid(), unit);
                killSoon(process);
                recover(process, full ? 0 : before);
                acknowledgedUnits += process.durable() - unit;
                before = unit;
                unit = process.extended();
            }
            assertEquals(List.of(), oracle.problems(), "seed=" + seed + " cycle=" + cycle);
        }
        System.out.println("killed " + CYCLES + " times: seed=" + seed + " acknowledged=" + acknowledgedUnits
                + " traceless=" + oracle.tracelessUnits());
        assertTrue(acknowledgedUnits >= CYCLES, "seed=" + seed + " acknowledged=" + acknowledgedUnits);
    }

    private Path folder() {
        return temp.resolve("log");
    }

    private LogConfig holding(long end) {
        return LogConfig.wrapping32().withRange(FIRST_XID, plan.blockStart(end));
    }

    private void assertRefusedNaming(long pid, long unit) {
        LogInUseException refusal =
                assertThrows(LogInUseException.class, () -> PageLogs.openStatuses(folder(), holding(unit)));
        assertEquals("process " + pid, refusal.holder());
    }

    private void killSoon(CommittingProcess process) throws Exception {
        process.awaitAcknowledgement();
        Thread.sleep(random.nextInt(MOST_MILLIS));
        process.kill();
    }

    private void recover(CommittingProcess process, long first) {
        long end = process.extended();
        try (TransactionStatusLog log =
                PageLogs.openStatuses(folder(), holding(end).withRecovery(true))) {
            oracle.check(log, first, process.durable(), end);
            oracle.replay(log, process.durable(), end);
            log.endRecovery(plan.blockStart(end));
            oracle.check(log, first, end, end);
        }
    }

    @Test
    @DisplayName("FLT-3: acknowledgements that come before the checkpoint are found out as losses")
    void shouldFindOutEarlyAcknowledgements() throws Exception {
        try (CommittingProcess process = CommittingProcess.start(folder(), plan, 0, true)) {
            killSoon(process);
            recover(process, 0);
        }
        assertTrue(
                oracle.problems().stream().anyMatch(problem -> problem.startsWith("lost")),
                () -> "seed=" + seed + " " + oracle.problems());
    }

    @Test
    @DisplayName("FLT-3: a status that nobody set is found out as invented")
    void shouldFindOutInventedStatuses() throws Exception {
        try (CommittingProcess process = CommittingProcess.start(folder(), plan, 0, false)) {
            killSoon(process);
            recover(process, 0);
            assertEquals(List.of(), oracle.problems());
            long end = process.extended();
            long unit = LongStream.range(0, end)
                    .filter(each -> plan.outcome(each) == TransactionStatus.IN_PROGRESS)
                    .findFirst()
                    .orElseThrow();
            try (TransactionStatusLog log = PageLogs.openStatuses(folder(), holding(end))) {
                log.setTree(plan.xid(unit, 0), new long[0], TransactionStatus.COMMITTED);
                oracle.check(log, 0, end, end);
            }
        }
        assertTrue(
                oracle.problems().stream().allMatch(problem -> problem.startsWith("invented")),
                () -> "seed=" + seed + " " + oracle.problems());
        assertEquals(1, oracle.problems().size(), () -> "seed=" + seed + " " + oracle.problems());
    }
}
