package dev.clog.offheap.inspect;

import dev.clog.offheap.format.SegmentOrder;
import java.util.List;

/**
 * What a folder must hold, worked out from its range and, where that is unknown, from what is there. All bounds are
 * 64-bit ids.
 *
 * @param firstNeeded the first id whose page must be there
 * @param lastNeeded the last id whose page must be there; less than {@code firstNeeded} if no page must be
 * @param oldest the least id that has a status; 0 if unknown
 * @param next the least id that has none yet; the greatest number there is if unknown
 * @param over the transactions before this id have ended, as far as is known
 */
/*
 * A server reads the page of the next id when it starts, unless that id is the first one of its page: then the page is
 * made when the id is handed out. So the last page needed is that of the last id handed out, and where no id is alive
 * at all, still that of the next id, if it lies inside a page.
 *
 * Without bounds nobody can say what must be there, but a folder has no holes: every page between its first and its
 * last one is needed.
 *
 * If nobody says who runs, everybody before the next id is taken to be over. That is right for an engine that was shut
 * down; for a running one the findings say that they may be wrong.
 */
record Expectation(long firstNeeded, long lastNeeded, long oldest, long next, long over) {

    static Expectation of(SegmentFolder folder) {
        XidRange range = folder.range();
        long oldest = range.oldestXid().orElse(0);
        long next = range.nextXid().orElse(Long.MAX_VALUE);
        long over = range.oldestActiveXid().orElse(next);
        List<SegmentFile> segments = folder.segments();
        long first = oldest;
        if (range.oldestXid().isEmpty()) {
            first = segments.isEmpty() ? next - 1 : segments.get(0).firstXid();
        }
        long last = next - 1;
        if (range.nextXid().isEmpty()) {
            last = segments.isEmpty() ? -1 : segments.get(segments.size() - 1).lastXid();
            if (range.oldestXid().isPresent() && !isFirstOfPage(folder.order(), oldest)) {
                last = Math.max(last, oldest);
            }
        } else {
            while (range.idSpace().isReserved(last)) {
                last--;
            }
            if (last < first && !isFirstOfPage(folder.order(), next)) {
                first = next;
                last = next;
            }
        }
        return new Expectation(first, last, oldest, next, over);
    }

    private static boolean isFirstOfPage(SegmentOrder order, long xid) {
        long pageStart = xid - xid % order.layout().xidsPerPage();
        return xid == order.idSpace().skipReserved(pageStart);
    }

    /** Says of ids before {@link #over} why they must be over. */
    String overText(XidRange range) {
        if (range.oldestActiveXid().isPresent()) {
            return "below oldestActiveXid " + over;
        }
        return range.nextXid().isPresent() ? "below nextXid " + over : "below others that have ended";
    }

    /** True if a stretch of ids has one in it whose page must be there. */
    boolean needs(long firstXid, long lastXid) {
        return Math.max(firstXid, firstNeeded) <= Math.min(lastXid, lastNeeded);
    }
}
