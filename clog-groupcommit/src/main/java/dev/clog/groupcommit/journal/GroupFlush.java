package dev.clog.groupcommit.journal;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/**
 * Makes a log durable for many threads with few forces: one of those who ask forces for all (GRP-8). Over any {@link
 * LogDevice}: clog's own journal, or the log of an engine.
 *
 * <p>Safe for use by any thread, platform or virtual; a thread that waits parks, an interrupt stays in its flag. A force
 * that failed is final: nobody is told that anything is durable after it, and no second one is tried (LIF-3).
 *
 * <p>Source: PostgreSQL {@code XLogFlush}; the group commit of its {@code commit_delay}.
 */
/*
 * Idea: whoever finds nobody leading leads: it forces up to the end of the log. Who comes meanwhile queues and sleeps.
 * After the force the leader wakes those it has covered, and one of those that it has not, to lead the next force.
 *
 * State: flushed only grows, and is the truth: a thread is answered if its position is not beyond it, whoever woke it.
 * The lists only say whom to wake. end is set once. leading is true while a thread leads, and for ever after the end.
 *
 * Protocol of a thread with position p:
 *   F1 enter the stack of newcomers; F2 look: flushed >= p: done; end: failed; nobody leads: lead; F3 else sleep, and look
 *   again (F2) after any wake.
 * Leader:
 *   L1 force; flushed = what the device says, which looks where the log ends only now.
 *   L2 take the newcomers; remove from the list those that are covered; L3 give up leading; L4 wake the oldest one that is
 *   not covered; L5 wake the covered ones; L6 if none was woken in L4 and there are newcomers, lead again if nobody does,
 *   and go on with L2, without a force.
 *
 * No wake is lost: F1-F2 and L3-L6 are each a write before a read of another place, all volatile: either F2 sees that
 * nobody leads, or L6 sees the newcomer. So who gives up leading while somebody is not covered has woken such a one, or
 * leaves this to another leader. The woken one leads, or finds another leader, or has been covered by one meanwhile; in
 * each case there was a leader after it, who does the same. (It is not enough to wake any newcomer in L6: one that was
 * covered while it entered would go its way, and leave those asleep that are not.) F1-F2 and the end are such a pair too:
 * who ends the log sets end, and wakes all that have entered; who enters later sees end.
 *
 * One that leaves unanswered, by an error of the virtual machine for one, must not be the one that is woken: it marks itself
 * gone and then gives up leading as if it had led, where nobody leads; a leader looks at the mark of whom it woke after L3.
 *
 * Leading is not handed to the thread that is woken in L4: it takes tens of microseconds to run, and a thread that comes
 * by meanwhile can force at once. L4 comes before L5, so that the next force is under way while the group is woken.
 *
 * Rejected: LwLock.acquireOrWait for leading, as PostgreSQL does. A release there wakes all who wait, and of those about
 * half came after the force began: they wake to sleep again. With 64 threads on two processors the wakes are the cost: 124
 * thousand commits a second, against 142 to 164 thousand in this way; up to 16 threads the two are alike.
 */
public final class GroupFlush {
    private static final Logger LOGGER = System.getLogger(GroupFlush.class.getName());

    /** Whoever waits is woken; one that is not, for the leader was lost with its stack, hears of the end so late. */
    private static final long LOOK_AROUND_NS = TimeUnit.SECONDS.toNanos(1);

    private final LogDevice device;
    private final CommitDelay delay;
    private final FlushWaiters waiters;
    private final AtomicBoolean leading = new AtomicBoolean();
    private final AtomicInteger inside = new AtomicInteger();
    private final List<DurabilityListener> listeners = new CopyOnWriteArrayList<>();
    private final FlushCounts counts;
    private volatile IntSupplier active;
    private volatile long flushed;
    private volatile IOException end;

    /** Made in advance: what the leader leaves where it has neither stack nor memory to say more. */
    private final IOException lost =
            new IOException("the log has failed, its leader was lost at a force, and it must be opened again");

    /**
     * Over a device.
     *
     * @param flushedLsn position up to which the device is durable already
     */
    public GroupFlush(LogDevice device, long flushedLsn, CommitDelay delay) {
        this(device, flushedLsn, delay, new FlushWaiters(), new FlushCounts());
    }

