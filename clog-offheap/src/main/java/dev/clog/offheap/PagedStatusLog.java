package dev.clog.offheap;

import dev.clog.api.LogConfig;
import dev.clog.api.ParentLookup;
import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import dev.clog.api.XidTooOldException;
import dev.clog.api.spi.PageStore;
import dev.clog.lock.LockMode;
import dev.clog.lock.LockStatistics;
import dev.clog.lock.LwLock;
import dev.clog.offheap.format.StatusLayout;
import java.util.Arrays;
import java.util.List;

/**
 * The transaction-status log on pages: what {@code PageLogs.openStatuses} and {@code createStatuses} give. Its pages,
 * and their life, are {@link PagedLog}'s; this reads and sets the bits on them.
 */
public final class PagedStatusLog extends PagedLog implements TransactionStatusLog {
    /** A word number is the id without its place in the word: 32 transactions a word, in both id spaces. */
    private static final int WORD_SHIFT = Integer.numberOfTrailingZeros(StatusLayout.XIDS_PER_WORD);

    private static final int PAGE_SHIFT =
            Integer.numberOfTrailingZeros(StatusLayout.XIDS_PER_WORD * PageLayout.WORDS_PER_PAGE);

    private final LwLock[] banks;

    private PagedStatusLog(PageStore store, LogConfig config, Start start) {
        super(store, config, PageLayout.ofStatuses(config.idSpace()), start);
        banks = bankLocks();
    }

    /**
     * Makes a log in a folder that holds no page files: the page of the first id, zeroed and durable.
     *
     * @param store the folder; belongs to the log from here on, and is closed with it
     * @param config the id space; its next and oldest id must be the same, the first one to be handed out
     */
    public static PagedStatusLog create(PageStore store, LogConfig config) {
        return new PagedStatusLog(store, config, Start.CREATE);
    }

    /**
     * Opens the log of a folder. What the configuration says it holds must be there; statuses at and past the next id
     * are zeroed, durably, unless the log is opened in recovery.
     *
     * @param store the folder; belongs to the log from here on, and is closed with it
     * @param config the id space, the next and the oldest id
     */
    public static PagedStatusLog open(PageStore store, LogConfig config) {
        return new PagedStatusLog(store, config, Start.OPEN);
    }

    /** As {@link #create(PageStore, LogConfig)}, with another search for victims where the pages are cached. */
    public static PagedStatusLog create(PageStore store, LogConfig config, VictimSearch.Factory search) {
        return new PagedStatusLog(store, config, new Start(Start.From.NOTHING, search));
    }

    /** As {@link #open(PageStore, LogConfig)}, with another search for victims where the pages are cached. */
    public static PagedStatusLog open(PageStore store, LogConfig config, VictimSearch.Factory search) {
        return new PagedStatusLog(store, config, new Start(Start.From.FILES, search));
    }

    @Override
    public TransactionStatus status(long xid) {
        Window view = window;
        return view.isPlain(xid) ? read(view, xid) : statusElsewhere(view, xid);
    }

    @Override
    public TransactionStatus statusOrFrozen(long xid) {
        Window view = window;
        if (!view.contains(xid) || idSpace.isReserved(xid)) {
            return outside(xid, true);
        }
        try {
            return read(view, xid);
        } catch (XidTooOldException e) {
            return TransactionStatus.FROZEN;
        }
    }

    private TransactionStatus read(Window view, long xid) {
        try {
            return TransactionStatus.ofCode(StatusBits.codeOf(view.word(xid >>> WORD_SHIFT), xid));
        } catch (PageFault e) {
            throw pageFault(xid, e);
        }
    }

    private TransactionStatus statusElsewhere(Window view, long xid) {
        return view.contains(xid) && !idSpace.isReserved(xid) ? read(view, xid) : outside(xid, false);
    }

    private TransactionStatus outside(long xid, boolean frozenBelow) {
        checkUsable();
        if (idSpace.isReserved(xid)) {
            return idSpace.position(xid) == 0 ? TransactionStatus.ABORTED : TransactionStatus.COMMITTED;
        }
        if (frozenBelow && xid >= 0 && xid < window.oldestXid()) {
            return TransactionStatus.FROZEN;
        }
        throw noEntry(xid);
    }

    @Override
    public boolean isCommitted(long xid) {
        TransactionStatus status = status(xid);
        long child = xid;
        while (status == TransactionStatus.SUB_COMMITTED) {
            long parent = config.parents().parentOf(child);
            if (parent == ParentLookup.NO_PARENT || parent >= child || parent < oldestXid()) {
                counters.countOrphan();
                return false;
            }
            child = parent;
            status = status(child);
        }
        return status == TransactionStatus.COMMITTED;
    }

    @Override
    public long latestLsn(long xid) {
        Window view = window;
        if (!view.contains(xid) || idSpace.isReserved(xid)) {
            outside(xid, false);
            return 0;
        }
        return view.lsn(xid >>> WORD_SHIFT);
    }

    @Override
    public void setTree(long xid, long[] children, TransactionStatus status, long lsn) {
        Window view = checkedWindow(xid, children, status, lsn);
        try {
            TreeWriter.set(view, xid, children, status, lsn);
            confirm(view);
        } catch (PageFault e) {
            throw pageFault(xid, e);
        }
    }

    /** The present window, which has the whole tree; throws where it has not, or the tree is none. */
    Window checkedWindow(long xid, long[] children, TransactionStatus status, long lsn) {
        if (!status.isFinal()) {
            throw new IllegalArgumentException("not a status to set: status=" + status);
        }
        if (lsn < 0) {
            throw new IllegalArgumentException("a negative log position: lsn=" + lsn);
        }
        Window view = window;
        if (!view.isPlain(xid)) {
            checkSettable(view, xid);
        }
        for (long child : children) {
            checkSettable(view, child);
            if (child <= xid) {
                throw new IllegalArgumentException("a child is later than its parent: xid=" + xid + " child=" + child);
            }
        }
        return view;
    }

    /**
     * A cursor for one thread, which sets trees with the lock of their bank held.
     *
     * @param mode exclusive: one setter of a bank at a time. Shared: setters of a bank don't keep each other out
     */
    public StatusCursor cursor(LockMode mode) {
        return new LockedPages(this, banks, mode);
    }

    /** How many banks pages are in, each with a lock of its own. */
    public int banks() {
        return banks.length;
    }

    /** The bank of an id's page, from 0; for any number. */
    public int bankOf(long xid) {
        return banks.length == 1 ? 0 : (int) ((xid >>> PAGE_SHIFT) % banks.length);
    }

    /** What the locks of the banks have counted, by bank. */
    public List<LockStatistics> lockStatistics() {
        return Arrays.stream(banks).map(LwLock::statistics).toList();
    }

    @Override
    public int enterCommit() {
        return commits().enter();
    }

    @Override
    public void exitCommit(int ticket) {
        commits().exit(ticket);
    }
}
