package dev.clog.offheap;

import dev.clog.api.PageCacheConfig;
import dev.clog.api.PageCacheConfig.Reads;
import dev.clog.api.PageCacheConfig.Writes;
import dev.clog.api.spi.PageFile;
import dev.clog.lock.LockMode;
import dev.clog.lock.LockTranche;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.IntFunction;

/**
 * Slots that pages of a log are read into when they are wanted, and written from when their slot is: PostgreSQL's buffers
 * for the commit log.
 *
 * <p>Idea: a page belongs to one bank, by its number; the slots of a bank are under its lock. A read first looks in a
 * directory of hints, where a slot is found without a lock if the page is in it (see {@link SlotStamps}); all else takes the
 * bank's lock, shared to use a page that is there, exclusive to bring it in. I/O runs without the bank's lock, under that of
 * the slot.
 *
 * <p>Pages before {@link #firstPage} are gone: whoever comes with an old window finds that out under the bank's lock, before
 * it uses a page, and after it has read one in, since the file it read may be another page's by then.
 *
 * <p>Lock order: bank, slot. A thread that waits for a slot's I/O holds no bank; a thread that ends an I/O takes the bank
 * while it holds the slot. No thread holds two banks.
 *
 * <p>Source: PostgreSQL {@code slru.c}.
 */
final class PageCache {
    private static final int HINTS_PER_SLOT = 4;

    private final SegmentFiles files;
    private final OpenSegments segments;
    private final PageWriter writer;
    private final PageCounters counters;
    private final boolean lockFree;
    private final LockMode writeMode;
    private final Bank[] banks;
    private final Slot[] slots;
    private final VictimSearch victims;

    /** The words of all slots, in their order. */
    private final PageWords memory;

    private final SlotStamps stamps;

    /** Numbers of slots where a page may be; written racily, and believed only as far as the stamps bear them out. */
    private final int[] directory;

    private volatile long firstPage;
    private volatile long latestPage = Slot.NO_PAGE;
    private volatile Cleaner cleaner;

    PageCache(
            PageCacheConfig config,
            SegmentFiles files,
            PageWriter writer,
            PageCounters counters,
            VictimSearch.Factory search,
            IntFunction<PageWords> allocator) {
        this.files = files;
        this.writer = writer;
        this.counters = counters;
        segments = new OpenSegments(files);
        lockFree = config.reads() == Reads.LOCK_FREE;
        writeMode = config.writes() == Writes.SHARED ? LockMode.SHARED : LockMode.EXCLUSIVE;
        LockTranche bankLocks = LockTranche.named("page bank");
        LockTranche ioLocks = LockTranche.named("page slot").withStatistics(false);
        slots = new Slot[config.slots()];
        memory = allocator.apply(slots.length * PageLayout.WORDS_PER_PAGE);
        stamps = new SlotStamps(slots.length);
        banks = new Bank[config.banks()];
        int inBank = slots.length / banks.length;
        for (int i = 0; i < banks.length; i++) {
            banks[i] = new Bank(i, inBank, bankLocks.newLock(i), ioLocks, memory, stamps, () -> latestPage);
            System.arraycopy(banks[i].slots(), 0, slots, i * inBank, inBank);
        }
        victims = search.create(banks.length, inBank);
        directory = new int[Integer.highestOneBit(slots.length * HINTS_PER_SLOT)];
    }

    Bank[] banks() {
        return banks;
    }

    OpenSegments segments() {
        return segments;
    }

    void cleaner(Cleaner running) {
        cleaner = running;
    }

    private Bank bankOf(long page) {
        return banks[(int) (page % banks.length)];
    }

    void latestPage(long page) {
        latestPage = page;
    }

    /** The word, from a page that is there or is read in. */
    long word(long wordNumber) {
        long page = wordNumber >>> 10;
        if (lockFree) {
            long[] seen = stamps.array();
            int slot = directory[(int) page & directory.length - 1];
            long stamp = SlotStamps.stamp(seen, slot);
            if (SlotStamps.isReadable(seen, slot, page)) {
                long word = memory.getVolatile(slot << 10 | indexOf(wordNumber));
                if (SlotStamps.isStill(seen, slot, stamp)) {
                    stamps.touch(slot);
                    return word;
                }
            }
            return wordUnhinted(page, indexOf(wordNumber));
        }
        return wordUnderLock(page, indexOf(wordNumber));
    }