    /** With parts that a test has changed. */
    GroupFlush(LogDevice device, long flushedLsn, CommitDelay delay, FlushWaiters waiters, FlushCounts counts) {
        this.device = Objects.requireNonNull(device, "device");
        this.delay = Objects.requireNonNull(delay, "delay");
        this.waiters = waiters;
        this.counts = counts;
        this.flushed = flushedLsn;
        this.active = inside::get;
    }

    /**
     * Who counts as active for the {@link CommitDelay}; at first, threads that are in {@link #flush}. An engine says how
     * many transactions are running, the caller included. If that throws, it is logged, and the force waits for nobody.
     */
    public void countActiveWith(IntSupplier running) {
        active = Objects.requireNonNull(running, "running");
    }

    /** Adds one who is told when more has become durable. What it throws is logged, and goes no further. */
    public void addListener(DurabilityListener listener) {
        listeners.add(Objects.requireNonNull(listener, "listener"));
    }

    /** The position up to which the log is durable; never goes back. */
    public long flushedLsn() {
        return flushed;
    }

    /** Null, or why nothing more will become durable: a failure, or that the log was closed. */
    public IOException end() {
        return end;
    }

    /** Counts up to now. */
    public FlushStatistics statistics() {
        return counts.snapshot();
    }

    /**
     * Returns when the log is durable up to {@code lsn}; waits for a force at most, its own or another's, and one before.
     *
     * @param lsn a position up to which has been appended
     * @throws IllegalArgumentException if nothing has been appended there
     * @throws IOException if the log has failed or was closed, and the position was not known to be durable before
     */
    public void flush(long lsn) throws IOException {
        if (lsn > flushed) {
            refuseEnd();
            if (lsn > device.appendedLsn()) {
                throw new IllegalArgumentException(
                        "can't flush beyond the end of the log: lsn=" + lsn + " end=" + device.appendedLsn());
            }
            inside.getAndIncrement();
            try {
                forceOrWait(lsn);
            } finally {
                inside.getAndDecrement();
            }
        }
        counts.flushed();
    }

    private void forceOrWait(long lsn) throws IOException {
        long enteredNs = hasDelay() ? System.nanoTime() : 0;
        if (!leadUnlessLed(lsn, enteredNs)) {
            FlushWaiter waiter = new FlushWaiter(lsn, enteredNs);
            waiters.push(waiter);
            try {
                await(lsn, enteredNs);
            } catch (Throwable e) {
                waiter.gone = true; // before the look at who leads: see giveUpLeading
                leadUnlessLed(flushed, enteredNs); // nothing to be forced: gives up leading
                throw e;
            }
        }
    }

