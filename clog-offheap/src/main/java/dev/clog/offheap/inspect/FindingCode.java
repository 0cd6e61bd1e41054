package dev.clog.offheap.inspect;

/** What a finding is about. Names are stable: scripts may match them. */
public enum FindingCode {
    /** The folder has no segment although there should be one. */
    EMPTY_FOLDER,
    /** Oldest and next id are half of all ids apart or more. */
    WRAPAROUND,
    /** The sizes of the files fit another page size only; nothing else was verified. */
    OTHER_PAGE_SIZE,
    /** A segment between others, or one that the range needs, is not there. */
    MISSING_SEGMENT,
    /** The segment of the next id is not there. */
    MISSING_CURRENT_SEGMENT,
    /** A segment ends before the last page that must be in it. */
    SHORT_SEGMENT,
    /** The size of a segment is no multiple of the page size. */
    RAGGED_SEGMENT,
    /** A segment has more than 32 pages. */
    OVERSIZED_SEGMENT,
    /** A segment can't be opened or read, for one for lack of permission. */
    UNREADABLE_SEGMENT,
    /** A folder, device or the like has the name of a segment. */
    NOT_A_FILE,
    /** A symbolic link to nothing has the name of a segment. */
    DANGLING_LINK,
    /** An entry that is no segment. */
    STRAY_FILE,
    /** A name that means a segment but is not the one the log gives to it, as {@code 00001} or {@code 000a}. */
    ALIASED_NAME,
    /** A segment name of 15 digits, the long format of PostgreSQL 17 and later, which {@code pg_xact} does not use. */
    LONG_NAME,
    /** A segment whose number is too great for the id space. */
    BEYOND_ID_SPACE,
    /** All ids of a segment are in progress although none of them can be running. */
    ZERO_SEGMENT,
    /** All ids of one or more pages are in progress although none of them can be running. */
    ZERO_PAGES,
    /** A stretch that begins and ends where disk sectors do is in progress although none of it can be running. */
    ZERO_BLOCK,
    /** All ids of one or more whole pages or segments, and hardly one beside them, are committed. */
    ALL_COMMITTED,
    /** The bits of reserved ids are set. */
    RESERVED_SET,
    /** Ids are sub-committed although their transaction is over. */
    SUB_COMMITTED,
    /** Bits are set at or past the next id. */
    SET_PAST_NEXT,
    /** The folder is in use: what was read is a moving snapshot. */
    LIVE_FOLDER,
    /** A file of prepared transactions has no name that one has. */
    PREPARED_NAME,
    /** A prepared transaction is older than the oldest id. */
    PREPARED_TOO_OLD,
    /** A prepared transaction is at or past the next id. */
    PREPARED_IN_FUTURE,
    /** A prepared transaction has a final status already. */
    PREPARED_FINISHED
}
