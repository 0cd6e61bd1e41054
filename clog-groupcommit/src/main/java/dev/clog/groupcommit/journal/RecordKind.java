package dev.clog.groupcommit.journal;

/** What a record of the journal says. The codes are in files: never change one. */
enum RecordKind {
    /** A tree of transactions has committed. */
    COMMIT(1),
    /** A tree of transactions has aborted. */
    ABORT(2),
    /** A page of the status log was zeroed. */
    PAGE_ZEROED(3),
    /** Statuses below an id are gone. */
    TRUNCATE(4),
    /** Ids below one may have been handed out. */
    RESERVATION(5),
    /** The status log's files hold all that was recorded before a position. */
    CHECKPOINT(6);

    private static final RecordKind[] ALL = values();

    final int code;

    RecordKind(int code) {
        this.code = code;
    }

    /** The kind of a code; null if there is none. */
    static RecordKind of(int code) {
        return code >= 1 && code <= ALL.length ? ALL[code - 1] : null;
    }
}
