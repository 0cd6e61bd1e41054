package dev.clog.cli.demo;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * What the engine process tells: a byte that says what, and a number. What is in the pipe survives the process; a message
 * that was cut by its death is not one.
 */
final class AckStream {
    /** The slots below the number may be used from now on; said before the first one is. */
    static final byte LIMIT = 'L';
    /** The tree of the slot is durable. */
    static final byte ACKNOWLEDGED = 'A';
    /** So many checkpoints have been taken. */
    static final byte CHECKPOINTS = 'C';

    private static final int BUFFER_BYTES = 1 << 16;

    private AckStream() {}

    /** The engine's end. Safe for use by several threads. */
    static final class Writer {
        private final DataOutputStream out;

        Writer(OutputStream out) {
            this.out = new DataOutputStream(new BufferedOutputStream(out, BUFFER_BYTES));
        }

        synchronized void write(byte what, long number) throws IOException {
            out.writeByte(what);
            out.writeLong(number);
        }

        synchronized void flush() throws IOException {
            out.flush();
        }
    }

    /** Takes the messages. */
    interface Listener {
        void heard(byte what, long number);
    }

    /** Reads messages until the engine is gone. */
    static void read(InputStream in, Listener listener) throws IOException {
        DataInputStream data = new DataInputStream(new BufferedInputStream(in, BUFFER_BYTES));
        for (int what = data.read(); what >= 0; what = data.read()) {
            long number;
            try {
                number = data.readLong();
            } catch (EOFException e) {
                return;
            }
            listener.heard((byte) what, number);
        }
    }
}
