package dev.clog.cli;

import java.io.IOError;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * Standard output that fails as soon as it can't be written. A {@link PrintStream} keeps its failures to itself, so that
 * a command would go on computing a gigabyte for a reader that has gone. A failure is an {@link IOError}, since a writer
 * would keep an input/output exception to itself again.
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
            throw new IOError(new IOException("standard output can't be written"));
        }
    }
}
