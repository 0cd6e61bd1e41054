package dev.clog.api.spi;

import java.io.IOException;

/**
 * The engine's own log, as far as a transaction-status log needs it. Log positions (LSN) are positive and ascending; 0
 * means none. Implementations are safe for use by several threads.
 *
 * <p>{@link #pageZeroed} and {@link #truncated} are called under a lock that {@code extendTo} and {@code truncate} of that
 * log take: they must not wait for a thread that is in one of these. {@link #flush} is called without it, except where
 * {@code extendTo} finds statuses of another life in a new page, and may wait for anything but a checkpoint.
 */
public interface WriteAheadLog {

    /** For an engine without a log, or whose commits are all durable before their status is set. */
    WriteAheadLog NONE = new WriteAheadLog() {
        @Override
        public void flush(long lsn) {}

        @Override
        public long flushedLsn() {
            return Long.MAX_VALUE;
        }
    };

    /**
     * Returns when the log is durable up to {@code lsn}.
     *
     * @throws IOException if it can't be; the statuses that need it are not written then
     */
    void flush(long lsn) throws IOException;

    /** The position up to which the log is durable; never goes back. */
    long flushedLsn();

    /**
     * Called before a new page of zeros becomes part of the log, and before any id on it is handed out. An engine that
     * replays its log writes a record here, and calls {@code replayPageZeroed} for it in replay.
     *
     * @param pageNumber number of the page through all epochs; in a status log id / 32768
     * @throws IOException if the record can't be written; the page does not become part of the log then
     */
    default void pageZeroed(long pageNumber) throws IOException {}

    /**
     * Called when the horizon has moved and before a file is removed. An engine that replays its log writes a record here
     * and returns when it is durable; in replay it calls {@code truncate} for it.
     *
     * @param oldestXid 64-bit id of the horizon
     * @throws IOException if the record can't be made durable; no file is removed then
     */
    default void truncated(long oldestXid) throws IOException {}
}
