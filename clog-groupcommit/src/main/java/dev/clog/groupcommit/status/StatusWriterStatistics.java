package dev.clog.groupcommit.status;

/**
 * What a {@link StatusWriter} counted. Commits that met nobody are not counted: the locks do, see
 * {@link dev.clog.offheap.PagedStatusLog#lockStatistics}.
 *
 * @param groups times that a leader set trees of others
 * @param followers trees that a leader set for others
 * @param largestGroup the most trees that a leader set for others at once
 * @param alone commits that could not join a group and took the lock themselves
 * @param ringFull those of them that found the ring full
 * @param overdue times that a waiting committer did a leader's work since none came for a second
 */
public record StatusWriterStatistics(
        long groups, long followers, long largestGroup, long alone, long ringFull, long overdue) {
    /** Of a writer without groups. */
    static final StatusWriterStatistics NONE = new StatusWriterStatistics(0, 0, 0, 0, 0, 0);
}
