package dev.clog.offheap.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The process that took a folder, as the second line of its lock file has it: by its id and its start, since ids are used
 * again.
 *
 * <p>A lock of the operating system is dropped when any part of its process closes any descriptor of the file. The owner
 * does not hear of it, and goes on. So whoever gets the lock asks for the process that is named, too. Where it can't be
 * seen, because it runs apart or as somebody else, the lock alone decides.
 *
 * @param pid id of the process
 * @param start when it began
 */
record LockOwner(long pid, Instant start) {
    /** The platform derives a start from the time of boot, which may be set right meanwhile. */
    private static final Duration TOLERANCE = Duration.ofSeconds(2);

    private static final Pattern LINE = Pattern.compile("pid ([0-9]{1,18}) started ([0-9]{1,18})");

    /** This process; none where the platform does not tell its start. */
    static Optional<LockOwner> self() {
        ProcessHandle self = ProcessHandle.current();
        return self.info().startInstant().map(start -> new LockOwner(self.pid(), start));
    }

    /** The one that a line of a lock file names. */
    static Optional<LockOwner> parse(String line) {
        Matcher matcher = LINE.matcher(line);
        return matcher.matches()
                ? Optional.of(new LockOwner(
                        Long.parseLong(matcher.group(1)), Instant.ofEpochMilli(Long.parseLong(matcher.group(2)))))
                : Optional.empty();
    }

    /** The line that {@link #parse} reads. */
    String line() {
        return "pid " + pid + " started " + start.toEpochMilli();
    }

    /**
     * True if it is known to run. One that was killed and not yet reaped has no command any more. This process is told the
     * same start each time: one with its id and another start was there before, as in a container that was started again.
     */
    boolean isRunning() {
        if (pid == ProcessHandle.current().pid()) {
            return self().filter(self -> self.line().equals(line())).isPresent();
        }
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .map(ProcessHandle::info)
                .filter(info -> info.command().isPresent())
                .flatMap(ProcessHandle.Info::startInstant)
                .filter(began -> Duration.between(began, start).abs().compareTo(TOLERANCE) <= 0)
                .isPresent();
    }
}
