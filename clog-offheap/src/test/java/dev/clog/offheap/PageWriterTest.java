package dev.clog.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.IdSpace;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore.Access;
import dev.clog.testkit.MemoryPageStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * STA-5, LIF-3: a setter that comes while a page is written, at any place of the copying: its status is not written before
 * its position is flushed, and it is not lost. Each order of steps that {@link Page} asks for is also turned round, which
 * must break one of the two.
 */
class PageWriterTest {
    private static final int[] PLACES = {0, 1, 511, 1023};
    private static final long LSN = 9;

    /** What the copying of words is interrupted by, once. */
    private static final class InterruptedWords extends HeapWords {
        private int place = -1;
        private Runnable somebody;

        InterruptedWords() {
            super(PageLayout.WORDS_PER_PAGE);
        }

        @Override
        long getVolatile(int index) {
            if (index == place) {
                place = -1;
                somebody.run();
            }
            return super.getVolatile(index);
        }
    }

    /** A page with a status in word 7 that is durable in the engine's log, and its file. */
    private static final class Written {
        private final MemoryPageStore disk = new MemoryPageStore();
        private final EngineLog engine = new EngineLog();
        private final InterruptedWords words = new InterruptedWords();
        private final Page page = new Page(words, 0);
        private final PageFile file;

        Written() throws IOException {
            disk.add("0000", new byte[PageLayout.PAGE_BYTES]);
            file = disk.open("0000", Access.WRITE);
            setBits(7);
            page.markDirty();
        }

        void setBits(int word) {
            assertTrue(page.compareAndSet(word, 0, 1));
        }

        /** Steps S1 to S3. */
        void set(int word) {
            page.raiseLsn(word, LSN);
            setBits(word);
            page.markDirty();
        }

        /** Steps C1 to C4, by the product. */
        void write() {
            SegmentFiles files = new SegmentFiles(disk, PageLayout.ofStatuses(IdSpace.WRAPPING_32));
            new PageWriter(files, engine, new PageCounters()).write(page, 0, file, PageWriter.newStaging());
        }

        ByteBuffer copy() {
            ByteBuffer staging = PageWriter.newStaging();
            page.copyTo(staging.asLongBuffer());
            return staging;
        }

        /** What became of the status of a word. */
        String judge(int word) throws IOException {
            ByteBuffer content = ByteBuffer.allocate(PageLayout.PAGE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            assertEquals(PageLayout.PAGE_BYTES, file.read(content, 0));
            boolean written = content.getLong(word * Long.BYTES) != 0;
            if (written && engine.flushedLsn() < LSN) {
                return "written too early";
            }
            return written ? "written" : page.isDirty() ? "to be written" : "lost";
        }
    }

    /** Takes the page to its file, in some order of steps. */
    @FunctionalInterface
    private interface Writing {
        void write(Written written) throws IOException;
    }

    private static Set<String> judgements(Writing writing) throws IOException {
        Set<String> judgements = new TreeSet<>();
        for (int place : PLACES) {
            for (int word : PLACES) {
                Written written = new Written();
                written.words.place = place;
                written.words.somebody = () -> written.set(word);
                writing.write(written);
                judgements.add(written.judge(word));
            }
        }
        return judgements;
    }

    @Test
    @DisplayName(
            "STA-5, LIF-3: a status that comes during the copying is written with its log flushed, or the next time")
    void shouldNeitherLoseNorHurryAStatus() throws IOException {
        assertEquals(Set.of("written", "to be written"), judgements(Written::write));
    }

    @Test
    @DisplayName("STA-5, the test of the test: LSNs that are read before the words are copied miss one")
    void shouldHurryAStatusWhereLsnsAreReadFirst() throws IOException {
        Set<String> judgements = judgements(written -> {
            assertTrue(written.page.clearDirty());
            long lsn = written.page.largestLsn();
            ByteBuffer staging = written.copy();
            if (lsn > 0) {
                written.engine.flush(lsn);
            }
            written.file.write(staging, 0);
        });
        assertTrue(judgements.contains("written too early"), judgements::toString);
    }

    @Test
    @DisplayName("LIF-3, the test of the test: a mark that is cleared after the copying loses a status")
    void shouldLoseAStatusWhereTheMarkGoesLast() throws IOException {
        Set<String> judgements = judgements(written -> {
            ByteBuffer staging = written.copy();
            written.page.clearDirty();
            written.engine.flush(written.page.largestLsn());
            written.file.write(staging, 0);
        });
        assertTrue(judgements.contains("lost"), judgements::toString);
    }

    @Test
    @DisplayName("STA-5, the test of the test: a setter that raises the LSN after the bits is too late")
    void shouldHurryAStatusWhoseLsnComesLater() throws IOException {
        Written written = new Written();
        written.setBits(0);
        written.write();
        assertEquals("written too early", written.judge(0));
        written.page.raiseLsn(0, LSN);
    }

    @Test
    @DisplayName("LIF-3, the test of the test: a setter that marks the page before the bits loses them")
    void shouldLoseAStatusThatIsMarkedBeforeItIsSet() throws IOException {
        Written written = new Written();
        written.page.raiseLsn(0, LSN);
        written.page.markDirty();
        written.write();
        written.setBits(0);
        assertEquals("lost", written.judge(0));
    }
}
