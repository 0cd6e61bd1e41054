package dev.clog.groupcommit.running;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogConfig;
import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore.Access;
import dev.clog.groupcommit.PageLogs;
import dev.clog.testkit.Crash;
import dev.clog.testkit.MemoryPageStore;
import dev.clog.testkit.ProbingPageStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Ids are handed out and, at every operation on the disk, the power fails in every way worth trying. */
@DisplayName("LIF-1: no id is handed out twice, whenever the power fails")
class XidCrashTest {
    private static final long PAGE = 32_768;
    private static final long FIRST = PAGE - 20;
    private static final int RANGE = 7;

    /** The reservation, in a file of its own: the two halves of a double write, the later whole one counts. */
    private static final class ReservedIds implements IdReservation {
        private final MemoryPageStore disk;
        private final PageFile file;
        private int writes;

        ReservedIds(MemoryPageStore disk) throws IOException {
            this.disk = disk;
            file = new ProbingPageStore(disk, operation -> {}).create("reserved");
            reserve(FIRST);
            disk.force();
        }

        @Override
        public void reserve(long endXid) throws IOException {
            file.write(ByteBuffer.allocate(8).putLong(0, endXid), 4096L * (writes++ % 2));
            file.force();
        }

        static long read(MemoryPageStore store) throws IOException {
            try (PageFile file = store.open("reserved", Access.READ)) {
                ByteBuffer bytes = ByteBuffer.allocate(8192);
                file.read(bytes, 0);
                return Math.max(bytes.getLong(0), bytes.getLong(4096));
            }
        }

        @Override
        public String toString() {
            return disk.toString();
        }
    }

    private final List<Long> handedOut = new ArrayList<>();
    private int crashes;

    @Test
    void shouldStartPastEveryIdThatWasHandedOut() throws IOException {
        MemoryPageStore ids = new MemoryPageStore();
        ReservedIds reserved = new ReservedIds(ids);
        MemoryPageStore pages = new MemoryPageStore();
        ProbingPageStore probed = new ProbingPageStore(pages, operation -> crashAll(pages, ids));
        TransactionStatusLog log =
                PageLogs.createStatuses(probed, LogConfig.wrapping32().withRange(FIRST, FIRST));
        XidAssigner assigner = new XidAssigner(
                FIRST,
                log,
                end -> {
                    crashAll(pages, ids);
                    reserved.reserve(end);
                    crashAll(pages, ids);
                },
                RANGE);
        for (int i = 0; i < 60; i++) {
            handedOut.add(assigner.assign());
            crashAll(pages, ids);
        }
        assertTrue(crashes > 70, "crashes=" + crashes);
        System.out.println("crashes=" + crashes);
    }

    private void crashAll(MemoryPageStore pages, MemoryPageStore ids) {
        if (handedOut.isEmpty()) {
            return; // the log is being made
        }
        for (Crash crash : Crash.worthTrying(pages.unsynced(), 2, 42)) {
            crashes++;
            try {
                reopen(pages.crash(crash), ids.crash(crash));
            } catch (IOException e) {
                throw new AssertionError(crash.toString(), e);
            }
        }
    }

    private void reopen(MemoryPageStore pages, MemoryPageStore ids) throws IOException {
        long next = ReservedIds.read(ids);
        long last = handedOut.get(handedOut.size() - 1);
        assertTrue(next > last, () -> "next=" + next + " last=" + last);
        assertTrue(
                next <= last + 2L * RANGE + 1,
                () -> "a crash loses two ranges at most: next=" + next + " last=" + last);
        LogConfig config = LogConfig.wrapping32().withRange(FIRST, next).withRecovery(true);
        try (TransactionStatusLog log = PageLogs.openStatuses(pages, config)) {
            log.endRecovery(next);
            assertTrue(last < log.endXid(), "its page is there");
            assertEquals(TransactionStatus.IN_PROGRESS, log.status(last));
            XidAssigner again = new XidAssigner(next, log, IdReservation.NONE, RANGE);
            assertEquals(next, again.assign());
        }
    }
}
