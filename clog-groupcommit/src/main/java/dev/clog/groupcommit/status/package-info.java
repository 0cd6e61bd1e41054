/**
 * How commits set their statuses: {@link dev.clog.groupcommit.status.StatusWriters} makes the writer that the configuration
 * asks for.
 *
 * <p>Way of a commit: {@code StatusWriter.setTree}, straight to the log (direct), or to a {@code StatusCursor} that holds
 * the lock of the page's bank: the committer's own (exclusive, shared), or a leader's, which takes the
 * {@code CommitRequest}s of the others from a {@code CommitList} or a {@code CommitRing}, sets their trees, and answers
 * each.
 *
 * <p>Lock order: a leader holds one bank at a time and no other lock. Start reading at {@code RingWriter}.
 */
package dev.clog.groupcommit.status;
