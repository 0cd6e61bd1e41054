/**
 * What an engine knows of the transactions that run: ids handed out, the running set, snapshots of it.
 *
 * <p>Flow: {@link dev.clog.groupcommit.running.XidAssigner} hands out an id and, in the same step, has
 * {@link dev.clog.groupcommit.running.ProcArray} take it in; {@link dev.clog.groupcommit.running.Snapshot} says who ran
 * at an instant; the end of a transaction takes it and its children out of the set in one step, after its status is set.
 *
 * <p>Lock order: the lock of the assigner, then that of the set; nobody who holds the lock of the set waits for anything.
 * Start reading at {@code ProcArray}.
 */
package dev.clog.groupcommit.running;
