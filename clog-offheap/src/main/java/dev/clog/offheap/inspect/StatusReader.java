package dev.clog.offheap.inspect;

import dev.clog.api.LogFormatException;
import dev.clog.api.PageIoException;
import dev.clog.api.TransactionStatus;
import dev.clog.api.XidOutOfRangeException;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import dev.clog.offheap.format.StatusLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;

/**
 * Looks up single ids in a folder of page files. Keeps the page it read last and no open file, so that ids of one page
 * cost one read; make a new reader to see later changes. Not safe for use by several threads.
 */
public final class StatusReader {
    private static final long NO_PAGE = -1;

    private final PageStore store;
    private final StatusLayout layout;
    private final XidRange range;
    private final ByteBuffer bytes;
    private long cachedPage = NO_PAGE;

    /**
     * A reader. Looks at nothing yet.
     *
     * @param store the folder; it stays open
     * @param layout its page size
     * @param range the ids that are answered; without a bound, every id that the files hold
     */
    public StatusReader(PageStore store, StatusLayout layout, XidRange range) {
        this.store = Objects.requireNonNull(store, "store");
        this.layout = Objects.requireNonNull(layout, "layout");
        this.range = Objects.requireNonNull(range, "range");
        this.bytes = ByteBuffer.allocate(layout.pageBytes());
    }

    /**
     * The status of an id as its bits say it. {@link TransactionStatus#IN_PROGRESS} is also what a crash leaves;
     * {@link XidRange#isOver} tells whether the transaction can still run.
     *
     * @param xid 64-bit id, or a 32-bit one, which {@link XidRange#widen} widens. A reserved id is answered without a
     *     look at the range or at any file
     * @throws XidOutOfRangeException if it is outside the range; no file was looked at
     * @throws PageIoException if its file is missing, is no file or can't be read; names id, file, offset and cause
     * @throws LogFormatException if its file ends before its page does; names id, file and offset
     */
    public XidStatus read(long xid) {
        if (xid < 0) {
            throw outside(xid);
        }
        Optional<ReservedXid> reserved = ReservedXid.of(range.idSpace(), xid);
        if (reserved.isPresent()) {
            return new XidStatus(xid, reserved.get().status(), reserved, "", -1, 0);
        }
        long wide = range.widen(xid);
        if (!range.contains(wide)) {
            throw outside(xid);
        }
        long position = range.idSpace().position(wide);
        String name = StatusLayout.segmentName(layout.segment(position));
        if (layout.page(position) != cachedPage) {
            load(wide, name, position);
        }
        int offset = layout.byteOffset(position);
        int shift = StatusLayout.bitShift(position);
        int code = bytes.get(offset - layout.pageOffset(position)) >> shift;
        return new XidStatus(wide, TransactionStatus.ofCode(code), Optional.empty(), path(name), offset, shift);
    }

    private XidOutOfRangeException outside(long xid) {
        return new XidOutOfRangeException(xid, range.oldestXid(), range.nextXid());
    }

    private void load(long xid, String name, long position) {
        cachedPage = NO_PAGE;
        bytes.clear();
        int offset = layout.pageOffset(position);
        int read;
        long size;
        try (PageFile file = store.open(name, PageStore.Access.READ)) {
            read = file.read(bytes, offset);
            size = file.size();
        } catch (IOException e) {
            String why = ReadFailure.text(store, name, e);
            throw new PageIoException("can't read the page of XID " + xid + ", " + why, path(name), offset, e);
        }
        if (read < layout.pageBytes()) {
            throw new LogFormatException(
                    "XID " + xid + " needs page " + layout.pageInSegment(position) + ", but the file ends at " + size,
                    path(name),
                    offset);
        }
        cachedPage = layout.page(position);
    }

    private String path(String name) {
        return store.location() + "/" + name;
    }
}
