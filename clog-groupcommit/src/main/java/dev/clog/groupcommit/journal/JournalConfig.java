package dev.clog.groupcommit.journal;

import java.util.Objects;

/**
 * How a {@link CommitJournal} works. Nothing of it is in the files: each open may choose anew.
 *
 * @param fileBytes size of a file of the journal, allocated in full, in bytes: a multiple of 4096, 8 KiB to 1 GiB
 * @param bufferBytes memory between committers and the file, in bytes: a power of two, 4 KiB to 256 MiB. A record may be
 *     larger; a committer that finds it full writes
 * @param insertionLocks how many can copy their records into the buffer at once, 1 to 64
 * @param writerDelayMs how long an asynchronous commit may wait for its force, in milliseconds, 1 to 10,000
 * @param commitDelay how long a leader waits for others before it forces
 */
public record JournalConfig(
        int fileBytes, int bufferBytes, int insertionLocks, int writerDelayMs, CommitDelay commitDelay) {
    private static final int SMALLEST_FILE = 8 << 10;
    private static final int LARGEST_FILE = 1 << 30;
    private static final int SMALLEST_BUFFER = 4 << 10;
    private static final int LARGEST_BUFFER = 256 << 20;
    private static final int MOST_LOCKS = 64;
    private static final int LONGEST_DELAY_MS = 10_000;
    private static final JournalConfig DEFAULTS = new JournalConfig(16 << 20, 1 << 20, 8, 20, CommitDelay.NONE);

    /** Checks the values. */
    public JournalConfig {
        Objects.requireNonNull(commitDelay, "commitDelay");
        requireRange("fileBytes", fileBytes, SMALLEST_FILE, LARGEST_FILE);
        if (fileBytes % JournalLayout.HEADER_BYTES != 0) {
            throw new IllegalArgumentException(
                    "a journal file is a multiple of " + JournalLayout.HEADER_BYTES + " bytes: fileBytes=" + fileBytes);
        }
        requireRange("bufferBytes", bufferBytes, SMALLEST_BUFFER, LARGEST_BUFFER);
        if (Integer.bitCount(bufferBytes) != 1) {
            throw new IllegalArgumentException("the buffer is a power of two: bufferBytes=" + bufferBytes);
        }
        requireRange("insertionLocks", insertionLocks, 1, MOST_LOCKS);
        requireRange("writerDelayMs", writerDelayMs, 1, LONGEST_DELAY_MS);
    }

    private static void requireRange(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " is " + least + " to " + most + ": " + name + "=" + value);
        }
    }

    /** Files of 16 MiB, a buffer of 1 MiB, 8 insertion locks, 20 ms for asynchronous commits, no commit delay. */
    public static JournalConfig defaults() {
        return DEFAULTS;
    }

    /** The same, with files of this size in bytes. */
    public JournalConfig withFileBytes(int bytes) {
        return new JournalConfig(bytes, bufferBytes, insertionLocks, writerDelayMs, commitDelay);
    }

    /** The same, with a buffer of this size in bytes. */
    public JournalConfig withBufferBytes(int bytes) {
        return new JournalConfig(fileBytes, bytes, insertionLocks, writerDelayMs, commitDelay);
    }

    /** The same, with this number of insertion locks; 1 is how PostgreSQL was before 9.4. */
    public JournalConfig withInsertionLocks(int locks) {
        return new JournalConfig(fileBytes, bufferBytes, locks, writerDelayMs, commitDelay);
    }

    /** The same, with this time for asynchronous commits in milliseconds. */
    public JournalConfig withWriterDelayMs(int delayMs) {
        return new JournalConfig(fileBytes, bufferBytes, insertionLocks, delayMs, commitDelay);
    }

    /** The same, with this commit delay. */
    public JournalConfig withCommitDelay(CommitDelay delay) {
        return new JournalConfig(fileBytes, bufferBytes, insertionLocks, writerDelayMs, delay);
    }
}