    private static int indexOf(long wordNumber) {
        return (int) wordNumber & PageLayout.WORDS_PER_PAGE - 1;
    }

    /** Another page took the page's place in the directory, or it is not here. */
    private long wordUnhinted(long page, int index) {
        int slot = bankOf(page).findReadable(page);
        if (slot >= 0) {
            long stamp = stamps.stamp(slot);
            if (stamps.isReadable(slot, page)) {
                long word = memory.getVolatile(slot << 10 | index);
                if (stamps.isStill(slot, stamp)) {
                    stamps.touch(slot);
                    hint(page, slot);
                    return word;
                }
            }
        }
        return wordUnderLock(page, index);
    }

    private long wordUnderLock(long page, int index) {
        Slot slot = enter(page, LockMode.SHARED);
        try {
            return slot.getVolatile(index);
        } finally {
            slot.bank().release();
        }
    }

    /** The LSN of a word of a page that is there; 0 for one that is not. */
    long lsn(long wordNumber) {
        long page = wordNumber >>> 10;
        Bank bank = bankOf(page);
        bank.acquire(LockMode.SHARED);
        try {
            Slot slot = bank.find(page);
            return slot == null || slot.state() == Slot.State.READING ? 0 : slot.lsn(indexOf(wordNumber));
        } finally {
            bank.release();
        }
    }

    /** A page to change, its bank locked as the configuration says, or exclusive where it was read in. */
    Slot enter(long page) {
        return enter(page, writeMode);
    }

    /** Ends {@link #enter}. */
    void exit(Page page) {
        ((Slot) page).bank().release();
    }

    private Slot enter(long page, LockMode mode) {
        Bank bank = bankOf(page);
        bank.acquire(mode);
        boolean entered = false;
        try {
            Slot slot = enterLocked(bank, page);
            entered = true;
            return slot;
        } finally {
            if (!entered) {
                bank.release();
            }
        }
    }

    /** A page to read or change; its bank is locked in any mode, and exclusive afterwards where it was read in. */
    Slot enterLocked(long page) {
        return enterLocked(bankOf(page), page);
    }

    private Slot enterLocked(Bank bank, long page) {
        refuseGone(page);
        Slot slot = find(bank, page);
        if (slot != null && slot.state() != Slot.State.READING) {
            assert bank.isHeld(LockMode.SHARED) || bank.isHeld(LockMode.EXCLUSIVE) : page;
            counters.countHit();
        } else {
            if (!bank.isHeld(LockMode.EXCLUSIVE)) {
                bank.release();
                bank.acquire(LockMode.EXCLUSIVE);
            }
            slot = bringIn(bank, page);
        }
        hint(page, slot.number());
        stamps.touch(slot.number());
        return slot;
    }

    private Slot find(Bank bank, long page) {
        int hinted = directory[(int) page & directory.length - 1];
        return stamps.isReadable(hinted, page) ? slots[hinted] : bank.find(page);
    }

    private void hint(long page, int slot) {
        int place = (int) page & directory.length - 1;
        if (directory[place] != slot) {
            directory[place] = slot;
        }
    }

    private void refuseGone(long page) {
        if (page < firstPage) {
            throw new PageFault(page, null);
        }
    }

    /** The slot that has the page in it; the bank's lock is held exclusive, and given up while there is I/O. */
    private Slot bringIn(Bank bank, long page) {
        while (true) {
            refuseGone(page);
            Slot slot = bank.find(page);
            if (slot == null) {
                slot = freeSlot(bank, page);
                if (slot != null) {
                    readIn(bank, slot, page);
                    return slot;
                }
            } else if (slot.state() == Slot.State.READING) {
                bank.awaitIo(slot);
            } else {
                counters.countHit();
                return slot;
            }
        }
    }

    /** A slot that can be given to the page at once; null if the lock was given up, and all must be looked at again. */
    private Slot freeSlot(Bank bank, long page) {
        Slot victim = bank.slot(victims.choose(bank));
        Cleaner waiting = cleaner;
        if (waiting != null) {
            waiting.wake(bank);
        }
        if (victim.isBusy()) {
            bank.awaitIo(victim);
            return null;
        }
        if (victim.isDirty()) {
            write(victim);
            return null;
        }
        assert bank.find(page) == null : page;
        return victim;
    }

