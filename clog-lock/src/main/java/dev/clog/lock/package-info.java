/**
 * Locks for what an engine holds for nanoseconds up to an I/O: pages, slots, lists, the running set.
 *
 * <ul>
 *   <li>{@link dev.clog.lock.SpinLock}: a few instructions, no list, no checks.
 *   <li>{@link dev.clog.lock.LwLock}: shared or exclusive; the lock for everything. Made by a {@link
 *       dev.clog.lock.LockTranche}, which names and configures it.
 *   <li>{@link dev.clog.lock.FlexLock}: a lock whose kind is a {@link dev.clog.lock.FlexLockType}; {@link
 *       dev.clog.lock.ProcArrayLock} is one whose last releaser does work that others left.
 *   <li>{@link dev.clog.lock.HeldLocks}: what the calling thread holds, and how to give all of it up.
 * </ul>
 *
 * <p>Flow of an acquisition: one atomic change of the state word ({@code LwState}, {@code LwWord}); if that fails, a short
 * wait, a place in the list, a second look, a sleep ({@code LwEntry}, {@code LwWaitList}). What the thread holds is in
 * {@code ThreadHolds}. Nothing here allocates unless a thread has to wait.
 *
 * <p>Lock order: the spin bit of a lock's list, and the spinlock of a FlexLock, are innermost: under them no other lock is
 * taken, nobody is woken, and nothing blocks. Between LwLocks the order is the user's; a thread that breaks it deadlocks.
 *
 * <p>Start reading at {@code LwState}, then {@code LwWaitList}.
 */
package dev.clog.lock;
