package dev.clog.offheap.inspect;

import dev.clog.api.TransactionStatus;

/**
 * How many ids have each status. Reserved ids are not counted.
 *
 * @param inProgress ids in progress, or crashed
 * @param committed committed ids
 * @param aborted aborted ids
 * @param subCommitted sub-committed ids
 */
public record StatusCounts(long inProgress, long committed, long aborted, long subCommitted) {
    /** No ids. */
    public static final StatusCounts NONE = new StatusCounts(0, 0, 0, 0);

    /** All ids together. */
    public long total() {
        return inProgress + committed + aborted + subCommitted;
    }

    /** The ids of one status; 0 for {@link TransactionStatus#FROZEN}. */
    public long of(TransactionStatus status) {
        return switch (status) {
            case IN_PROGRESS -> inProgress;
            case COMMITTED -> committed;
            case ABORTED -> aborted;
            case SUB_COMMITTED -> subCommitted;
            case FROZEN -> 0;
        };
    }

    /** The sum of both. */
    public StatusCounts plus(StatusCounts other) {
        return new StatusCounts(
                inProgress + other.inProgress,
                committed + other.committed,
                aborted + other.aborted,
                subCommitted + other.subCommitted);
    }
}
