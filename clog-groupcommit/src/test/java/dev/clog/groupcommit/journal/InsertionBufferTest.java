package dev.clog.groupcommit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** GRP-11: many insert at once, with one lock and with more; what is written out is whole, in order, once. */
class InsertionBufferTest {
    private static final int EFFORT = Integer.getInteger("clog.effort", 1);
    private static final long SEED = Long.getLong("clog.seed", System.nanoTime());
    private static final int THREADS = 12;
    private static final int EACH = 2_000;

    /** Collects what is written. */
    private static final class Written implements InsertionBuffer.Target {
        final ByteBuffer bytes = JournalLayout.buffer(32 << 20);

        @Override
        public void write(ByteBuffer part, long lsn) {
            assertEquals(bytes.position(), lsn);
            bytes.put(part);
        }
    }

    @Test
    @DisplayName("GRP-11: with 1, 2 and 8 locks, and a buffer smaller than some records, every record is written once")
    void shouldWriteEveryRecordOnce() throws InterruptedException {
        for (int locks : new int[] {1, 2, 8}) {
            for (int round = 0; round < EFFORT; round++) {
                Written written = new Written();
                InsertionBuffer buffer = new InsertionBuffer(written, () -> 0, 0, 4 << 10, locks);
                insertAndWriteOut(buffer, SEED + round);
                check(written.bytes.flip(), "locks=" + locks + " seed=" + (SEED + round));
            }
        }
    }

    @Test
    @DisplayName("a writer that does not wait for insertions below its target writes holes: the test of the test")
    void shouldSeeThatAWriterMustWait() throws InterruptedException {
        for (int round = 0; ; round++) {
            Written written = new Written();
            InsertionBuffer hasty = new InsertionBuffer(written, () -> 0, 0, 64 << 10, 8) {
                @Override
                void awaitInsertions(long lsn) {}
            };
            insertAndWriteOut(hasty, SEED + round);
            try {
                check(written.bytes.flip(), "hasty");
            } catch (AssertionError seen) {
                return;
            }
            assertTrue(round < 50, "no hole was seen");
        }
    }

    private static void insertAndWriteOut(InsertionBuffer buffer, long seed) throws InterruptedException {
        AtomicBoolean done = new AtomicBoolean();
        AtomicLong promised = new AtomicLong();
        try (Committers committers = new Committers()) {
            Committers inserters = new Committers();
            for (int t = 0; t < THREADS; t++) {
                int thread = t;
                inserters.start(() -> {
                    SplittableRandom random = new SplittableRandom(seed ^ thread);
                    for (int i = 0; i < EACH; i++) {
                        int children = random.nextInt(200) == 0 ? random.nextInt(1_000) : random.nextInt(4);
                        long[] values = random.longs(children).toArray();
                        long end =
                                buffer.insert(RecordLayout.encode(RecordKind.COMMIT, (long) thread << 32 | i, values));
                        promised.accumulateAndGet(end, Math::max);
                    }
                    return null;
                });
            }
            committers.start(() -> {
                while (!done.get()) {
                    buffer.writeOut();
                }
                return buffer.writeOut();
            });
            try {
                inserters.join();
            } finally {
                done.set(true);
            }
            committers.join();
        }
        assertEquals(promised.get(), buffer.appendedLsn());
    }

    private static void check(ByteBuffer bytes, String what) {
        Map<Integer, Integer> next = new HashMap<>();
        int at = 0;
        while (at < bytes.limit()) {
            int length = bytes.getInt(at);
            int count = bytes.getInt(at + RecordLayout.COUNT_OFFSET);
            assertTrue(
                    RecordLayout.isLength(length, count) && RecordLayout.isSealed(bytes, at, length, at),
                    what + ": no record at " + at);
            long xid = bytes.getLong(at + RecordLayout.FIRST_OFFSET);
            assertEquals(next.merge((int) (xid >> 32), 1, Integer::sum) - 1, (int) xid, what);
            at += length;
        }
        assertEquals(THREADS, next.size(), what);
        next.values().forEach(records -> assertEquals(EACH, records, what));
    }

    @Test
    @DisplayName("a write that fails reaches those who insert and those who write, for good")
    void shouldFailForGood() throws InterruptedException {
        AtomicBoolean healthy = new AtomicBoolean();
        InsertionBuffer buffer = new InsertionBuffer(
                (bytes, lsn) -> {
                    if (!healthy.get()) {
                        throw new IOException("disk");
                    }
                },
                () -> 0,
                0,
                4 << 10,
                8);
        List<Committers.Committer> crowd = new ArrayList<>();
        try (Committers committers = new Committers()) {
            for (int t = 0; t < 8; t++) {
                crowd.add(committers.start(() -> {
                    while (true) {
                        buffer.insert(RecordLayout.encode(RecordKind.COMMIT, 3));
                    }
                }));
            }
            for (Committers.Committer inserter : crowd) {
                inserter.join();
                assertTrue(inserter.failure instanceof IOException, String.valueOf(inserter.failure));
            }
        }
        healthy.set(true);
        assertThrows(IOException.class, buffer::writeOut);
        assertThrows(IOException.class, () -> buffer.insert(RecordLayout.encode(RecordKind.COMMIT, 3)));
    }
}
