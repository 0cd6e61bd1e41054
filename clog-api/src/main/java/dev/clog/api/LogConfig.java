package dev.clog.api;

import dev.clog.api.spi.WriteAheadLog;
import java.util.Objects;

/**
 * How a transaction-status log is opened: validated once, here, and immutable. Start with {@link #wrapping32()} or
 * {@link #full64()} and refine.
 *
 * @param idSpace how ids are laid on the files
 * @param oldestXid 64-bit id of the horizon; ids below it have no status any more. At most {@code nextXid}
 * @param nextXid 64-bit id that will be handed out next; ids at or past it have no status
 * @param recovery true while the engine replays its own log: missing files read as zeros, and the log stays in recovery
 *     until {@link TransactionStatusLog#endRecovery}
 * @param writeAheadLog what must be flushed before a status may reach its file
 * @param pages where pages are in memory
 * @param parents whom to ask for the parent of a sub-committed transaction
 */
public record LogConfig(
        IdSpace idSpace,
        long oldestXid,
        long nextXid,
        boolean recovery,
        WriteAheadLog writeAheadLog,
        PageSpaceConfig pages,
        ParentLookup parents) {
    /** No id is larger, in either space: 2^62. */
    public static final long LARGEST_XID = 1L << 62;

    /** Checks every value and that they fit each other. */
    public LogConfig {
        Objects.requireNonNull(idSpace, "idSpace");
        Objects.requireNonNull(writeAheadLog, "writeAheadLog");
        Objects.requireNonNull(pages, "pages");
        Objects.requireNonNull(parents, "parents");
        checkAssignable("oldestXid", oldestXid, idSpace);
        checkAssignable("nextXid", nextXid, idSpace);
        if (oldestXid > nextXid) {
            throw new IllegalArgumentException(
                    "the oldest id must not follow the next one: oldestXid=" + oldestXid + " nextXid=" + nextXid);
        }
        if (idSpace == IdSpace.WRAPPING_32 && nextXid - oldestXid >= 1L << 31) {
            throw new IllegalArgumentException("more than 2^31 - 1 ids between the oldest and the next one: oldestXid="
                    + oldestXid + " nextXid=" + nextXid);
        }
    }

    private static void checkAssignable(String name, long xid, IdSpace idSpace) {
        if (xid < TransactionId.FIRST_NORMAL) {
            throw new IllegalArgumentException("below the first normal id 3: " + name + "=" + xid);
        }
        if (xid > LARGEST_XID) {
            throw new IllegalArgumentException("beyond the largest id " + LARGEST_XID + ": " + name + "=" + xid);
        }
        if (idSpace.isReserved(xid)) {
            throw new IllegalArgumentException("a reserved id of " + idSpace + ": " + name + "=" + xid);
        }
    }

    /** A new log whose files are those of a real {@code pg_xact}: no id handed out, no write-ahead log. */
    public static LogConfig wrapping32() {
        return fresh(IdSpace.WRAPPING_32);
    }

    /** A new log with 64-bit file positions: no id handed out, no write-ahead log. */
    public static LogConfig full64() {
        return fresh(IdSpace.FULL_64);
    }

    private static LogConfig fresh(IdSpace idSpace) {
        return new LogConfig(
                idSpace,
                TransactionId.FIRST_NORMAL,
                TransactionId.FIRST_NORMAL,
                false,
                WriteAheadLog.NONE,
                new ResidentWindowConfig(),
                ParentLookup.NONE);
    }

    /** This, for a log that holds the ids from {@code oldest} up to, not including, {@code next}. */
    public LogConfig withRange(long oldest, long next) {
        return new LogConfig(idSpace, oldest, next, recovery, writeAheadLog, pages, parents);
    }

    /** This, opened in or out of recovery. */
    public LogConfig withRecovery(boolean inRecovery) {
        return new LogConfig(idSpace, oldestXid, nextXid, inRecovery, writeAheadLog, pages, parents);
    }

    /** This, behind the engine's own log. */
    public LogConfig withWriteAheadLog(WriteAheadLog log) {
        return new LogConfig(idSpace, oldestXid, nextXid, recovery, log, pages, parents);
    }

    /** This, with its pages in a resident window or a page cache. */
    public LogConfig withPages(PageSpaceConfig space) {
        return new LogConfig(idSpace, oldestXid, nextXid, recovery, writeAheadLog, space, parents);
    }

    /** This, with a lookup for the parents of sub-committed transactions. */
    public LogConfig withParents(ParentLookup lookup) {
        return new LogConfig(idSpace, oldestXid, nextXid, recovery, writeAheadLog, pages, lookup);
    }
}
