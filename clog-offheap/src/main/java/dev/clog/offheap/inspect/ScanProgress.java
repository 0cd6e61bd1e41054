package dev.clog.offheap.inspect;

/** Told how far a scan is, after every segment file; on the thread that scans. */
@FunctionalInterface
public interface ScanProgress {
    /** Tells nobody. */
    ScanProgress NONE = (doneBytes, totalBytes) -> {};

    /**
     * So much is done.
     *
     * @param doneBytes bytes scanned, 0 to {@code totalBytes}, ascending
     * @param totalBytes bytes to scan; the same at each call of a scan
     */
    void scanned(long doneBytes, long totalBytes);
}