    private void readIn(Bank bank, Slot slot, long page) {
        slot.io().acquire(LockMode.EXCLUSIVE); // first: where it is refused the slot is as it was
        slot.give(page);
        bank.release();
        boolean read = false;
        try {
            slot.load(contentOf(page).asLongBuffer());
            read = true;
        } catch (IOException e) {
            throw new PageFault(page, e);
        } finally {
            bank.acquire(LockMode.EXCLUSIVE);
            if (read && page >= firstPage) {
                slot.valid();
                counters.countRead(1);
            } else {
                slot.empty();
                victims.emptied(bank, slot.index());
            }
            slot.io().release();
        }
        refuseGone(page);
    }

    private ByteBuffer contentOf(long page) throws IOException {
        ByteBuffer content = PageWriter.newStaging();
        OpenSegments.Open open = segments.enter(PageLayout.segment(page));
        try {
            PageFile file = open.file();
            int length = file.read(content, PageLayout.offset(page));
            if (length < PageLayout.PAGE_BYTES) {
                throw new EOFException("read only " + length + " of " + PageLayout.PAGE_BYTES + " bytes");
            }
        } finally {
            open.exit();
        }
        return content.flip();
    }

    /**
     * Writes the page of a slot that is dirty, or waits until the one that writes it has: not forced. The bank's lock is
     * held exclusive, and given up meanwhile.
     *
     * @throws dev.clog.api.PageIoException if it can't be written; it is still dirty
     */
    void write(Slot slot) {
        Bank bank = slot.bank();
        assert bank.isHeld(LockMode.EXCLUSIVE);
        long page = slot.page();
        while (slot.isBusy() && slot.page() == page) {
            bank.awaitIo(slot);
        }
        if (slot.page() != page || !slot.isDirty()) {
            return;
        }
        slot.io().acquire(LockMode.EXCLUSIVE); // first: where it is refused the slot is as it was
        slot.state(Slot.State.WRITING);
        bank.release();
        try {
            writeOut(slot, page);
        } finally {
            bank.acquire(LockMode.EXCLUSIVE);
            slot.state(Slot.State.VALID);
            slot.io().release();
        }
    }

    private void writeOut(Slot slot, long page) {
        long segment = PageLayout.segment(page);
        OpenSegments.Open open;
        try {
            open = segments.enter(segment);
        } catch (IOException e) {
            throw files.failure("can't open the segment to write its pages", segment, PageLayout.offset(page), e);
        }
        try {
            writer.write(slot, page, open.file(), PageWriter.newStaging());
        } finally {
            open.written();
            open.exit();
        }
    }

    /** The page is written if it is here and dirty. */
    void writeIfHere(long page) {
        Bank bank = bankOf(page);
        bank.acquire(LockMode.EXCLUSIVE);
        try {
            Slot slot = bank.find(page);
            if (slot != null) {
                write(slot);
            }
        } finally {
            bank.release();
        }
    }

    /** The slots of the bank that would be given away next; its lock is held exclusive. */
    Slot[] nextVictims(Bank bank, int count) {
        int[] upcoming = victims.upcoming(bank, count);
        Slot[] slots = new Slot[upcoming.length];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = bank.slot(upcoming[i]);
        }
        return slots;
    }

    /** Empties the slots of all pages before one; they are not written, and nobody gets them any more. */
    void forgetBefore(long page) {
        firstPage = page;
        for (Bank bank : banks) {
            bank.acquire(LockMode.EXCLUSIVE);
            try {
                for (int i = 0; i < bank.size(); i++) {
                    Slot slot = bank.slot(i);
                    while (slot.isBusy() && slot.page() < page) {
                        bank.awaitIo(slot);
                    }
                    if (slot.state() == Slot.State.VALID && slot.page() < page) {
                        slot.empty();
                        victims.emptied(bank, i);
                    }
                }
            } finally {
                bank.release();
            }
        }
        segments.forgetBefore(PageLayout.segment(page));
    }
}
