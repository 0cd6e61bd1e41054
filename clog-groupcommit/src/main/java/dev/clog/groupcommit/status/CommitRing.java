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
import java.util.Arrays;
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
 * published, see {@link RingWriter}. A publisher that runs out of stack or memory between the two notes the slot as a hole,
 * by two stores, which need neither. Whoever takes next publishes it with no request, and goes past it. Under the monitor
 * of the holes, so that one does it, and only if nothing before the hole is left to be taken: nobody else publishes that
 * slot then, and nobody gets past it. A note of a slot that was published all the same is out of date, and does nothing.
 *
 * <p>The Disruptor's own consumers are not used: an exception in one of them ends its thread, or is swallowed and the
 * request lost.
 */
class CommitRing {
    private static final long SPIN_US = 20;
    private static final long YIELD_US = 80;

    private static final long NONE = -1;

    /** A place in the ring. */
    static final class Slot {
        /** Null for a hole. */
        CommitRequest request;
    }

    private final RingBuffer<Slot> slots;
    private final SequenceBarrier published;
    private final Sequence taken = new Sequence(RingBuffer.INITIAL_CURSOR_VALUE);

    /** Sequences that were claimed and will not be published, each at its slot; what is taken is out of date. */
    private final long[] holes;

    private final int mask;

    /** Written after each note of a hole, read before it is looked for. */
    private volatile boolean holed;

    /** On a ring that nobody reads; its producers must be many, or two of them may get one slot. */
    CommitRing(RingBuffer<Slot> slots) {
        this.slots = slots;
        holes = new long[slots.getBufferSize()];
        Arrays.fill(holes, NONE);
        mask = holes.length - 1;
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
        long sequence = NONE;
        try {
            sequence = slots.tryNext();
            publish(sequence, request);
            // The publication is a release store, which a read of something else could pass.
            VarHandle.fullFence();
            return true;
        } catch (InsufficientCapacityException e) {
            return false;
        } catch (Throwable e) {
            if (sequence != NONE) {
                holes[(int) sequence & mask] =
                        sequence; // with no call and no allocation: either fails where it ran out
                holed = true;
            }
            throw e;
        }
    }

    /** Overridden by a test in which it fails. */
    void publish(long sequence, CommitRequest request) {
        slots.get(sequence).request = request;
        slots.publish(sequence);
    }

    /** True if the slot can be taken, if only as a hole; {@code next} is the one after {@code taken}. */
    private boolean isReady(long next) {
        return slots.isAvailable(next) || (holed && fill(next));
    }

    private boolean fill(long next) {
        synchronized (holes) {
            if (holes[(int) next & mask] == next && taken.get() + 1 == next && !slots.isAvailable(next)) {
                slots.get(next).request = null;
                slots.publish(next);
            }
        }
        return slots.isAvailable(next);
    }

    /** The next request, which is the caller's from here on; null if none is published. */
    CommitRequest take() {
        while (true) {
            long before = taken.get();
            long next = before + 1;
            if (isReady(next)) {
                CommitRequest request = slots.get(next).request;
                if (taken.compareAndSet(before, next) && request != null) {
                    return request;
                }
            } else if (taken.get() == before) {
                return null;
            }
        }
    }

    /** A request that is published and was not taken when this looked; null for none. For a look only. */
    CommitRequest peek() {
        while (true) {
            long before = taken.get();
            long next = before + 1;
            if (!isReady(next)) {
                return null;
            }
            CommitRequest request = slots.get(next).request;
            if (request != null) {
                return request;
            }
            taken.compareAndSet(before, next); // past a hole
        }
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
