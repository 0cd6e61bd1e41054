package dev.clog.cli.demo;

import dev.clog.api.TransactionStatus;
import java.util.Arrays;

/**
 * What the engine said of each id: how its transaction was to end, which one that is, and whether the end was
 * acknowledged. Not for use by several threads at once.
 */
final class DemoLedger {
    private static final byte SAID = 4;
    private static final byte ACKNOWLEDGED = 8;
    private static final byte ASYNCHRONOUS = 16;
    private static final int STATUS = 3;
    private static final int FIRST_ROOM = 1 << 16;

    private final long firstXid;
    /** By id: the status it was to have, and the bits above. */
    private byte[] marks = new byte[FIRST_ROOM];
    /** By id: how far behind it the top of its tree is. */
    private int[] behind = new int[FIRST_ROOM];

    /** Of ids from {@code firstXid} on. */
    DemoLedger(long firstXid) {
        this.firstXid = firstXid;
    }

    long firstXid() {
        return firstXid;
    }

    /** A tree is about to end so. */
    void ends(long xid, TransactionStatus status, long[] numbers, int firstChild) {
        mark(xid, xid, status);
        for (int i = firstChild; i < numbers.length; i++) {
            mark(numbers[i], xid, status);
        }
    }

    private void mark(long xid, long top, TransactionStatus status) {
        int place = place(xid);
        marks[place] = (byte) (SAID | status.code());
        behind[place] = Math.toIntExact(xid - top);
    }

    void acknowledged(long xid) {
        marks[place(xid)] |= ACKNOWLEDGED;
    }

    void asynchronous(long xid) {
        marks[place(xid)] |= ASYNCHRONOUS;
    }

    /** The status that an id was to have; in progress where nothing was said of it. */
    TransactionStatus planned(long xid) {
        return TransactionStatus.ofCode(marks[place(xid)] & STATUS);
    }

    /** The top of the tree of an id; itself where nothing was said of it. */
    long top(long xid) {
        return xid - behind[place(xid)];
    }

    boolean isAcknowledged(long xid) {
        return (marks[place(xid)] & ACKNOWLEDGED) != 0;
    }

    boolean isAsynchronous(long xid) {
        return (marks[place(xid)] & ASYNCHRONOUS) != 0;
    }

    private int place(long xid) {
        int place = Math.toIntExact(xid - firstXid);
        if (place >= marks.length) {
            int room = Math.max(place + 1, 2 * marks.length);
            marks = Arrays.copyOf(marks, room);
            behind = Arrays.copyOf(behind, room);
        }
        return place;
    }
}
