package dev.clog.tests.kill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogInUseException;
import dev.clog.groupcommit.Clog;
import dev.clog.groupcommit.ClogPreset;
import dev.clog.tests.child.CommitDurably;
import dev.clog.tests.process.ChildJvm;
import dev.clog.tests.process.RunningProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that commits through a journal is killed, again and again on one folder: FLT-3, LIF-1, LIF-8. */
class ClogKillIT {
    private static final int CYCLES = Integer.getInteger("clog.kill.cycles", 5);
    private static final int MOST_MILLIS = 300;
    private static final List<ClogPreset> PRESETS =
            List.of(ClogPreset.CLOG, ClogPreset.GROUP_UPDATE_RING, ClogPreset.BANKS);

    @TempDir
    Path temp;

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);
    private final DurableCommits commits = new DurableCommits();

    @Test
    @DisplayName("FLT-3, LIF-1: every acknowledged commit is there, trees are whole, and no id comes twice")
    void shouldKeepWhatWasAcknowledged() throws Exception {
        for (int cycle = 1; cycle <= CYCLES; cycle++) {
            runAndKill(PRESETS.get(cycle % PRESETS.size()), "late");
            try (Clog log = Clog.open(folder())) {
                assertEquals(List.of(), commits.problems(log), "seed=" + seed + " cycle=" + cycle);
            }
        }
        System.out.println("killed " + CYCLES + " times: seed=" + seed + " acknowledged=" + commits.acknowledged());
        assertTrue(commits.acknowledged() >= CYCLES, "seed=" + seed);
    }

    @Test
    @DisplayName("FLT-3: acknowledgements that come before the commit are found out as losses")
    void shouldFindOutEarlyAcknowledgements() throws Exception {
        List<String> problems = List.of();
        for (int cycle = 0; cycle < 5 && problems.isEmpty(); cycle++) {
            runAndKill(ClogPreset.CLOG, "early");
            try (Clog log = Clog.open(folder())) {
                problems = commits.problems(log);
            }
        }
        assertTrue(problems.stream().anyMatch(problem -> problem.startsWith("lost")), "seed=" + seed + " " + problems);
    }

    private Path folder() {
        return temp.resolve("log");
    }

    private void runAndKill(ClogPreset preset, String when) throws IOException, InterruptedException {
        int before = commits.acknowledged();
        try (RunningProcess process =
                ChildJvm.standard().start(CommitDurably.class, folder(), random.nextLong(), preset, when)) {
            process.expect("ready;");
            assertEquals(
                    "process " + process.pid(),
                    assertThrows(LogInUseException.class, () -> Clog.open(folder()))
                            .holder());
            while (commits.acknowledged() == before) {
                hear(process.readLine());
            }
            long end = System.nanoTime() + random.nextInt(MOST_MILLIS) * 1_000_000L;
            while (System.nanoTime() < end) {
                hear(process.readLine());
            }
            process.kill();
            for (String line = process.readLine(); line != null; line = process.readLine()) {
                hear(line);
            }
        }
    }

    private void hear(String line) {
        if (line == null) {
            throw new IllegalStateException("the committing process ended");
        }
        if (line.endsWith(";")) {
            commits.hear(line.substring(0, line.length() - 1));
        }
    }
}
