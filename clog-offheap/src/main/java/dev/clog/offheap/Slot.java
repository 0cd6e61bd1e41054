package dev.clog.offheap;

import dev.clog.lock.LwLock;

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
 * so that the bank is free meanwhile, and others wait for it there. What readers without a lock see of a slot is in
 * {@link SlotStamps}.
 */
final class Slot extends Page {
    /** The number of no page. */
    static final long NO_PAGE = SlotStamps.NO_PAGE;

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

    private final SlotStamps stamps;
    private final int number;

    /** Guarded by the bank's lock, as is the state. */
    private long page = NO_PAGE;

    private State state = State.EMPTY;

    /**
     * An empty slot.
     *
     * @param index its number in its bank
     * @param memory the words of all slots
     * @param number its number in its cache: its place in the memory and in the stamps
     */
    Slot(Bank bank, int index, LwLock io, PageWords memory, SlotStamps stamps, int number) {
        super(memory, number * PageLayout.WORDS_PER_PAGE);
        this.stamps = stamps;
        this.number = number;
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

    /** Its number in its cache. */
    int number() {
        return number;
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
        stamps.publish(number, page);
        state = State.VALID;
        stamps.touch(number);
    }

    /** No page is here any more; what was to be written is not. */
    void empty() {
        withdraw();
        page = NO_PAGE;
        state = State.EMPTY;
    }

    private void withdraw() {
        assert state != State.WRITING : page;
        stamps.withdraw(number);
        clearDirty();
    }
}