    private void await(long lsn, long enteredNs) throws IOException {
        boolean interrupted = false;
        try {
            while (flushed < lsn) {
                refuseEnd();
                if (!leadUnlessLed(lsn, enteredNs)) {
                    counts.waited();
                    LockSupport.parkNanos(this, LOOK_AROUND_NS);
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Leads, if nobody does; false if somebody does. Where the leader is lost on its way the log has ended. */
    private boolean leadUnlessLed(long lsn, long enteredNs) throws IOException {
        if (!tryLead()) {
            return false;
        }
        boolean led = false;
        try {
            lead(lsn, enteredNs);
            led = true;
            return true;
        } finally {
            if (!led && end == null) {
                end = lost; // no call, no allocation: it may be the stack that has run out
            }
        }
    }

    private boolean tryLead() {
        return !leading.get() && leading.compareAndSet(false, true);
    }

    /** Forces for all, if the leader before has not done so. The caller leads, and does not on return. */
    private void lead(long lsn, long enteredNs) throws IOException {
        if (flushed >= lsn) {
            giveUpLeading();
            return;
        }
        long startNs;
        try {
            if (hasDelay()) {
                awaitOthers(enteredNs);
            }
            startNs = System.nanoTime();
            long durable = device.force();
            if (durable < lsn) {
                throw new IOException("a force did not cover what was appended: durable=" + durable + " lsn=" + lsn);
            }
            flushed = durable;
        } catch (Throwable failure) { // whatever it is, nothing tells what is durable now
            finish(new IOException("the log has failed at a force and must be opened again: " + failure, failure));
            throw refusal();
        }
        counts.forced(System.nanoTime() - startNs, giveUpLeading());
        tell(flushed, null);
    }

    /** L2 to L6; returns how many are answered. */
    private long giveUpLeading() {
        long answered = 1;
        FlushWaiter next;
        do {
            waiters.take();
            FlushWaiter covered = waiters.removeUpTo(flushed);
            next = waiters.oldest();
            leading.set(false);
            if (next != null) {
                LockSupport.unpark(next.thread);
            }
            answered += wake(covered);
        } while ((next == null ? waiters.newcomer() != null : next.gone) && tryLead());
        return answered;
    }

    /** Wakes all of a list but the caller; returns how many. */
    private static long wake(FlushWaiter list) {
        long woken = 0;
        for (FlushWaiter waiter = list; waiter != null; waiter = waiter.next) {
            if (waiter.thread != Thread.currentThread()) {
                LockSupport.unpark(waiter.thread);
                woken++;
            }
        }
        return woken;
    }

    private boolean hasDelay() {
        return delay.delayUs() > 0;
    }

    private boolean hasOthers() {
        try {
            return active.getAsInt() - 1 >= delay.others();
        } catch (Throwable e) { // it only says whether to wait
            complain("can't tell how many are active, so the force waits for nobody", e);
            return false;
        }
    }

    /** Waits until the first of the group has waited long enough, if others are active. */
    private void awaitOthers(long enteredNs) {
        if (!hasOthers()) {
            return;
        }
        waiters.take();
        FlushWaiter oldest = waiters.oldest();
        long sinceNs = oldest != null && oldest.enteredNs - enteredNs < 0 ? oldest.enteredNs : enteredNs;
        long endNs = sinceNs + TimeUnit.MICROSECONDS.toNanos(delay.delayUs());
        boolean interrupted = false;
        for (long left = endNs - System.nanoTime(); left > 0; left = endNs - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
            interrupted |= Thread.interrupted();
        }
        counts.delayed();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Makes durable what has been appended, answers all who wait, and refuses whoever comes later. Nothing may be appended
     * any more. Calling it again, or after a failure, does nothing.
     *
     * @throws IOException if the force fails
     */
    public void close() throws IOException {
        boolean interrupted = false;
        boolean entered = false;
        try {
            while (end == null) {
                if (tryLead()) {
                    closeAsLeader();
                } else if (!entered) {
                    entered = true;
                    waiters.push(new FlushWaiter(Long.MAX_VALUE, System.nanoTime()));
                } else {
                    LockSupport.parkNanos(this, LOOK_AROUND_NS);
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void closeAsLeader() throws IOException {
        try {
            if (device.appendedLsn() > flushed) {
                flushed = device.force();
            }
        } catch (Throwable failure) {
            finish(new IOException("the log has failed at the force of its close: " + failure, failure));
            throw refusal();
        }
        finish(new IOException("the log is closed"));
    }

    /** Ends the log; the caller leads, and nobody ever will again. */
    private void finish(IOException why) {
        end = why;
        waiters.take();
        wake(waiters.removeUpTo(Long.MAX_VALUE));
        tell(flushed, why);
    }

    private void refuseEnd() throws IOException {
        if (end != null) {
            throw refusal();
        }
    }

    /** An exception of the caller's own. */
    private IOException refusal() {
        return new IOException(end.getMessage(), end);
    }

    private void tell(long lsn, Throwable why) {
        for (DurabilityListener listener : listeners) {
            try {
                listener.advanced(lsn, why);
            } catch (Throwable e) { // what is durable is durable, whatever becomes of the listener
                complain("a listener failed that was told what is durable: lsn=" + lsn, e);
            }
        }
    }

    private static void complain(String what, Throwable failure) {
        try {
            LOGGER.log(Level.ERROR, what, failure);
        } catch (Throwable e) {
            failure.addSuppressed(e); // there is nobody to tell: the caller's commit goes on
        }
    }
}
