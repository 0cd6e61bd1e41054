package dev.clog.offheap;

import dev.clog.api.PageIoException;
import dev.clog.api.spi.PageFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The segment files that a page cache has open: a miss does not open one, and a file that was written stays open until it
 * is forced, so that an error the kernel meets between the two is reported to that descriptor.
 *
 * <p>An open file counts its users, and can be closed only by whoever takes the count from 0 to -1.
 */
final class OpenSegments {
    private static final int MOST_IDLE = 256;
    private static final int CLOSED = -1;

    private final SegmentFiles files;
    private final ConcurrentHashMap<Long, Open> open = new ConcurrentHashMap<>();

    /** Held by the one that forces. */
    private final ReentrantLock forcing = new ReentrantLock();

    /** The force that failed; guarded by {@link #forcing}. */
    private PageIoException failure;

    /** Guarded by this. */
    private boolean closed;

    OpenSegments(SegmentFiles files) {
        this.files = files;
    }

    /** A file in use. */
    static final class Open {
        private final long segment;
        private final PageFile file;
        private final AtomicInteger users = new AtomicInteger(1);
        private volatile boolean unforced;

        Open(long segment, PageFile file) {
            this.segment = segment;
            this.file = file;
        }

        PageFile file() {
            return file;
        }

        private boolean enter() {
            int present = users.get();
            while (present != CLOSED) {
                if (users.compareAndSet(present, present + 1)) {
                    return true;
                }
                present = users.get();
            }
            return false;
        }

        /** Notes that it was written: after the write, for a force of before does not cover it, and before it is left. */
        void written() {
            unforced = true;
        }

        void exit() {
            users.getAndDecrement();
        }
    }

    /** The file of a segment, which is left by {@link Open#exit}. */
    Open enter(long segment) throws IOException {
        Open present = open.get(segment);
        if (present != null && present.enter()) {
            return present;
        }
        return openNow(segment);
    }

    private synchronized Open openNow(long segment) throws IOException {
        Open present = open.get(segment);
        if (present != null && present.enter()) {
            return present;
        }
        if (closed) {
            throw new IOException("the log is closed");
        }
        if (open.size() >= MOST_IDLE) {
            closeIdle(Long.MAX_VALUE);
        }
        Open made = new Open(segment, files.openForWriting(segment));
        open.put(segment, made);
        return made;
    }

    /**
     * Forces every file that was written since it was last forced. One thread at a time: who finds a file forced finds it
     * durable. A force that failed is never tried again, and is everybody's failure from then on.
     */
    void forceAll(PageWriter writer) throws PageWriter.ForceFailedException {
        forcing.lock();
        try {
            if (failure != null) {
                throw new PageWriter.ForceFailedException(failure);
            }
            List<Open> written = new ArrayList<>(open.values());
            written.sort(Comparator.comparingLong(each -> each.segment));
            for (Open each : written) {
                force(each, writer);
            }
        } catch (PageWriter.ForceFailedException e) {
            failure = e.failure();
            throw e;
        } finally {
            forcing.unlock();
        }
    }

    private static void force(Open file, PageWriter writer) throws PageWriter.ForceFailedException {
        if (file.unforced && file.enter()) {
            try {
                file.unforced = false;
                writer.force(file.file, file.segment);
            } finally {
                file.exit();
            }
        }
    }

    /** Closes the files of segments before one, forced or not, which nobody uses any more. */
    synchronized void forgetBefore(long segment) {
        for (Open each : open.values()) {
            if (each.segment < segment) {
                each.unforced = false;
            }
        }
        closeIdle(segment);
    }

    synchronized void closeAll() {
        closed = true;
        for (Open each : open.values()) {
            each.unforced = false;
        }
        closeIdle(Long.MAX_VALUE);
    }

    /** All that can be closed are, whatever happens to one of them. */
    private void closeIdle(long before) {
        PageIoException problem = null;
        for (Open each : new ArrayList<>(open.values())) {
            if (each.segment < before && !each.unforced && each.users.compareAndSet(0, CLOSED)) {
                if (each.unforced) { // written since the look at it
                    each.users.set(0);
                } else {
                    problem = joined(problem, close(each));
                }
            }
        }
        if (problem != null) {
            throw problem;
        }
    }

    private static PageIoException joined(PageIoException earlier, PageIoException later) {
        if (earlier == null || later == null) {
            return earlier == null ? later : earlier;
        }
        earlier.addSuppressed(later);
        return earlier;
    }

    /** Returns what went wrong, or null. */
    private PageIoException close(Open idle) {
        open.remove(idle.segment, idle);
        try {
            idle.file.close();
            return null;
        } catch (IOException e) {
            return files.failure("can't close the segment", idle.segment, -1, e);
        }
    }
}
