package dev.clog.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.clog.api.IdSpace;
import dev.clog.api.PageSpaceConfig;
import dev.clog.offheap.ModelRun.Kind;
import dev.clog.offheap.ModelRun.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * STA-1, STA-3, STA-9, LIF-1 to LIF-4: a log does what a map from id to status does, through random trees across words,
 * pages and segments, checkpoints, evictions, truncations, leases, reopening, and past 2^32. 100,000 steps in all; a failed
 * run prints its seed and the least steps that fail. {@code -Dclog.seed=n} repeats it.
 */
class LogModelTest {
    private static final int STEPS = 100_000;
    private static final int STEPS_IN_RUN = 1000;
    private static final int MOST_SHRINKS = 300;

    static Stream<Arguments> spaces() {
        return PageSpaces.all().stream()
                .flatMap(pages -> Stream.of(IdSpace.values()).map(ids -> Arguments.of(pages, ids)));
    }

    @ParameterizedTest
    @MethodSource("spaces")
    @DisplayName("A log answers as a map does, after every step")
    void shouldAnswerAsAMapDoes(PageSpaceConfig pages, IdSpace idSpace) {
        int runs = (int) (STEPS / STEPS_IN_RUN / spaces().count()) + 1;
        for (int run = 0; run < runs; run++) {
            long seed = Long.getLong("clog.seed", System.nanoTime());
            List<Step> steps = steps(seed);
            String wrong = ModelRun.run(pages, idSpace, steps);
            if (wrong != null) {
                List<Step> least = shrink(pages, idSpace, steps);
                fail("seed=" + seed + ": " + wrong + "\nleast steps: " + least + "\n"
                        + ModelRun.run(pages, idSpace, least));
            }
        }
    }

    private static List<Step> steps(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < STEPS_IN_RUN; i++) {
            steps.add(new Step(Kind.of(random.nextInt(100)), random.nextLong()));
        }
        return steps;
    }

    /** Leaves out as many steps as may go while the run still fails: halves, then quarters, down to single ones. */
    private static List<Step> shrink(PageSpaceConfig pages, IdSpace idSpace, List<Step> failing) {
        List<Step> least = failing;
        int tries = 0;
        for (int chunk = least.size() / 2; chunk > 0 && tries < MOST_SHRINKS; chunk /= 2) {
            for (int from = 0; from < least.size() && tries < MOST_SHRINKS; tries++) {
                List<Step> fewer = new ArrayList<>(least.subList(0, from));
                fewer.addAll(least.subList(Math.min(least.size(), from + chunk), least.size()));
                if (ModelRun.run(pages, idSpace, fewer) != null) {
                    least = fewer;
                } else {
                    from += chunk;
                }
            }
        }
        return least;
    }

    @Test
    @DisplayName("The test of the test: a run that loses a status is found out, and shrunk to a few steps")
    void shouldFindALostStatus() {
        SplittableRandom random = new SplittableRandom(1);
        for (PageSpaceConfig pages : PageSpaces.all()) {
            List<Step> steps = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                steps.add(new Step(i == 150 ? Kind.LOSE : Kind.of(random.nextInt(100)), random.nextLong()));
            }
            assertNotNull(ModelRun.run(pages, IdSpace.FULL_64, steps));
            List<Step> least = shrink(pages, IdSpace.FULL_64, steps);
            assertTrue(least.size() <= 3, least::toString);
            assertEquals(
                    1, least.stream().filter(step -> step.kind() == Kind.LOSE).count());
        }
    }
}
