package dev.clog.groupcommit;

import dev.clog.api.CommitTimestampLog;
import dev.clog.api.LogConfig;
import dev.clog.api.PageIoException;
import dev.clog.api.SubtransactionLog;
import dev.clog.api.TransactionStatusLog;
import dev.clog.api.spi.PageStore;
import dev.clog.offheap.PagedCommitTimestampLog;
import dev.clog.offheap.PagedStatusLog;
import dev.clog.offheap.PagedSubtransactionLog;
import dev.clog.offheap.store.FilePageStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Where an engine that has a log of its own gets its logs on pages from: statuses, parents of children, times of
 * commits.
 *
 * <p>A log lives in a folder of page files, which one process owns at a time. The engine keeps the next id and the oldest
 * id, in its own log or control file, and gives them when it opens the folder again.
 *
 * <p>The JVM needs the flags of {@code clog.jvmargs}; without them the methods here throw
 * {@link dev.clog.api.MissingJvmFlagsException}, which prints those that are missing.
 */
public final class PageLogs {
    private PageLogs() {}

    /**
     * Makes a log of statuses in a folder, and the folder where it is missing. The folder, and the page of the first id,
     * are durable on return. A crash before that may leave a page file of zeros, which a second call refuses: remove it
     * then.
     *
     * @param folder a folder without page files; its parent must be there
     * @param config the id space; {@link LogConfig#wrapping32()} for files that PostgreSQL can read
     * @throws dev.clog.api.LogFormatException if there are page files in the folder; they stay as they are
     * @throws dev.clog.api.LogInUseException if the folder is owned by another log
     * @throws PageIoException if a file or the folder can't be made
     */
    public static TransactionStatusLog createStatuses(Path folder, LogConfig config) {
        Objects.requireNonNull(folder, "folder");
        Objects.requireNonNull(config, "config");
        try {
            return createStatuses(FilePageStore.create(folder), config);
        } catch (IOException e) {
            throw new PageIoException("can't make the folder of the log", folder.toString(), -1, e);
        }
    }

    /** As {@link #createStatuses(Path, LogConfig)}, on a store, which belongs to the log from here on. */
    public static TransactionStatusLog createStatuses(PageStore store, LogConfig config) {
        return PagedStatusLog.create(store, config);
    }

    /**
     * Opens the statuses of a folder. Every page from that of the oldest id to that of the last one handed out must be
     * there. Statuses at and past the next id are zeroed, durably, unless the log is opened in recovery.
     *
     * @param folder the folder, such as the {@code pg_xact} of a PostgreSQL server that is shut down
     * @param config the id space, the next and the oldest id
     * @throws dev.clog.api.LogInUseException if the folder is owned by another log, or by a running PostgreSQL server
     * @throws PageIoException if a file is missing, short or unreadable; nothing has changed then
     */
    public static TransactionStatusLog openStatuses(Path folder, LogConfig config) {
        Objects.requireNonNull(folder, "folder");
        Objects.requireNonNull(config, "config");
        try {
            return openStatuses(FilePageStore.openForWriting(folder), config);
        } catch (IOException e) {
            throw new PageIoException("can't open the folder of the log", folder.toString(), -1, e);
        }
    }

    /** As {@link #openStatuses(Path, LogConfig)}, on a store, which belongs to the log from here on. */
    public static TransactionStatusLog openStatuses(PageStore store, LogConfig config) {
        return PagedStatusLog.open(store, config);
    }

    /**
     * Opens the parents of children in a folder, or makes them, and the folder where it is missing. Every entry is zeroed:
     * no transaction outlives its process.
     *
     * @param folder a folder of their own, such as the {@code pg_subtrans} of a PostgreSQL server
     * @param config the id space, the next and the oldest id
     * @throws dev.clog.api.LogInUseException if the folder is owned by another log
     * @throws PageIoException if the folder or a file can't be made
     */
    public static SubtransactionLog openSubtransactions(Path folder, LogConfig config) {
        try {
            return openSubtransactions(FilePageStore.create(folder), config);
        } catch (IOException e) {
            throw new PageIoException("can't make the folder of the log", folder.toString(), -1, e);
        }
    }

    /** As {@link #openSubtransactions(Path, LogConfig)}, on a store, which belongs to the log from here on. */
    public static SubtransactionLog openSubtransactions(PageStore store, LogConfig config) {
        return PagedSubtransactionLog.open(store, config);
    }

    /** Makes times of commits in a folder of their own; otherwise as {@link #createStatuses(Path, LogConfig)}. */
    public static CommitTimestampLog createTimestamps(Path folder, LogConfig config) {
        try {
            return createTimestamps(FilePageStore.create(folder), config);
        } catch (IOException e) {
            throw new PageIoException("can't make the folder of the log", folder.toString(), -1, e);
        }
    }

    /** As {@link #createTimestamps(Path, LogConfig)}, on a store, which belongs to the log from here on. */
    public static CommitTimestampLog createTimestamps(PageStore store, LogConfig config) {
        return PagedCommitTimestampLog.create(store, config);
    }

    /**
     * Opens the times of commits of a folder, such as a {@code pg_commit_ts}; otherwise as
     * {@link #openStatuses(Path, LogConfig)}.
     */
    public static CommitTimestampLog openTimestamps(Path folder, LogConfig config) {
        try {
            return openTimestamps(FilePageStore.openForWriting(folder), config);
        } catch (IOException e) {
            throw new PageIoException("can't open the folder of the log", folder.toString(), -1, e);
        }
    }

    /** As {@link #openTimestamps(Path, LogConfig)}, on a store, which belongs to the log from here on. */
    public static CommitTimestampLog openTimestamps(PageStore store, LogConfig config) {
        return PagedCommitTimestampLog.open(store, config);
    }
}
