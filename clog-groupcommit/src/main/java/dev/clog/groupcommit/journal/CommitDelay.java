package dev.clog.groupcommit.journal;

/**
 * How long a leader waits for others before it forces. The wait is counted from the first entry of its group, so that
 * later ones never prolong it (GRP-10).
 *
 * @param delayUs longest wait of the first of a group, in microseconds, 0 to 100,000; 0 for none
 * @param others how many others must be active for the wait to make sense, at least 1
 * @see <a href="https://www.postgresql.org/docs/current/runtime-config-wal.html">PostgreSQL's commit_delay and
 *     commit_siblings</a>
 */
public record CommitDelay(int delayUs, int others) {
    /** No wait: the default. Groups form while a force is under way. */
    public static final CommitDelay NONE = new CommitDelay(0, 5);

    private static final int LONGEST_US = 100_000;

    /** Checks the values. */
    public CommitDelay {
        if (delayUs < 0 || delayUs > LONGEST_US) {
            throw new IllegalArgumentException("a commit delay is 0 to " + LONGEST_US + " us: delayUs=" + delayUs);
        }
        if (others < 1) {
            throw new IllegalArgumentException("a group has others, at least 1: others=" + others);
        }
    }
}
