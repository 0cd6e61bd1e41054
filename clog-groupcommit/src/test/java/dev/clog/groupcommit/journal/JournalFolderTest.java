package dev.clog.groupcommit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.ClogException;
import dev.clog.api.LogFormatException;
import dev.clog.api.TransactionStatus;
import dev.clog.testkit.Crash;
import dev.clog.testkit.MemoryPageStore;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** FLT-2: a folder that is no journal gives an error with file, offset and expectation, and stays as it is. */
class JournalFolderTest {
    private static final int EFFORT = Integer.getInteger("clog.effort", 1);
    private static final long SEED = Long.getLong("clog.seed", System.nanoTime());
    private static final JournalConfig SMALL =
            JournalConfig.defaults().withFileBytes(8 << 10).withBufferBytes(4 << 10);

    private MemoryPageStore store = new MemoryPageStore();
    private String first;

    @BeforeEach
    void fill() throws IOException {
        try (CommitJournal journal = CommitJournal.open(store, SMALL)) {
            for (int i = 0; i < 600; i++) {
                journal.append(i, new long[0], TransactionStatus.COMMITTED);
            }
            long redo = journal.appendedLsn();
            journal.flush(journal.appendCheckpoint(new Checkpoint(redo, 600, 3)));
            journal.removeBefore(redo);
            for (int i = 0; i < 600; i++) {
                journal.append(i, new long[0], TransactionStatus.COMMITTED);
            }
        }
        first = store.entries().stream()
                .map(entry -> entry.name())
                .filter(JournalLayout::isFileName)
                .sorted()
                .findFirst()
                .orElseThrow();
        store = store.crash(Crash.keepingAll());
    }

    private void refuse(String file, long offset, String expectation) {
        LogFormatException refused = assertThrows(LogFormatException.class, () -> CommitJournal.open(store, SMALL));
        assertTrue(refused.file().endsWith(file), refused::getMessage);
        assertEquals(offset, refused.offset(), refused::getMessage);
        assertTrue(refused.getMessage().contains(expectation), refused::getMessage);
        assertEquals(0, store.unsynced());
        assertEquals(0, store.openFiles());
    }

    private byte[] changed(String name, int offset) throws IOException {
        byte[] content = store.content(name);
        content[offset] ^= 1;
        return content;
    }

    @Test
    void shouldRefuseAFileThatIsNone() throws IOException {
        store.add(first, changed(first, 0));
        refuse(first, 0, "magic");
    }

    @Test
    void shouldRefuseAHeaderThatChanged() throws IOException {
        store.add(first, changed(first, 13));
        refuse(first, 24, "checksum");
    }

    @Test
    void shouldRefuseAShortFile() throws IOException {
        store.add(first, Arrays.copyOf(store.content(first), 5_000));
        refuse(first, 5_000, "expected 8192 bytes, found 5000");
    }

    @Test
    void shouldRefuseAFileThatWasCutInItsHeader() throws IOException {
        store.add(first, new byte[10]);
        refuse(first, 0, "expected at least 28 bytes, found 10");
    }

    @Test
    void shouldRefuseAFileOfAnotherPlace() throws IOException {
        String other = JournalLayout.fileName(JournalLayout.firstLsn(first) + 4096);
        store.add(other, store.content(first));
        refuse(other, 16, "expected the first position");
    }

    @Test
    void shouldRefuseAJournalWithoutItsFirstFile() throws IOException {
        store.remove(first);
        store.force();
        refuse("memory", -1, "is missing");
    }

    @Test
    void shouldRefuseAJournalWithAGap() throws IOException {
        String second = JournalLayout.fileName(JournalLayout.firstLsn(first) + JournalLayout.capacity(8 << 10));
        store.remove(second);
        store.force();
        refuse(second, -1, "is missing");
    }

    @Test
    void shouldRefuseAStartThatChanged() throws IOException {
        store.add(JournalLayout.START_NAME, changed(JournalLayout.START_NAME, 17));
        refuse(JournalLayout.START_NAME, 24, "checksum");
    }

    @Test
    @DisplayName("garbage anywhere: an error of the product or a shorter journal, never another exception")
    void shouldSurviveGarbage() throws IOException {
        for (int i = 0; i < 500 * EFFORT; i++) {
            SplittableRandom random = new SplittableRandom(SEED + i);
            MemoryPageStore copy = store.crash(Crash.keepingAll());
            String[] names = copy.entries().stream().map(entry -> entry.name()).toArray(String[]::new);
            String name = names[random.nextInt(names.length)];
            byte[] content = copy.content(name);
            int from = random.nextInt(content.length);
            int length = Math.min(content.length - from, 1 << random.nextInt(12));
            for (int at = from; at < from + length; at++) {
                content[at] = (byte) random.nextInt();
            }
            copy.add(name, random.nextInt(4) == 0 ? Arrays.copyOf(content, from) : content);
            try (CommitJournal journal = CommitJournal.open(copy, SMALL)) {
                Recorded.of(journal);
            } catch (ClogException e) {
                assertTrue(e.getMessage().contains("file="), "seed=" + (SEED + i) + " " + e);
            }
            assertEquals(0, copy.openFiles(), "seed=" + (SEED + i));
        }
    }

    @Test
    @DisplayName("files of other names are left alone")
    void shouldLeaveOthersAlone() throws IOException {
        store.add("journal-readme", new byte[] {1});
        store.add("0000", new byte[] {2});
        store.add("journal-0000000000001000.bak", new byte[] {3});
        CommitJournal.open(store, SMALL).close();
        assertEquals(1, store.content("journal-readme").length);
        assertEquals(1, store.content("0000").length);
        assertEquals(1, store.content("journal-0000000000001000.bak").length);
    }
}
