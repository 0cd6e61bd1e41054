package dev.clog.groupcommit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogFormatException;
import dev.clog.api.PageCacheConfig;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.ResidentWindowConfig;
import dev.clog.api.TransactionStatus;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import dev.clog.groupcommit.journal.CommitJournal;
import dev.clog.groupcommit.journal.JournalConfig;
import dev.clog.groupcommit.journal.JournalVisitor;
import dev.clog.testkit.Crash;
import dev.clog.testkit.ForwardingPageFile;
import dev.clog.testkit.ForwardingPageStore;
import dev.clog.testkit.MemoryPageStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Several threads commit asynchronously and the power fails at each write of a status: the record of each status that is
 * written is in what is left of the journal, and the log that opens has lost nothing that was flushed, and no half of a tree.
 */
@DisplayName("STA-5, STA-10, FLT-3: asynchronous commits of several threads, and the power fails")
class ClogWriteAheadTest {
    private static final int COMMITTERS = 4;
    private static final int ROUNDS = 150 * Crew.EFFORT;
    private static final int CHECKPOINT_EACH = 15;
    /** Opening a crashed log takes longer than a look at its journal. */
    private static final int OPEN_EACH = 2;

    private static final JournalConfig JOURNAL =
            JournalConfig.defaults().withFileBytes(64 << 10).withBufferBytes(16 << 10);

    private final long seed = Long.getLong("clog.seed", System.nanoTime());
    private final Stores stores = new Stores();
    private final Ledger ledger = new Ledger();
    private final Set<Long> everDurable = ConcurrentHashMap.newKeySet();
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private final AtomicInteger looks = new AtomicInteger();
    private volatile Clog open;

    static Stream<PageSpaceConfig> spaces() {
        return Stream.of(
                new ResidentWindowConfig(),
                PageCacheConfig.ofBanks(16),
                PageCacheConfig.ofControlLock(4).withCleaner(true));
    }

    private static ClogConfig config(PageSpaceConfig pages) {
        return Stores.SMALL.withPages(pages).withJournal(JOURNAL);
    }

    @ParameterizedTest
    @MethodSource("spaces")
    void shouldLoseNoMoreThanWhatWasNotFlushed(PageSpaceConfig pages) {
        commit(config(pages), stores.journal());
        assertEquals(List.of(), problems, "seed=" + seed);
        assertTrue(looks.get() >= ROUNDS / CHECKPOINT_EACH, "looks=" + looks);
    }

    @ParameterizedTest
    @MethodSource("spaces")
    @DisplayName("mutant: a journal that says it is flushed and is not")
    void shouldSeeAStatusThatIsWrittenTooEarly(PageSpaceConfig pages) {
        commit(config(pages), new ForwardingPageStore(stores.journal()) {
            @Override
            protected PageFile wrap(PageFile file) {
                return new ForwardingPageFile(file) {
                    @Override
                    public void force() throws IOException {
                        if (open == null) {
                            super.force();
                        }
                    }
                };
            }
        });
        assertTrue(problems.stream().anyMatch(problem -> problem.startsWith("too early")), problems::toString);
    }

    private void commit(ClogConfig config, PageStore journal) {
        Clog log = Stores.open(config, new LookingStore(stores.statuses(), config), journal);
        open = log;
        try (Crew crew = new Crew()) {
            for (int t = 0; t < COMMITTERS; t++) {
                crew.start(() -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        commitAsynchronously(log, round % 3);
                        if (round % CHECKPOINT_EACH == 0) {
                            log.checkpoint();
                        }
                    }
                });
            }
        }
        open = null;
        log.close();
    }

    private void commitAsynchronously(Clog log, int childCount) {
        Ledger.Entry entry = ledger.begun(log.begin());
        long[] children = new long[childCount];
        for (int i = 0; i < childCount; i++) {
            children[i] = log.beginChild(entry.xid());
        }
        entry.begunChildren(children);
        entry.commits();
        entry.acknowledgedAt(log.commitAsync(entry.xid()));
    }

    /** Looks at what a power failure would leave, at each write of statuses. */
    private final class LookingStore extends ForwardingPageStore {
        private final ClogConfig config;

        LookingStore(MemoryPageStore statuses, ClogConfig config) {
            super(statuses);
            this.config = config;
        }

        @Override
        protected PageFile wrap(PageFile file) {
            return new ForwardingPageFile(file) {
                @Override
                public int write(ByteBuffer source, long offset) throws IOException {
                    Clog log = open;
                    if (log != null && problems.isEmpty()) {
                        look(log, source.duplicate(), offset);
                    }
                    return super.write(source, offset);
                }
            };
        }

        private void look(Clog log, ByteBuffer bytes, long offset) {
            int number = looks.getAndIncrement();
            Ledger.Moment moment = ledger.now(log.flushedLsn());
            // Of the statuses anything may have been kept; of the journal no more than what was forced.
            Stores left = stores.crash(Crash.keepingSome(seed + number).tornAt(512), Crash.losingAll());
            try {
                noteDurable(left);
            } catch (LogFormatException e) {
                // A file of the journal that is in its folder before its header is durable.
                problems.add("too early: the journal can't be read: " + e.getMessage());
                return;
            }
            for (long at = offset; bytes.hasRemaining(); at++) {
                int four = bytes.get();
                for (int i = 0; i < 4; i++) {
                    boolean committed = ((four >>> (2 * i)) & 3) == TransactionStatus.COMMITTED.code();
                    long xid = at * 4 + i;
                    if (committed && xid > 2 && !everDurable.contains(xid)) {
                        problems.add("too early: xid=" + xid + " is written, and its record is not durable");
                    }
                }
            }
            if (number % OPEN_EACH == 0) {
                try (Clog after = left.open(config)) {
                    problems.addAll(moment.problems(after));
                }
            }
        }

        /** What a checkpoint takes off the journal was looked at before. */
        private void noteDurable(Stores left) {
            // A journal writes to its files when it opens: not to those that a log will be opened with.
            try (CommitJournal journal =
                    CommitJournal.open(left.crash(Crash.keepingAll()).journal(), config.journal())) {
                journal.replay(new JournalVisitor() {
                    @Override
                    public void committed(long xid, long[] children, long lsn) {
                        everDurable.add(xid);
                        for (long child : children) {
                            everDurable.add(child);
                        }
                    }
                });
            }
        }
    }
}
