package dev.clog.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.IdSpace;
import dev.clog.api.TransactionStatus;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The generator makes what tests of STA-1 need, and nothing that no engine would make. */
class TreeGeneratorTest {
    private static final long SEED = 4711;
    private static final long EPOCH = 1L << 32;

    @ParameterizedTest
    @EnumSource
    void shouldGiveEachIdOnceAndChildrenLaterThanParents(IdSpace idSpace) {
        TreeGenerator generator = new TreeGenerator(SEED, idSpace, EPOCH - 100_000);
        Set<Long> seen = new HashSet<>();
        while (generator.nextXid() < EPOCH + 1_000_000) {
            Tree tree = generator.next();
            assertTrue(seen.add(tree.xid()), tree::toString);
            assertFalse(idSpace.isReserved(tree.xid()), tree::toString);
            for (long child : tree.children()) {
                assertTrue(child > tree.xid(), tree::toString);
                assertTrue(seen.add(child), tree::toString);
                assertFalse(idSpace.isReserved(child), tree::toString);
            }
            assertTrue(tree.status().isFinal());
            assertTrue(tree.lastXid() < generator.nextXid(), tree::toString);
        }
    }

    @Test
    void shouldCrossEveryBoundary() {
        List<Tree> trees = new TreeGenerator(SEED, IdSpace.FULL_64, 3).next(1000);
        for (long boundary : new long[] {32, 32_768, 1_048_576}) {
            long crossing = trees.stream()
                    .filter(tree -> tree.xid() / boundary != tree.lastXid() / boundary)
                    .count();
            assertTrue(crossing >= 20, "boundary " + boundary + " is crossed by " + crossing);
        }
        assertTrue(trees.stream().anyMatch(tree -> tree.children().length == 0));
        assertTrue(trees.stream().anyMatch(tree -> tree.status() == TransactionStatus.ABORTED));
        assertTrue(interleave(trees), "no two transactions run side by side");
    }

    private static boolean interleave(List<Tree> trees) {
        for (int i = 1; i < trees.size(); i++) {
            if (trees.get(i).xid() < trees.get(i - 1).lastXid()) {
                return true;
            }
        }
        return false;
    }

    @Test
    void shouldRepeatItself() {
        TreeGenerator generator = new TreeGenerator(SEED, IdSpace.FULL_64, 3);
        String first = generator.next(50).toString();
        assertEquals(first, new TreeGenerator(SEED, IdSpace.FULL_64, 3).next(50).toString());
        assertNotEquals(
                first, new TreeGenerator(SEED + 1, IdSpace.FULL_64, 3).next(50).toString());
        assertTrue(generator.toString().contains(Long.toString(SEED)));
    }
}
