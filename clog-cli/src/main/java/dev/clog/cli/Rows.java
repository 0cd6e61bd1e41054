package dev.clog.cli;

import java.io.PrintWriter;

/** Lines on their way to a writer, many at a time: a line costs no object. Closed by {@link #flush}. */
final class Rows {
    private static final int CHUNK_CHARS = 1 << 15;

    private final PrintWriter out;
    private final StringBuilder chunk = new StringBuilder(CHUNK_CHARS + 1024);

    Rows(PrintWriter out) {
        this.out = out;
    }

    /** Where to append the text of a line. */
    StringBuilder begin() {
        return chunk;
    }

    /** Ends the line. */
    void end() {
        chunk.append('\n');
        if (chunk.length() >= CHUNK_CHARS) {
            flush();
        }
    }

    /** A line. */
    void add(String line) {
        chunk.append(line);
        end();
    }

    /** Hands on what has not been yet. */
    void flush() {
        out.append(chunk);
        chunk.setLength(0);
    }
}
