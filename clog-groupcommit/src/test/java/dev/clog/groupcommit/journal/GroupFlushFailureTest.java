package dev.clog.groupcommit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.clog.groupcommit.journal.Committers.Committer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** LIF-3: what a failed force, a close or a failed listener does to those who wait, and to those who come later. */
class GroupFlushFailureTest {
    private final CountedDevice device = new CountedDevice();
    private final GroupFlush flush = new GroupFlush(device, 0, CommitDelay.NONE);

    private List<Committer> crowd(Committers committers, int size) throws InterruptedException {
        return committers.crowd(size, flush, device);
    }

    @Test
    @DisplayName("a force that covers less than was appended before it is a failure, not an answer")
    void shouldRefuseAForceThatCoveredLess() {
        LogDevice lazy = new LogDevice() {
            @Override
            public long appendedLsn() {
                return 10;
            }

            @Override
            public long force() {
                return 9;
            }
        };
        GroupFlush careful = new GroupFlush(lazy, 0, CommitDelay.NONE);
        assertThrows(IOException.class, () -> careful.flush(10));
        assertNotNull(careful.end());
    }

    @Test
    @DisplayName(
            "LIF-3: a failed force reaches everyone who waits and everyone after, whatever it was, and is not repeated")
    void shouldDeliverAFailureToAll() throws InterruptedException {
        for (Throwable cause :
                List.of(new IOException("disk"), new InternalError("map"), new OutOfMemoryError("heap"))) {
            CountedDevice failing = new CountedDevice();
            GroupFlush fails = new GroupFlush(failing, 0, CommitDelay.NONE);
            List<Throwable> told = new ArrayList<>();
            fails.addListener((lsn, end) -> told.add(end));
            List<Committer> crowd = new ArrayList<>();
            try (Committers committers = new Committers()) {
                for (int i = 0; i < 32; i++) {
                    crowd.add(committers.start(() -> {
                        fails.flush(failing.append());
                        return null;
                    }));
                }
                for (Committer committer : crowd) {
                    Committers.await("all sleep", committer::isAsleep);
                }
                failing.failWith(cause);
                failing.permits.release(1);
                for (Committer committer : crowd) {
                    committer.join();
                    assertInstanceOf(IOException.class, committer.failure);
                }
            }
            assertEquals(1, failing.begun.get());
            assertEquals(0, fails.flushedLsn());
            failing.failWith(null);
            failing.permits.release(100);
            assertThrows(IOException.class, () -> fails.flush(1));
            assertEquals(1, failing.begun.get());
            assertEquals(1, told.size());
            assertEquals(cause, told.get(0).getCause());
        }
    }

    @Test
    @DisplayName("who was covered by a good force is answered well, though the next one fails before he runs")
    void shouldKeepWhatAGoodForceCovered() throws InterruptedException, IOException {
        try (Committers committers = new Committers()) {
            List<Committer> crowd = crowd(committers, 2);
            device.permits.release(1);
            Committers.await("the second force begins", () -> device.begun.get() == 2);
            device.failWith(new IOException("disk"));
            device.permits.release(1);
            crowd.get(1).join();
            crowd.get(0).join();
            assertInstanceOf(IOException.class, crowd.get(1).failure);
            assertEquals(null, crowd.get(0).failure);
            assertEquals(1, flush.flushedLsn());
            flush.flush(1); // whoever asks for it later, too
        }
    }

    @Test
    @DisplayName("closing answers all who wait, and refuses what comes later; what is durable stays so")
    void shouldAnswerAllAtTheClose() throws InterruptedException, IOException {
        try (Committers committers = new Committers()) {
            crowd(committers, 20);
            committers.start(() -> {
                flush.close();
                return null;
            });
            device.permits.release(100);
            committers.join();
        }
        assertEquals(20, flush.flushedLsn());
        device.append();
        assertThrows(IOException.class, () -> flush.flush(21));
        for (long lsn = 0; lsn <= 20; lsn++) {
            flush.flush(lsn);
        }
    }

    @Test
    @DisplayName("listeners are told each advance, hold up nobody, and may flush themselves")
    void shouldTellListeners() throws IOException {
        CountedDevice free = CountedDevice.free();
        GroupFlush flushing = new GroupFlush(free, 0, CommitDelay.NONE);
        ConcurrentLinkedQueue<Long> told = new ConcurrentLinkedQueue<>();
        flushing.addListener((lsn, end) -> {
            throw new IllegalStateException("a listener of no use");
        });
        flushing.addListener((lsn, end) -> {
            told.add(lsn);
            if (lsn == 1) {
                try {
                    flushing.flush(free.append());
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
        });
        flushing.flush(free.append());
        assertEquals(List.of(1L, 2L), List.copyOf(told));
    }

    @Test
    @DisplayName("an error of a listener does not reach a committer whose commit is durable, nor the next listener")
    void shouldKeepErrorsOfListenersFromCommitters() throws IOException {
        CountedDevice free = CountedDevice.free();
        GroupFlush flushing = new GroupFlush(free, 0, CommitDelay.NONE);
        List<Long> told = new ArrayList<>();
        flushing.addListener((lsn, end) -> {
            throw new AssertionError("a listener of no use");
        });
        flushing.addListener((lsn, end) -> told.add(lsn));
        flushing.flush(free.append());
        flushing.flush(free.append());
        assertEquals(List.of(1L, 2L), told);
        assertEquals(null, flushing.end());
    }
}
