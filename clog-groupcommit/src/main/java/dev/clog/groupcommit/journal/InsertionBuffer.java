package dev.clog.groupcommit.journal;

import dev.clog.lock.HeldLocks;
import dev.clog.lock.LockMode;
import dev.clog.lock.LockTranche;
import dev.clog.lock.LwLock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.zip.CRC32C;

/**
 * The memory that records are inserted into, by many threads at once, and that one at a time writes to the files (GRP-11).
 * A ring: position p of the journal is at p modulo its size.
 *
 * <p>Source: PostgreSQL {@code xlog.c} (9.4 and later), {@code CopyXLogRecordToWAL}, {@code WaitXLogInsertionsToFinish}.
 */
/*
 * Idea: space is reserved by one addition; then records are copied in at the same time, each into its own space. Whoever
 * writes must know which of the space below its target has been copied: each inserter holds one of n insertion locks from
 * before its reservation until it has copied, so that all is copied once each lock has been seen free.
 *
 * State: written <= reserved; what lies between is in the ring, or being copied. An inserter copies no further than
 * written plus the size of the ring. insertingAt[i]: all that the holder of insertion lock i reserved below this is copied;
 * a value of an earlier holder is right too, since positions only grow.
 *
 * Insertion:                                           Write-out:
 *   I1 take an insertion lock                             W1 target = reserved
 *   I2 reserve                                            W2 for each insertion lock: wait until it is free, or its
 *   I3 copy, as far as there is room                         insertingAt is not below the target
 *   I4 no room: insertingAt = where it stands, write      W3 under the write lock: write from written to the target,
 *      out up to there; go on with I3                        written = target
 *   I5 give the lock back
 *
 * I1-I2 and W1-W2: what was reserved before W1 was reserved under a lock that W2 then finds held, or given back after I3.
 * I4 does not deadlock: it waits only for insertions that have reserved before it, so the first of those that wait for
 * room waits for nobody who does; and W2 does not wait for it, since insertingAt is set before. The write lock is innermost:
 * its holder waits for the files only.
 *
 * An inserter that fails between I2 and I5 leaves a hole: the buffer has failed then, before the lock is given back, and W3
 * looks for that. Of several failures any may stay: each is a reason.
 */
class InsertionBuffer {
    /** Where it is written to. */
    @FunctionalInterface
    interface Target {
        /** Writes all of {@code bytes} at a position; one thread at a time, in the order of positions. */
        void write(ByteBuffer bytes, long lsn) throws IOException;
    }

    /** The most locks that a thread takes here at once: of insertion, of writing, and that of the target. */
    static final int MOST_LOCKS = 3;

    private final Target target;
    private final LongSupplier durableLsn;
    private final ByteBuffer ring;
    private final int mask;
    private final LwLock[] insertionLocks;
    private final AtomicLong[] insertingAt;
    private final LwLock writeLock = LockTranche.named("Journal write").newLock(0);
    private final AtomicLong reserved;
    private volatile long written;
    private volatile Throwable failure;
    private volatile boolean closed;

    /**
     * Empty, at a position.
     *
     * @param durableLsn a position up to which all is durable
     */
    InsertionBuffer(Target target, LongSupplier durableLsn, long lsn, int bufferBytes, int locks) {
        this.target = target;
        this.durableLsn = durableLsn;
        ring = ByteBuffer.allocateDirect(bufferBytes);
        mask = bufferBytes - 1;
        LockTranche tranche = LockTranche.named("Journal insertion");
        insertionLocks = new LwLock[locks];
        insertingAt = new AtomicLong[locks];
        for (int i = 0; i < locks; i++) {
            insertionLocks[i] = tranche.newLock(i);
            insertingAt[i] = new AtomicLong(lsn);
        }
        reserved = new AtomicLong(lsn);
        written = lsn;
    }

    /** The end of the journal: what has been reserved. */
    long appendedLsn() {
        return reserved.get();
    }

