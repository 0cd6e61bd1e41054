package dev.clog.cli;

import java.io.OutputStream;
import java.io.PrintStream;

/**
 * Standard output that fails as soon as it can't be written. A {@link PrintStream} keeps its failures to itself, so that
 * a command would go on computing a gigabyte for a reader that has gone.
 */
final class StandardOutput extends OutputStream {
    private final PrintStream stream;

    StandardOutput(PrintStream stream) {
        this.stream = stream;
    }

    @Override
    public void write(int octet) {
        stream.write(octet);
        check();
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        stream.write(bytes, offset, length);
        check();
    }

    @Override
    public void flush() {
        check();
    }

    private void check() {
        if (stream.checkError()) {
            throw new FailedException();
        }
    }

    /** What was printed last, or before, has not arrived. Unchecked, since a writer would swallow an input/output error. */
    static final class FailedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        FailedException() {
            super("standard output can't be written", null, false, false);
        }
    }
}
