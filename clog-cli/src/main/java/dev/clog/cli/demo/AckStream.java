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
 * What the engine process tells: a byte that says what, how many numbers follow, and the numbers. What is in the pipe
 * survives the process; a message that was cut by its death is not one.
 */
final class AckStream {
    /** A transaction is about to end: its id, the code of the status it is to have, and the ids of its children. */
    static final byte ENDS = 'E';
    /** The commit of the transaction with this id has returned: it is durable. */
    static final byte ACKNOWLEDGED = 'A';
    /** The transaction with this id was committed asynchronously. */
    static final byte ASYNCHRONOUS = 'S';
    /** Checkpoints taken, forces of the journal, commits that these answered, and the most that one did. */
    static final byte FIGURES = 'F';

    private static final int BUFFER_BYTES = 1 << 16;

    private AckStream() {}

    /** The engine's end. Safe for use by several threads. */
    static final class Writer {
        private final DataOutputStream out;

        Writer(OutputStream out) {
            this.out = new DataOutputStream(new BufferedOutputStream(out, BUFFER_BYTES));
        }

        synchronized void write(byte what, long... numbers) throws IOException {
            out.writeByte(what);
            out.writeInt(numbers.length);
            for (long number : numbers) {
                out.writeLong(number);
            }
        }

        synchronized void flush() throws IOException {
            out.flush();
        }
    }

    /** Takes the messages. */
    interface Listener {
        void heard(byte what, long[] numbers);
    }

    /** Reads messages until the engine is gone. */
    static void read(InputStream in, Listener listener) throws IOException {
        DataInputStream data = new DataInputStream(new BufferedInputStream(in, BUFFER_BYTES));
        for (int what = data.read(); what >= 0; what = data.read()) {
            long[] numbers;
            try {
                numbers = new long[data.readInt()];
                for (int i = 0; i < numbers.length; i++) {
                    numbers[i] = data.readLong();
                }
            } catch (EOFException e) {
                return;
            }
            listener.heard((byte) what, numbers);
        }
    }
}