    /** How often an inserter slept for an insertion lock, or a writer for an inserter. */
    long waits() {
        long waits = 0;
        for (LwLock lock : insertionLocks) {
            waits += lock.statistics().blocks();
        }
        return waits;
    }

    /**
     * Inserts a record that is complete but for its checksum; may write out, and wait for others.
     *
     * @return the position after it
     * @throws IllegalStateException if the thread holds too many locks to take those that it may need; nothing has changed
     */
    long insert(ByteBuffer record) throws IOException {
        HeldLocks.requireRoom(MOST_LOCKS); // in the middle of an insertion it would be too late to refuse it
        CRC32C content = RecordLayout.crcOfContent(record);
        int slot = acquireInsertionLock();
        try {
            refuseEnd();
            long durable = durableLsn.getAsLong();
            long start = reserved.getAndAdd(record.limit());
            try {
                RecordLayout.seal(record, content, start, durable);
                copy(record, start, slot);
            } catch (Throwable e) {
                if (failure == null) {
                    failure = e; // here, with no call and no allocation: either fails where stack or memory has run out
                }
                throw e;
            }
            return start + record.limit();
        } finally {
            insertionLocks[slot].release();
        }
    }

    /** Takes a lock that is free, or else that of the thread. */
    private int acquireInsertionLock() {
        int locks = insertionLocks.length;
        int own = (int) (Thread.currentThread().getId() % locks);
        for (int i = 0; i < locks; i++) {
            int slot = (own + i) % locks;
            if (insertionLocks[slot].tryAcquire(LockMode.EXCLUSIVE)) {
                return slot;
            }
        }
        insertionLocks[own].acquire(LockMode.EXCLUSIVE);
        return own;
    }

    private void copy(ByteBuffer record, long start, int slot) throws IOException {
        int length = record.limit();
        int done = 0;
        while (done < length) {
            long lsn = start + done;
            long room = written + ring.capacity() - lsn;
            if (room <= 0) {
                insertionLocks[slot].updateValue(insertingAt[slot], lsn);
                awaitInsertions(lsn);
                write(lsn);
            } else {
                int place = (int) lsn & mask;
                int part = (int) Math.min(Math.min(length - done, room), ring.capacity() - place);
                ring.put(place, record, done, part);
                done += part;
            }
        }
    }

    /**
     * Writes all that has been inserted before the call.
     *
     * @return the position up to which is written
     */
    long writeOut() throws IOException {
        long end = reserved.get();
        awaitInsertions(end);
        write(end);
        return end;
    }

    /** W2; overridden by a test that shows what it is for. */
    void awaitInsertions(long lsn) {
        for (int i = 0; i < insertionLocks.length; i++) {
            AtomicLong at = insertingAt[i];
            long seen = at.get();
            while (seen < lsn && !insertionLocks[i].waitForValue(at, seen)) {
                seen = at.get();
            }
        }
    }

    private void write(long lsn) throws IOException {
        writeLock.acquire(LockMode.EXCLUSIVE);
        try {
            refuseFailure();
            for (long from = written; from < lsn; from = written) {
                int place = (int) from & mask;
                int length = (int) Math.min(lsn - from, ring.capacity() - place);
                target.write(ring.slice(place, length), from);
                written = from + length;
            }
        } catch (Throwable e) {
            if (failure == null) {
                failure = e; // as in insert
            }
            throw e;
        } finally {
            writeLock.release();
        }
    }

    /** From here on nothing is inserted, and what was is in the buffer on return. */
    void close() {
        closed = true;
        for (LwLock lock : insertionLocks) {
            lock.acquire(LockMode.EXCLUSIVE);
            lock.release();
        }
    }

    private void refuseEnd() throws IOException {
        refuseFailure();
        if (closed) {
            throw new IOException("the journal is closed");
        }
    }

    private void refuseFailure() throws IOException {
        Throwable cause = failure;
        if (cause != null) {
            throw new IOException("the journal has failed and must be opened again: " + cause, cause);
        }
    }
}
