package dev.clog.offheap;

import dev.clog.api.HorizonLease;
import dev.clog.api.LogConfig;
import dev.clog.api.spi.PageStore;
import java.io.IOException;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * How what is below the horizon goes (LIF-4), under the log's structure lock but for the leases.
 *
 * <ol>
 *   <li>The horizon moves, as far as it was wanted and leases let it: from here on ids below it are too old.
 *   <li>The page space waits for those who still use a page below it, and forgets these pages.
 *   <li>The engine's log is told, durably, if a file goes.
 *   <li>The files go, and that is made durable.
 * </ol>
 *
 * What stops after the first step is taken up again by the next truncation or checkpoint.
 */
final class Truncation {
    private final LogConfig config;
    private final SegmentFiles files;
    private final PageLayout layout;
    private final PageSpace space;
    private final PageCounters counters;
    private final SegmentRemoval removal;
    private final HorizonHolders holders = new HorizonHolders();

    /** The horizon has moved, and not all that follows was done. */
    private boolean unfinished;

    Truncation(LogConfig config, PageStore store, SegmentFiles files, PageSpace space, PageCounters counters) {
        this.config = config;
        this.files = files;
        this.layout = files.layout();
        this.space = space;
        this.counters = counters;
        removal = new SegmentRemoval(store, layout);
    }

    /** A lease on {@code xid}, or null if it is below the horizon. Needs no lock. */
    HorizonLease retain(long xid, LongSupplier horizon) {
        return holders.retain(xid, horizon);
    }

    /** Notes that the horizon is wanted at {@code oldestXid}. */
    void want(long oldestXid) {
        holders.want(oldestXid);
    }

    /** The first step; true if there is something to do for {@link #removeBelow}. */
    boolean advance(long horizon, HorizonHolders.Move move) {
        unfinished |= holders.advance(horizon, move);
        return unfinished;
    }

    /** The other steps, for a window that is public. In recovery the engine's log has the record already. */
    void removeBelow(Window view, boolean inRecovery) {
        long firstPage = layout.page(view.oldestXid());
        space.forgetBefore(firstPage);
        List<String> names = removal.removable(firstPage, Math.max(firstPage, layout.page(view.endXid() - 1)));
        if (!names.isEmpty() && !inRecovery) {
            announce(view.oldestXid());
        }
        removal.remove(names);
        unfinished = false;
        counters.countTruncate();
    }

    private void announce(long oldestXid) {
        try {
            config.writeAheadLog().truncated(oldestXid);
        } catch (IOException e) {
            throw files.failure("can't log the truncation", PageLayout.segment(layout.page(oldestXid)), -1, e);
        }
    }
}
