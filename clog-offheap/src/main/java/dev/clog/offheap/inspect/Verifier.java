package dev.clog.offheap.inspect;

import dev.clog.api.spi.PageStore;

/** Verifies a folder of page files. Never creates, grows or changes a file, and takes no lock. */
public final class Verifier {

    private Verifier() {}

    /**
     * Verifies a folder.
     *
     * @param store the folder; it stays open
     * @param options what is known about it
     * @param progress told after every segment
     * @return findings and notes; what is wrong with a file is a finding, never an exception
     * @throws dev.clog.api.PageIoException if the folder itself is missing or can't be listed
     */
    public static VerifyResult verify(PageStore store, VerifyOptions options, ScanProgress progress) {
        throw new UnsupportedOperationException();
    }
}
