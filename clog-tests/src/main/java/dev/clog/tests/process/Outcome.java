package dev.clog.tests.process;

import java.util.List;

/**
 * How a process ended.
 *
 * @param exitCode its exit code
 * @param output what it printed
 * @param errors what it printed to the error stream
 */
public record Outcome(int exitCode, String output, String errors) {

    /** The lines that it printed. */
    public List<String> lines() {
        return output.lines().toList();
    }

    /**
     * This, if the process ended well.
     *
     * @throws IllegalStateException if its exit code is not 0
     */
    public Outcome orFail() {
        if (exitCode != 0) {
            throw new IllegalStateException("a process failed: " + this);
        }
        return this;
    }
}
