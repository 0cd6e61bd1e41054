package dev.clog.offheap;

import static dev.clog.api.TransactionStatus.ABORTED;
import static dev.clog.api.TransactionStatus.COMMITTED;
import static dev.clog.api.TransactionStatus.IN_PROGRESS;
import static dev.clog.api.TransactionStatus.SUB_COMMITTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.StatusChangeException;
import dev.clog.api.TransactionStatus;
import dev.clog.offheap.format.WordBits;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** STA-1, STA-2, STA-3: what every reader, and every crash, can see between two steps of a setter. */
class TreeWriterTest {
    private static final long PAGE = 32768;

    /** Runs {@code observer} after every change of a word. */
    private static final class WatchedWords extends HeapWords {
        private Runnable observer = () -> {};
        private int changes;
        private int lastIndex;

        @Override
        long compareAndExchange(int index, long expected, long update) {
            long witness = super.compareAndExchange(index, expected, update);
            changes++;
            lastIndex = index;
            observer.run();
            return witness;
        }
    }

    private final WatchedWords words = new WatchedWords();
    private final Segment segment = new Segment(0, number -> Page.over(words));
    private final Window window = ResidentWindow.empty(3, 32 * PAGE).with(segment);

    private TransactionStatus status(long xid) {
        return TransactionStatus.ofCode(StatusBits.codeOf(words.getVolatile((int) (xid >>> 5)), xid));
    }

    private void set(long xid, long[] children, TransactionStatus status) {
        TreeWriter.set(window, xid, children, status, 0);
    }

    @Test
    void shouldSetAWordfulInOneStep() {
        set(64, LongStream.rangeClosed(65, 95).toArray(), COMMITTED);
        assertEquals(1, words.changes);
        assertEquals(WordBits.ALL_LANES, words.getVolatile(2));
    }

    @Test
    void shouldNeverShowAChildCommittedBeforeItsParent() {
        long[] children = {70, 100, 101, 5 * PAGE, 5 * PAGE + 1, PAGE - 1, 20 * PAGE + 7};
        int[] seen = new int[4];
        words.observer = () -> {
            seen[status(children[1]).code()]++;
            for (long child : children) {
                boolean fits = status(child) != COMMITTED || status(64) == COMMITTED;
                assertTrue(fits, () -> "child " + child + " is committed, its parent is " + status(64));
            }
        };
        set(64, children, COMMITTED);
        assertTrue(seen[SUB_COMMITTED.code()] > 0, "the children went through sub-committed");
        for (long child : children) {
            assertEquals(COMMITTED, status(child));
        }
    }

    @Test
    void shouldCommitTheParentWithTheChildrenOfItsWord() {
        words.observer = () -> assertEquals(status(64), status(70));
        set(64, new long[] {70, 500}, COMMITTED);
        assertEquals(3, words.changes, "one word outside, twice, and the parent's");
    }

    @Test
    void shouldAbortWithoutAFirstPhase() {
        words.observer = () -> assertTrue(status(500) != SUB_COMMITTED);
        set(64, new long[] {500, 3 * PAGE}, ABORTED);
        assertEquals(ABORTED, status(64));
        assertEquals(ABORTED, status(500));
        assertEquals(ABORTED, status(3 * PAGE));
    }

    @Test
    void shouldFinishATreeThatStoppedHalfWay() {
        long[] children = {500, 3 * PAGE};
        words.observer = () -> {
            if (status(3 * PAGE) == SUB_COMMITTED) {
                throw new IllegalStateException("crash");
            }
        };
        assertThrows(IllegalStateException.class, () -> set(64, children, COMMITTED));
        assertEquals(IN_PROGRESS, status(64));
        words.observer = () -> {};
        set(64, children, COMMITTED);
        assertEquals(COMMITTED, status(3 * PAGE));
        assertEquals(COMMITTED, status(64));
    }

    @Test
    void shouldChangeNothingWhenSetTwice() {
        long[] children = {500, 3 * PAGE};
        set(64, children, COMMITTED);
        int changes = words.changes;
        set(64, children, COMMITTED);
        assertEquals(changes, words.changes);
    }

    @Test
    void shouldRefuseToTurnAFinalStatusAndChangeNothing() {
        set(500, new long[0], ABORTED);
        StatusChangeException refused =
                assertThrows(StatusChangeException.class, () -> set(64, new long[] {65, 3 * PAGE, 500}, COMMITTED));
        assertEquals("xid 500 is aborted and can't become committed", refused.getMessage());
        assertEquals(500, refused.xid());
        assertEquals(IN_PROGRESS, status(64));
        assertEquals(IN_PROGRESS, status(65));
        assertEquals(IN_PROGRESS, status(3 * PAGE));
        set(7, new long[0], COMMITTED);
        refused = assertThrows(StatusChangeException.class, () -> set(5, new long[] {6, 7}, ABORTED));
        assertEquals("xid 7 is committed and can't become aborted", refused.getMessage());
        assertEquals(IN_PROGRESS, status(6));
    }

    @Test
    void shouldLetASubCommittedLeftoverAbort() {
        words.observer = () -> {
            throw new IllegalStateException("crash");
        };
        assertThrows(IllegalStateException.class, () -> set(64, new long[] {500}, COMMITTED));
        assertEquals(SUB_COMMITTED, status(500));
        words.observer = () -> {};
        set(64, new long[] {500}, ABORTED);
        assertEquals(ABORTED, status(500));
    }

    @Test
    void shouldMarkThePageOfEveryIdAfterItsBits() {
        words.observer = () -> segment.page(words.lastIndex / 1024).clearDirty();
        set(64, new long[] {5 * PAGE, 9 * PAGE}, COMMITTED);
        assertTrue(segment.page(0).clearDirty());
        assertTrue(segment.page(5).clearDirty());
        assertTrue(segment.page(9).clearDirty());
        set(64, new long[] {5 * PAGE, 9 * PAGE}, COMMITTED);
        assertTrue(segment.page(0).clearDirty(), "marked again although the bits were right already");
    }

    @Test
    void shouldRaiseTheLsnOfEachWordBeforeItsBits() {
        words.observer = () -> {
            assertEquals(
                    77, segment.page(status(3 * PAGE) == IN_PROGRESS ? 0 : 3).largestLsn());
        };
        TreeWriter.set(window, 64, new long[] {3 * PAGE}, COMMITTED, 77);
        words.observer = () -> {};
        TreeWriter.set(window, 70, new long[0], COMMITTED, 50);
        assertEquals(77, segment.page(0).largestLsn(), "the group keeps the largest");
        assertEquals(0, segment.page(1).largestLsn());
    }

    @Test
    void shouldTakeChildrenInAnyOrder() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            long base = 1000L + round * 4000L;
            long[] children =
                    random.longs(random.nextInt(50), base + 1, base + 4000).toArray();
            TransactionStatus status = random.nextBoolean() ? COMMITTED : ABORTED;
            set(base, children, status);
            assertEquals(status, status(base));
            for (long child : children) {
                assertEquals(status, status(child), "seed=" + seed + " round=" + round);
            }
        }
    }
}
