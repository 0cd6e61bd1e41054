package dev.clog.offheap.inspect;

import dev.clog.api.IdSpace;
import dev.clog.api.PageIoException;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.StoreEntry;
import dev.clog.offheap.format.SegmentOrder;
import dev.clog.offheap.format.StatusLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What was in a folder of page files at one moment: its segments in logical order, oldest first, and everything else.
 * Immutable; the files themselves may change meanwhile. Opens no file.
 */
public final class SegmentFolder {
    private static final long IDS_32 = 1L << 32;

    private final PageStore store;
    private final XidRange range;
    private final SegmentOrder order;
    private final List<SegmentFile> segments;
    private final List<StoreEntry> others;
    private final long oldestNumber;
    private final Map<Long, SegmentFile> byNumber = new HashMap<>();

    private SegmentFolder(PageStore store, StatusLayout layout, XidRange range, List<StoreEntry> entries) {
        this.store = store;
        this.range = range;
        this.order = new SegmentOrder(layout, range.idSpace());
        List<StoreEntry> named = new ArrayList<>();
        List<StoreEntry> rest = new ArrayList<>();
        for (StoreEntry entry : entries) {
            (isSegmentName(entry.name()) ? named : rest).add(entry);
        }
        rest.sort(Comparator.comparing(StoreEntry::name));
        this.others = List.copyOf(rest);
        this.oldestNumber = oldestNumber(named);
        this.segments = place(named);
        segments.forEach(segment -> byNumber.put(segment.number(), segment));
    }

    /**
     * Lists a folder.
     *
     * @param store the folder; it stays open, and is what scans of the result read
     * @param layout the page size its files are thought to have
     * @param range the ids it should hold
     * @throws PageIoException if the folder can't be listed
     */
    public static SegmentFolder list(PageStore store, StatusLayout layout, XidRange range) {
        try {
            return new SegmentFolder(store, layout, range, store.entries());
        } catch (IOException e) {
            throw new PageIoException("can't list the folder", store.location(), -1, e);
        }
    }

    /** Whether the log gives exactly this name to a segment, so that it would read the file. */
    private boolean isSegmentName(String name) {
        OptionalLong number = StatusLayout.segmentOf(name);
        return number.isPresent()
                && order.contains(number.getAsLong())
                && name.equals(StatusLayout.segmentName(number.getAsLong()));
    }

    private long oldestNumber(List<StoreEntry> named) {
        long[] numbers = named.stream()
                .mapToLong(entry -> Long.parseLong(entry.name(), 16))
                .sorted()
                .toArray();
        return numbers.length == 0 ? 0 : numbers[order.oldestOf(numbers)];
    }

    private List<SegmentFile> place(List<StoreEntry> named) {
        List<SegmentFile> placed = new ArrayList<>(named.size());
        for (StoreEntry entry : named) {
            long number = Long.parseLong(entry.name(), 16);
            long first = firstXid(number);
            int pages = (int) Math.min(StatusLayout.PAGES_PER_SEGMENT, entry.sizeBytes() / layout().pageBytes());
            long last = first + (long) pages * layout().xidsPerPage() - 1;
            placed.add(new SegmentFile(entry.name(), number, entry.kind(), entry.sizeBytes(), pages, first, last));
        }
        placed.sort(Comparator.comparingLong(SegmentFile::firstXid));
        return List.copyOf(placed);
    }

    /** The first id of a segment, there or not. */
    long firstXid(long number) {
        if (range.nextXid().isPresent()) {
            long next = range.nextXid().getAsLong();
            long first = order.firstXidUpTo(number, next - 1);
            boolean used = first >= 0 && !range.precedes(first + layout().xidsPerSegment() - 1);
            return range.isBounded() && used ? first : order.firstXidNear(number, next);
        }
        if (range.oldestXid().isPresent()) {
            return order.firstXidNear(number, range.oldestXid().getAsLong());
        }
        boolean wrapped = range.idSpace() == IdSpace.WRAPPING_32 && number < oldestNumber;
        return layout().firstPosition(number) + (wrapped ? IDS_32 : 0);
    }

    PageStore store() {
        return store;
    }

    SegmentOrder order() {
        return order;
    }

    /** The folder, as messages name it. */
    public String location() {
        return store.location();
    }

    /** The file with its folder, as messages name it. */
    public String path(String name) {
        return store.location() + "/" + name;
    }

    /** The page size. */
    public StatusLayout layout() {
        return order.layout();
    }

    /** The ids it should hold. */
    public XidRange range() {
        return range;
    }

    /**
     * The segments, the one with the oldest ids first. If ids wrap, segment 0FFF comes before 0000: with a known bound
     * each lies where its ids are in the range, or nearest to it; without, the oldest is the one after the largest hole
     * in the ring of numbers, and ids count from epoch 0 at the oldest segment.
     */
    public List<SegmentFile> segments() {
        return segments;
    }

    /** The segment of that number, if it is there. */
    public Optional<SegmentFile> segment(long number) {
        return Optional.ofNullable(byNumber.get(number));
    }

    /** The segments that hold bits of some id from one to another, in order. */
    List<SegmentFile> segmentsBetween(long firstXid, long lastXid) {
        List<SegmentFile> found = new ArrayList<>();
        for (long start = order.segmentStart(firstXid); start <= lastXid; start += layout().xidsPerSegment()) {
            SegmentFile segment = byNumber.get(order.segment(start));
            if (segment != null && segment.firstXid() == start && segment.lastXid() >= firstXid) {
                found.add(segment);
            }
        }
        return found;
    }

    /** The entries that are no segments, by name. */
    public List<StoreEntry> others() {
        return others;
    }

    /** The least id to look at: the range's, or if that is unknown the first one of the first segment. */
    public OptionalLong firstXid() {
        if (range.oldestXid().isPresent()) {
            return range.oldestXid();
        }
        return segments.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(segments.get(0).firstXid());
    }

    /** The greatest id to look at: the range's, or if that is unknown the last one of the last segment. */
    public OptionalLong lastXid() {
        if (range.nextXid().isPresent()) {
            return OptionalLong.of(range.nextXid().getAsLong() - 1);
        }
        return segments.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(segments.get(segments.size() - 1).lastXid());
    }
}
