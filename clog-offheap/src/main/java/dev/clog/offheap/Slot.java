package dev.clog.offheap;

import dev.clog.lock.LwLock;
import java.lang.invoke.VarHandle;

/**
 * A place for a page in a page cache: a page whose memory is given to one page of the log after the other.
 *
 * <pre>
 *   EMPTY ──▶ READING ──▶ VALID ◀──▶ WRITING          the mark "dirty" may be set in VALID and WRITING
 *     ▲          │          │
 *     └──────────┴──────────┘   read failed, truncated, or given to another page
 * </pre>
 *
 * State and page change under the bank's lock, exclusive; a thread that reads or writes the file holds {@link #io} instead,
 * so that the bank is free meanwhile, and others wait for it there.
 *
 * <p>Reading without a lock:
 *
 * <pre>
 *   reader                                   who gives the slot to another page
 *   R1 read the stamp                        G1 readablePage = none
 *   R2 readablePage is the one wanted?       G2 stamp + 1
 *   R3 read the word                         G3 change the words
 *   R4 is the stamp the same?                G4 readablePage = the new page
 * </pre>
 *
 * A reader whose R3 sees a word of G3 sees G2 in R4, since a fence stands between G2 and G3 and one between R3 and R4; a
 * reader whose R1 came after G2 finds in R2 either none or, after G4, the page that the words belong to.
 */
final class Slot extends Page {
    /** The number of no page. */
    static final long NO_PAGE = -1;

    /** States of a slot. */
    enum State {
        /** No page. */
        EMPTY,
        /** A page is being read from its file. */
        READING,
        /** A page is here. */
        VALID,
        /** A page is here and is being written to its file. */
        WRITING
    }

    private final Bank bank;
    private final int index;
    private final LwLock io;

    private volatile long stamp;
    private volatile long readablePage = NO_PAGE;
    private volatile boolean used;

    /** Guarded by the bank's lock, as is the state. */
    private long page = NO_PAGE;

    private State state = State.EMPTY;

    Slot(Bank bank, int index, LwLock io, PageWords words) {
        super(words, index * PageLayout.WORDS_PER_PAGE);
        this.bank = bank;
        this.index = index;
        this.io = io;
    }

    Bank bank() {
        return bank;
    }

    /** Its number in its bank. */
    int index() {
        return index;
    }

    /** Held by the thread that reads or writes the file. */
    LwLock io() {
        return io;
    }

    State state() {
        return state;
    }

    void state(State next) {
        assert next != State.EMPTY && page != NO_PAGE : next + " page=" + page;
        state = next;
    }

    /** The page that the slot has or is being given; none when empty. */
    long page() {
        return page;
    }

    boolean isBusy() {
        return state == State.READING || state == State.WRITING;
    }

    /** R1. */
    long stamp() {
        return stamp;
    }

    /** R2. */
    boolean isReadable(long wanted) {
        return readablePage == wanted;
    }

    /** R4: what was read in between belongs to the page of R2. */
    boolean isStill(long stampBefore) {
        VarHandle.acquireFence();
        return stamp == stampBefore;
    }

    /** Notes that the page was used; writes only if that was not noted already. */
    void touch() {
        if (!used) {
            used = true;
        }
    }

    boolean takeUsed() {
        boolean was = used;
        if (was) {
            used = false;
        }
        return was;
    }

    /** G1 and G2: the slot is to read another page; its own was clean or is not needed. */
    void give(long next) {
        withdraw();
        page = next;
        state = State.READING;
    }

    /** G4: the page is here. */
    void valid() {
        assert state == State.READING && !isDirty() : state;
        forgetLsns();
        readablePage = page;
        state = State.VALID;
        used = true;
    }

    /** No page is here any more; what was to be written is not. */
    void empty() {
        withdraw();
        page = NO_PAGE;
        state = State.EMPTY;
    }

    private void withdraw() {
        assert state != State.WRITING : page;
        readablePage = NO_PAGE;
        long next = stamp + 1;
        stamp = next;
        clearDirty();
        VarHandle.fullFence();
    }
}
