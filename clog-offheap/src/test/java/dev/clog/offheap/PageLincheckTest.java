package dev.clog.offheap;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.clog.api.TransactionStatus;
import java.nio.LongBuffer;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Lincheck's model checker tries schedules of setters, readers, checkpoints and evictions on heap words, switching at every
 * access to one, and compares the answers with those of all sequential orders.
 */
@DisplayName("STA-1, STA-5, LIF-3, PAG-3, PAG-5: no schedule shows a child first or loses a set")
class PageLincheckTest {
    /** A tree over three words. */
    public static class TreeAndReader {
        private static final long PARENT = 5;
        static final long[] CHILDREN = {6, 40, 70};

        private final Segment segment = new Segment(0, number -> Page.over(new FewWords(PageLayout.WORDS_PER_PAGE)));
        final Window window = ResidentWindow.empty(3, 32_768).with(segment);

        private TransactionStatus status(long xid) {
            return TransactionStatus.ofCode(StatusBits.codeOf(window.word(xid >> 5), xid));
        }

        @Operation
        public void commit() {
            TreeWriter.set(window, PARENT, CHILDREN, TransactionStatus.COMMITTED, 0);
        }

        @Operation
        public void commitNeighbours() {
            TreeWriter.set(window, 7, new long[] {41, 71}, TransactionStatus.COMMITTED, 0);
        }

        /** Whether a child is seen committed and its parent, looked at afterwards, is not: never. */
        @Operation
        public boolean seesAChildFirst() {
            boolean committed = status(CHILDREN[1]) == TransactionStatus.COMMITTED;
            return committed && status(PARENT) != TransactionStatus.COMMITTED;
        }

        /** The same of another child. */
        @Operation
        public boolean seesTheLastChildFirst() {
            boolean committed = status(CHILDREN[2]) == TransactionStatus.COMMITTED;
            return committed && status(PARENT) != TransactionStatus.COMMITTED;
        }
    }

    /** The children first: must be caught. */
    public static class ChildrenFirst extends TreeAndReader {
        @Override
        @Operation
        public void commit() {
            for (long child : CHILDREN) {
                TreeWriter.set(window, child, new long[0], TransactionStatus.COMMITTED, 0);
            }
            super.commit();
        }
    }

    /** A page, and the copy of it that a checkpoint would have written. */
    public static class SetAndCheckpoint {
        final Page page = new Page(new FewWords(PageLayout.WORDS_PER_PAGE), 0);
        private final LongBuffer file = LongBuffer.allocate(PageLayout.WORDS_PER_PAGE);

        void set(long xid) {
            bits(xid);
            page.markDirty();
        }

        final void bits(long xid) {
            int index = (int) (xid >> 5);
            long present;
            do {
                present = page.getVolatile(index);
            } while (!page.compareAndSet(index, present, present | StatusBits.maskOf(xid)));
        }

        /** C1 and C2, of the words that are set: all 1024 would look like a loop without end to the model checker. */
        private void copyIfDirty() {
            if (page.clearDirty()) {
                file.put(0, page.getVolatile(0));
                file.put(1, page.getVolatile(1));
            }
        }

        @Operation
        public void setFirst() {
            set(5);
        }

        @Operation
        public void setSecond() {
            set(40);
        }

        /** Whether a checkpoint that begins after a set has it in the file: always. */
        @Operation
        public boolean setThenCheckpoint() {
            set(6);
            synchronized (file) {
                copyIfDirty();
                return StatusBits.codeOf(file.get(0), 6) == 1;
            }
        }

        @Operation
        public void checkpoint() {
            synchronized (file) {
                copyIfDirty();
            }
        }
    }

    /** The same with the mark read before the bits are changed: must be caught. */
    public static class MarkBeforeBits extends SetAndCheckpoint {
        @Override
        void set(long xid) {
            page.markDirty();
            bits(xid);
        }
    }

    /** A slot that goes from page 1 to page 2 and back; page p has the word p. */
    public static class SlotAndReader {
        final SlotStamps stamps = new SlotStamps(1);
        final Slot slot = new Slot(null, 0, null, new FewWords(PageLayout.WORDS_PER_PAGE), stamps, 0);

        @Operation
        public void give() {
            synchronized (slot) {
                long next = slot.page() == 1 ? 2 : 1;
                slot.give(next);
                slot.compareAndSet(0, slot.getVolatile(0), next);
                slot.valid();
            }
        }

        /** Whether a reader of page 1 that is not told to look again has another page's word: never. */
        @Operation
        public boolean readsAnother() {
            long stamp = stamps.stamp(0);
            if (!stamps.isReadable(0, 1)) {
                return false;
            }
            long word = slot.getVolatile(0);
            return stamps.isStill(0, stamp) && word != 1;
        }
    }

    /** A reader that does not look again: must be caught. */
    public static class NoSecondLook extends SlotAndReader {
        @Override
        @Operation
        public boolean readsAnother() {
            return stamps.isReadable(0, 1) && slot.getVolatile(0) != 1;
        }
    }

    private static void check(Class<?> type) {
        new ModelCheckingOptions()
                .iterations(10)
                .invocationsPerIteration(1500)
                .threads(2)
                .actorsPerThread(2)
                .actorsBefore(0)
                .actorsAfter(1)
                .check(type);
    }

    @Test
    void shouldNeverShowAChildBeforeItsParent() {
        check(TreeAndReader.class);
    }

    @Test
    void shouldCatchChildrenSetFirst() {
        assertThrows(LincheckAssertionError.class, () -> check(ChildrenFirst.class));
    }

    @Test
    void shouldLoseNoSetToACheckpoint() {
        check(SetAndCheckpoint.class);
    }

    @Test
    void shouldCatchAMarkBeforeTheBits() {
        assertThrows(LincheckAssertionError.class, () -> check(MarkBeforeBits.class));
    }

    @Test
    void shouldNeverReadAnotherPagesWord() {
        check(SlotAndReader.class);
    }

    @Test
    void shouldCatchAReaderThatDoesNotLookAgain() {
        assertThrows(LincheckAssertionError.class, () -> check(NoSecondLook.class));
    }
}
