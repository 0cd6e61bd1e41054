package dev.clog.offheap.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.clog.offheap.format.StatusLayout;
import dev.clog.offheap.format.WordBits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Runs and sums over words, compared with one id after the other. */
class RunTrackerTest {
    private static final int XIDS = StatusLayout.XIDS_PER_WORD;
    private static final long LEAST = RunTracker.LEAST_XIDS;

    private record Run(long first, long last, boolean openStart, boolean openEnd) {}

    /** Words with long stretches of one status, a few words missing. */
    private static long[] words(Random random, int length) {
        long[] words = new long[length];
        int code = 0;
        for (int i = 0; i < length * XIDS; i++) {
            if (random.nextInt(90) == 0) {
                code = random.nextInt(4);
            }
            words[i / XIDS] |= (long) code << (2 * (i % XIDS));
        }
        return words;
    }

    private static int code(long[] words, int id) {
        return (int) (words[id / XIDS] >>> (2 * (id % XIDS)) & 3);
    }

    private static List<Run> model(long[] words, boolean[] there, int wanted) {
        List<Run> runs = new ArrayList<>();
        int total = words.length * XIDS;
        int start = -1;
        for (int i = 0; i <= total; i++) {
            boolean known = i < total && there[i / XIDS];
            if (known && code(words, i) == wanted) {
                start = start < 0 ? i : start;
            } else if (start >= 0) {
                if (i - start >= LEAST) {
                    runs.add(new Run(start, i - 1, start == 0 || !there[(start - 1) / XIDS], !known));
                }
                start = -1;
            }
        }
        return runs;
    }

    @Test
    @DisplayName("a stretch is found whole across words and pages, and is open where the stream is")
    void shouldFindSameRunsAsModel() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            long[] words = words(random, 60);
            boolean[] there = new boolean[words.length];
            for (int i = 0; i < there.length; i++) {
                there[i] = random.nextInt(12) > 0;
            }
            for (int code = 0; code < 4; code++) {
                List<Run> found = new ArrayList<>();
                RunTracker tracker = new RunTracker(
                        code * WordBits.ALL_LANES,
                        LEAST,
                        (first, last, openStart, openEnd) -> found.add(new Run(first, last, openStart, openEnd)));
                for (int i = 0; i < words.length; ) {
                    int end = i;
                    int most = Math.min(words.length, i + 1 + random.nextInt(5));
                    while (end < most && there[end]) {
                        end++;
                    }
                    if (end > i) {
                        tracker.page((long) i * XIDS, Arrays.copyOfRange(words, i, end));
                    }
                    i = Math.max(end, i + 1);
                }
                tracker.end();
                assertEquals(model(words, there, code), found, "seed=" + seed + " code=" + code);
            }
        }
    }

    @Test
    @DisplayName("ids, stretches, first and last of a sum are those of the ids one by one")
    void shouldSumUpAsModel() {
        for (long seed = 0; seed < 300; seed++) {
            long[] words = words(new Random(seed), 60);
            LaneSummary summary = new LaneSummary();
            long count = 0;
            long runs = 0;
            long first = -1;
            long last = -1;
            for (int i = 0; i < words.length; i++) {
                summary.add((long) i * XIDS, WordBits.aborted(words[i]));
            }
            for (int i = 0; i < words.length * XIDS; i++) {
                if (code(words, i) == 2) {
                    count++;
                    runs += last == i - 1 && last >= 0 ? 0 : 1;
                    first = first < 0 ? i : first;
                    last = i;
                }
            }
            assertEquals(
                    List.of(count, runs, first, last),
                    List.of(summary.count(), summary.runs(), summary.first(), summary.last()),
                    "seed=" + seed);
        }
    }

    @Test
    void shouldSayWhatIsInSum() {
        LaneSummary summary = new LaneSummary();
        summary.add(64, 1L << 4);
        assertEquals("XID 66", summary.toString());
        summary.add(96, 1L);
        assertEquals("2 XIDs in 2 runs from 66 to 96", summary.toString());
    }
}
