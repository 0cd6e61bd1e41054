package dev.clog.groupcommit.status;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.LiteBlockingWaitStrategy;
import com.lmax.disruptor.PhasedBackoffWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.WaitStrategy;
import dev.clog.groupcommit.status.StatusWriterConfig.LeaderWait;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;

/**
 * Requests in a Disruptor ring, published by any thread and taken by any thread, in the order of publication.
 *
 * <p>A slot only shows a request: its outcome is in the request, since the slot is another's as soon as it is taken. Taking
 * is: look whether the next slot is published, read it, and move {@code taken}, which gates the publishers, by
 * compare-and-set. Where the exchange succeeds nobody has moved it before, so the slot had not been published anew when it
 * was read. Leaders of two banks may so take at the same time. A taken slot is not cleared: it may be another's already;
 * what an old request holds is small.
 *
 * <p>A slot that was claimed and is not published yet ends what can be taken; its publisher finds a leader once it has
 * published, see {@link RingWriter}.
 *
 * <p>The Disruptor's own consumers are not used: an exception in one of them ends its thread, or is swallowed and the
 * request lost.
 */
final class CommitRing {
    private static final long SPIN_US = 20;
    private static final long YIELD_US = 80;

    /** A place in the ring. */
    static final class Slot {
        CommitRequest request;
    }

    private final RingBuffer<Slot> slots;
    private final SequenceBarrier published;
    private final Sequence taken = new Sequence(RingBuffer.INITIAL_CURSOR_VALUE);

    /** On a ring that nobody reads; its producers must be many, or two of them may get one slot. */
    CommitRing(RingBuffer<Slot> slots) {
        this.slots = slots;
        slots.addGatingSequences(taken);
        published = slots.newBarrier();
    }

    /** A ring that nobody waits at. */
    static CommitRing ofParticipants(int size) {
        return of(size, new BusySpinWaitStrategy());
    }

    /** A ring that one thread waits at, by {@link #awaitPublished}. */
    static CommitRing ofThread(int size, LeaderWait wait) {
        return of(
                size,
                switch (wait) {
                    case BLOCKING -> new BlockingWaitStrategy();
                    case LITE_BLOCKING -> new LiteBlockingWaitStrategy();
                    case PHASED -> PhasedBackoffWaitStrategy.withLiteLock(SPIN_US, YIELD_US, TimeUnit.MICROSECONDS);
                });
    }

    private static CommitRing of(int size, WaitStrategy strategy) {
        return new CommitRing(RingBuffer.createMultiProducer(Slot::new, size, strategy));
    }

    /** Publishes a request, unless the ring is full. What the caller reads afterwards is read after the publication. */
    boolean offer(CommitRequest request) {
        long sequence;
        try {
            sequence = slots.tryNext();
        } catch (InsufficientCapacityException e) {
            return false;
        }
        slots.get(sequence).request = request;
        slots.publish(sequence);
        // The publication is a release store, which a read of something else could pass.
        VarHandle.fullFence();
        return true;
    }

    /** The next request, which is the caller's from here on; null if none is published. */
    CommitRequest take() {
        while (true) {
            long before = taken.get();
            long next = before + 1;
            if (slots.isAvailable(next)) {
                CommitRequest request = slots.get(next).request;
                if (taken.compareAndSet(before, next)) {
                    return request;
                }
            } else if (taken.get() == before) {
                return null;
            }
        }
    }

    /** A request that is published and was not taken when this began; null for none. For a look only. */
    CommitRequest peek() {
        long next = taken.get() + 1;
        return slots.isAvailable(next) ? slots.get(next).request : null;
    }

    /** Sleeps until there may be a request; false once {@link #wakeForGood} was called. An interrupt is ignored. */
    boolean awaitPublished() {
        while (true) {
            try {
                published.waitFor(taken.get() + 1);
                return true;
            } catch (AlertException e) {
                return false;
            } catch (InterruptedException | TimeoutException e) {
                // The thread is the ring's own: nobody has a reason to interrupt it, and no strategy here has a limit.
            }
        }
    }

    /** Ends the sleep of the thread that waits, now and later. */
    void wakeForGood() {
        published.alert();
    }
}
