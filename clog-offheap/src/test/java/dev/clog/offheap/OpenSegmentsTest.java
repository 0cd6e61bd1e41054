package dev.clog.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.clog.api.IdSpace;
import dev.clog.api.PageIoException;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.WriteAheadLog;
import dev.clog.offheap.PageWriter.ForceFailedException;
import dev.clog.testkit.DroppingForcePageStore;
import dev.clog.testkit.MemoryPageStore;
import dev.clog.testkit.RecordingPageStore;
import dev.clog.testkit.StoreOperation.Kind;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** LIF-3: two that force the files of a page cache at the same time, an extension and a checkpoint. */
class OpenSegmentsTest {
    private final MemoryPageStore disk = new MemoryPageStore();
    private GatedStore gate;
    private OpenSegments segments;
    private PageWriter writer;

    private void openOn(PageStore store) throws IOException {
        disk.add("0000", new byte[PageLayout.SEGMENT_BYTES]);
        gate = new GatedStore(store);
        SegmentFiles files = new SegmentFiles(gate, PageLayout.ofStatuses(IdSpace.WRAPPING_32));
        segments = new OpenSegments(files);
        writer = new PageWriter(files, WriteAheadLog.NONE, new PageCounters());
        OpenSegments.Open open = segments.enter(0);
        open.written();
        open.exit();
    }

    private long force() {
        try {
            segments.forceAll(writer);
            return 0;
        } catch (ForceFailedException e) {
            throw e.failure();
        }
    }

    /** A second force, that has come while the first is under way. */
    private Started secondDuring(Started first) throws InterruptedException {
        assertSame(first.thread(), gate.nextArrival());
        Started second = new Started(this::force);
        while (second.thread().getState() == Thread.State.RUNNABLE) {
            Thread.onSpinWait();
        }
        assertFalse(second.isDone());
        return second;
    }

    @Test
    @DisplayName("LIF-3: who finds a file that another one is forcing waits until it is durable")
    void shouldWaitForAForceThatIsUnderWay() throws Exception {
        RecordingPageStore recording = new RecordingPageStore(disk);
        openOn(recording);
        gate.shutFor(operation -> operation.kind() == Kind.FORCE);
        Started first = new Started(this::force);
        Started second = secondDuring(first);
        gate.openGate();
        first.answer();
        second.answer();
        assertEquals(1, recording.count(Kind.FORCE));
    }

    @Test
    @DisplayName("LIF-3: a force that fails is the failure of who waits for it and of who comes later")
    void shouldShareTheFailureOfAForce() throws Exception {
        openOn(new DroppingForcePageStore(disk, 1));
        gate.shutFor(operation -> operation.kind() == Kind.FORCE);
        Started first = new Started(this::force);
        Started second = secondDuring(first);
        gate.openGate();
        Throwable failure = first.failure();
        assertSame(failure, second.failure());
        assertSame(failure, assertThrows(PageIoException.class, this::force));
    }
}
