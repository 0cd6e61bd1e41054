package dev.clog.api;

/**
 * Holds truncation back: while it is open the horizon does not move past its id, so that every status from there on can
 * be read. Taken by {@link TransactionStatusLog#retain}. Any thread may close it.
 */
public interface HorizonLease extends AutoCloseable {

    /** The id that is retained, and all after it. */
    long xid();

    /**
     * Lets truncation go on. What it held back is removed by the next truncation or checkpoint; this does no I/O. Calling
     * it again does nothing.
     */
    @Override
    void close();
}
