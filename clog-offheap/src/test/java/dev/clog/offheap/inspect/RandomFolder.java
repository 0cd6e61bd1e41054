package dev.clog.offheap.inspect;

import dev.clog.api.IdSpace;
import dev.clog.api.TransactionStatus;
import dev.clog.offheap.format.StatusLayout;
import java.util.Random;

/**
 * A sound folder with random statuses, and a simple model of it: an array with one status an id. Files are written from
 * the array id by id, with none of the arithmetic that is under test but the layout's.
 */
final class RandomFolder {
    static final String LOCATION = "data/pg_xact";

    private static final long IDS_32 = 1L << 32;

    final long seed;
    final Random random;
    final StatusLayout layout;
    final IdSpace idSpace;
    final long oldest;
    final long next;
    final byte[] codes;
    final MemoryFolder store = new MemoryFolder(LOCATION);

    /** Up to four segments. */
    RandomFolder(long seed) {
        this(seed, 3 * new StatusLayout(1024).xidsPerSegment());
    }

    /** Up to two segments. */
    static RandomFolder small(long seed) {
        return new RandomFolder(seed, 40_000);
    }

    private RandomFolder(long seed, int mostXids) {
        this.seed = seed;
        this.random = new Random(seed);
        this.layout = new StatusLayout(random.nextBoolean() ? 1024 : 2048);
        this.idSpace = random.nextInt(4) == 0 ? IdSpace.FULL_64 : IdSpace.WRAPPING_32;
        int span = 1 + random.nextInt(mostXids);
        this.oldest = idSpace.skipReserved(start(span));
        this.next = idSpace.skipReserved(oldest + span);
        this.codes = new byte[(int) (next - oldest)];
        fill();
        write();
    }

    private RandomFolder(RandomFolder other) {
        seed = other.seed;
        random = other.random;
        layout = other.layout;
        idSpace = other.idSpace;
        oldest = other.oldest;
        next = other.next;
        codes = other.codes;
        other.store
                .names()
                .forEach(name -> store.put(name, other.store.content(name).clone()));
    }

    /** The same folder with files of its own. */
    RandomFolder copy() {
        return new RandomFolder(this);
    }

    /** Where the ids begin: anywhere, or so that they go past 2^32. */
    private long start(int span) {
        long wrap = IDS_32 * (1 + random.nextInt(3));
        return switch (random.nextInt(3)) {
            case 0 -> random.nextInt(4 * layout.xidsPerSegment());
            case 1 -> wrap - random.nextInt(span + 1);
            default -> random.nextLong() >>> 24;
        };
    }

    /** Mostly final statuses, a crash now and then, as a healthy engine leaves them. */
    private void fill() {
        double aborts = random.nextInt(3) == 0 ? 0.3 : 0.05;
        for (int i = 0; i < codes.length; i++) {
            codes[i] = (byte) (random.nextDouble() < aborts ? 2 : 1);
        }
        for (int crash = random.nextInt(4); crash > 0; crash--) {
            int start = random.nextInt(codes.length);
            for (int i = start; i < Math.min(codes.length, start + 1 + random.nextInt(90)); i++) {
                codes[i] = 0;
            }
        }
    }

    private void write() {
        long last = next - 1;
        while (idSpace.isReserved(last)) {
            last--;
        }
        for (long start = segmentStart(oldest); start <= last; start += layout.xidsPerSegment()) {
            int pages = 32;
            if (last < start + layout.xidsPerSegment()) {
                int needed = layout.pageInSegment(idSpace.position(last)) + 1;
                pages = needed + random.nextInt(33 - needed);
            }
            byte[] content = new byte[pages * layout.pageBytes()];
            for (long xid = Math.max(oldest, start); xid < Math.min(next, start + (long) content.length * 4); xid++) {
                if (!idSpace.isReserved(xid)) {
                    content[(int) (xid - start) / 4] |= (byte) (codes[(int) (xid - oldest)] << (2 * (xid % 4)));
                }
            }
            store.put(name(start), content);
        }
    }

    /** Gives an id another status, if there is room for it. */
    void set(long xid, TransactionStatus status) {
        byte[] content = store.content(name(xid));
        int offset = (int) (xid - segmentStart(xid)) / 4;
        if (content != null && offset < content.length && !idSpace.isReserved(xid)) {
            int shift = 2 * (int) (xid % 4);
            content[offset] = (byte) ((content[offset] & ~(3 << shift)) | status.code() << shift);
        }
    }

    long segmentStart(long xid) {
        return Math.floorDiv(xid, layout.xidsPerSegment()) * layout.xidsPerSegment();
    }

    String name(long xid) {
        return StatusLayout.segmentName(layout.segment(idSpace.position(xid)));
    }

    String path(long xid) {
        return LOCATION + "/" + name(xid);
    }

    TransactionStatus status(long xid) {
        return TransactionStatus.ofCode(codes[(int) (xid - oldest)]);
    }

    /** Number of ids with a status. */
    long count(TransactionStatus status) {
        long count = 0;
        for (int i = 0; i < codes.length; i++) {
            count += !idSpace.isReserved(oldest + i) && codes[i] == status.code() ? 1 : 0;
        }
        return count;
    }

    long randomXid() {
        return idSpace.skipReserved(oldest + random.nextInt(codes.length));
    }

    XidRange range() {
        return XidRange.of(idSpace, oldest, next).withOldestActive(0);
    }

    VerifyResult verify() {
        return Verifier.verify(store, VerifyOptions.of(range()).withLayout(layout), ScanProgress.NONE);
    }

    SegmentFolder list() {
        return SegmentFolder.list(store, layout, range());
    }

    @Override
    public String toString() {
        return "seed=" + seed + " pageBytes=" + layout.pageBytes() + " idSpace=" + idSpace + " " + range() + " files="
                + store.names();
    }
}
