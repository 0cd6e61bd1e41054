package dev.clog.groupcommit.journal;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogConfig;
import dev.clog.api.PageCacheConfig;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.ResidentWindowConfig;
import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.WriteAheadLog;
import dev.clog.offheap.PagedStatusLog;
import dev.clog.testkit.Crash;
import dev.clog.testkit.ForwardingPageFile;
import dev.clog.testkit.ForwardingPageStore;
import dev.clog.testkit.MemoryPageStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** STA-5 with the real journal: at every write of the status log, what a power loss would leave of the journal has it all. */
class WriteAheadOfStatusTest {
    private static final long SEED = Long.getLong("clog.seed", System.nanoTime());
    private static final int PAGE = 32_768;
    private static final int PAGES = 12;
    private static final int COMMITTERS = 3;
    private static final int EACH = 4_000;
    private static final int CHECKPOINT_EACH = 100;
    private static final JournalConfig SMALL = JournalConfig.defaults()
            .withFileBytes(64 << 10)
            .withBufferBytes(32 << 10)
            .withWriterDelayMs(5);

    private final MemoryPageStore journalFiles = new MemoryPageStore();
    private final AtomicReference<String> broken = new AtomicReference<>();
    private final AtomicLong looks = new AtomicLong();

    static Stream<PageSpaceConfig> spaces() {
        return Stream.of(
                PageCacheConfig.ofControlLock(4),
                PageCacheConfig.ofBanks(16).withCleaner(true),
                new ResidentWindowConfig());
    }

    @ParameterizedTest
    @MethodSource("spaces")
    @DisplayName("STA-5: no status reaches a file before its record is durable in the journal")
    void shouldFlushTheJournalBeforeAStatusIsWritten(PageSpaceConfig pages) throws Exception {
        commitAsynchronously(pages, journal -> journal);
        assertNull(broken.get(), () -> broken.get() + " seed=" + SEED);
        assertTrue(looks.get() > 20, "looks=" + looks);
    }

    @ParameterizedTest
    @MethodSource("spaces")
    @DisplayName("a status log that does not flush is seen: the test of the test")
    void shouldSeeAStatusThatIsWrittenTooEarly(PageSpaceConfig pages) throws Exception {
        commitAsynchronously(pages, journal -> WriteAheadLog.NONE);
        assertNotNull(broken.get());
    }

    /** What the status log takes for the journal. */
    private interface Seen {
        WriteAheadLog as(CommitJournal journal);
    }

    private void commitAsynchronously(PageSpaceConfig pages, Seen seen) throws Exception {
        CheckingStore store = new CheckingStore();
        try (CommitJournal journal = CommitJournal.open(journalFiles, SMALL)) {
            LogConfig config = LogConfig.wrapping32().withPages(pages).withWriteAheadLog(seen.as(journal));
            try (TransactionStatusLog log = PagedStatusLog.create(store, config)) {
                log.extendTo(PAGES * PAGE - 1);
                store.watching = true;
                try (Committers committers = new Committers()) {
                    for (int t = 0; t < COMMITTERS; t++) {
                        int stripe = t;
                        committers.start(() -> {
                            SplittableRandom random = new SplittableRandom(SEED + stripe);
                            for (int i = 0; i < EACH; i++) {
                                // Each committer has ids of its own, on all pages.
                                long xid =
                                        3 + (long) random.nextInt(PAGES * PAGE / COMMITTERS - 3) * COMMITTERS + stripe;
                                long lsn = journal.append(xid, new long[0], TransactionStatus.COMMITTED);
                                log.setTree(xid, new long[0], TransactionStatus.COMMITTED, lsn);
                                if (i % CHECKPOINT_EACH == 0) {
                                    log.checkpoint(); // a resident window writes nothing else
                                }
                            }
                            return null;
                        });
                    }
                    committers.join();
                }
                log.checkpoint();
            }
        }
    }

    /** Looks at the bytes of a write before they reach the store. */
    private final class CheckingStore extends ForwardingPageStore {
        private static final int LOOK_AT_EACH = 20;

        private final AtomicLong writes = new AtomicLong();
        private volatile boolean watching;

        CheckingStore() {
            super(new MemoryPageStore());
        }

        @Override
        protected PageFile wrap(PageFile file) {
            return new ForwardingPageFile(file) {
                @Override
                public int write(ByteBuffer source, long offset) throws IOException {
                    if (watching && writes.getAndIncrement() % LOOK_AT_EACH == 0) {
                        check(source.duplicate(), offset);
                    }
                    return super.write(source, offset);
                }
            };
        }

        private void check(ByteBuffer bytes, long offset) {
            Set<Long> durable = new HashSet<>();
            try (CommitJournal left = CommitJournal.open(journalFiles.crash(Crash.losingAll()), SMALL)) {
                left.replay(new JournalVisitor() {
                    @Override
                    public void committed(long xid, long[] children, long lsn) {
                        durable.add(xid);
                    }
                });
            }
            looks.getAndIncrement();
            for (long at = offset; bytes.hasRemaining(); at++) {
                int four = bytes.get();
                for (int i = 0; i < 4; i++) {
                    long xid = at * 4 + i;
                    if (((four >>> (2 * i)) & 3) == TransactionStatus.COMMITTED.code()
                            && xid > 2
                            && !durable.contains(xid)) {
                        broken.set("xid " + xid + " is written, and its record is not durable");
                    }
                }
            }
        }
    }
}
