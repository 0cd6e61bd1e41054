package dev.clog.offheap.inspect;

import dev.clog.api.spi.PageStore;
import dev.clog.offheap.format.StatusLayout;

/**
 * Looks up single ids in a folder of page files. Keeps the page it read last and no open file, so that ids of one page
 * cost one read; make a new reader to see later changes. Not safe for use by several threads.
 */
public final class StatusReader {

    /**
     * A reader. Looks at nothing yet.
     *
     * @param store the folder; it stays open
     * @param layout its page size
     * @param range the ids that are answered; without a bound, every id that the files hold
     */
    public StatusReader(PageStore store, StatusLayout layout, XidRange range) {
        throw new UnsupportedOperationException();
    }

    /**
     * The status of an id as its bits say it. {@link dev.clog.api.TransactionStatus#IN_PROGRESS} is also what a crash
     * leaves; {@link XidRange#isOver} tells whether the transaction can still run.
     *
     * @param xid 64-bit id, or a 32-bit one, which {@link XidRange#widen} widens. A reserved id is answered without a
     *     look at the range or at any file
     * @throws dev.clog.api.XidOutOfRangeException if it is outside the range; no file was looked at
     * @throws dev.clog.api.PageIoException if its file is missing, is no file or can't be read; names id, file, offset
     *     and cause
     * @throws dev.clog.api.LogFormatException if its file ends before its page does; names id, file and offset
     */
    public XidStatus read(long xid) {
        throw new UnsupportedOperationException();
    }
}
