package dev.clog.offheap;

import dev.clog.api.StatusChangeException;
import dev.clog.api.TransactionStatus;

/**
 * Sets the status of a transaction and its children, whether or not a lock is held.
 *
 * <p>Idea: what lies in one word changes in one compare-and-set. A commit that needs more words goes in three phases:
 *
 * <ol>
 *   <li>children outside the parent's word become sub-committed: as their parent, that is still in progress;
 *   <li>the parent, with the children in its word, becomes committed: this is the instant of the commit;
 *   <li>the children outside become committed.
 * </ol>
 *
 * A reader thus never sees a child committed before its parent: a word that phase 3 wrote is read after phase 2 wrote
 * the parent's. An abort needs no first phase: no reader acts on half an abort. Since a word is the unit, and a sector of
 * a disk holds whole words, a write-back that tears the page shows nothing that a reader could not have seen.
 *
 * <p>Every change is monotone for each transaction (see {@link StatusBits}), so setting twice changes nothing, and two
 * setters of one word only make each other try again.
 *
 * <p>Rejected: sorting the children first. Engines keep them ascending; runs of one word are found in any order, and an
 * unsorted tree costs more compare-and-sets, not a wrong answer.
 *
 * <p>Source: PostgreSQL {@code TransactionIdSetTreeStatus}, whose unit is the page, under its lock.
 */
final class TreeWriter {
    private TreeWriter() {}

    /**
     * Sets a tree whose ids there are pages for.
     *
     * @throws StatusChangeException if an id has the other final status
     */
    static void set(PageAccess pages, long xid, long[] children, TransactionStatus status, long lsn) {
        long parentWord = wordOf(xid);
        long parentSet = StatusBits.maskOf(xid);
        boolean oneWord = true;
        for (long child : children) {
            if (wordOf(child) == parentWord) {
                parentSet |= StatusBits.maskOf(child);
            } else {
                oneWord = false;
            }
        }
        if (!oneWord) {
            checkAll(pages, xid, children, status);
            if (status == TransactionStatus.COMMITTED) {
                changeChildren(pages, parentWord, children, TransactionStatus.SUB_COMMITTED, lsn);
            }
        }
        change(pages, parentWord, parentSet, status, lsn);
        if (!oneWord) {
            changeChildren(pages, parentWord, children, status, lsn);
        }
    }

    private static long wordOf(long xid) {
        return xid >>> 5;
    }

    private static long pageOf(long xid) {
        return wordOf(xid) / PageLayout.WORDS_PER_PAGE;
    }

    private static int indexOf(long wordNumber) {
        return (int) wordNumber & PageLayout.WORDS_PER_PAGE - 1;
    }

    /** Refuses before anything changes; only a setter of the same ids in the same instant is found later. */
    private static void checkAll(PageAccess pages, long xid, long[] children, TransactionStatus status) {
        check(pages, xid, status);
        for (long child : children) {
            check(pages, child, status);
        }
    }

    private static void check(PageAccess pages, long xid, TransactionStatus status) {
        refuseConflicts(pages.word(wordOf(xid)), xid, StatusBits.maskOf(xid), status);
    }

    private static void changeChildren(
            PageAccess pages, long parentWord, long[] children, TransactionStatus target, long lsn) {
        int i = 0;
        while (i < children.length) {
            Page page = pages.enter(pageOf(children[i]));
            try {
                i = changeOnPage(page, parentWord, children, i, target, lsn);
            } finally {
                pages.exit(page);
            }
        }
    }

    /** Changes the children from index {@code from} on that are on one page, and returns the index after them. */
    private static int changeOnPage(
            Page page, long parentWord, long[] children, int from, TransactionStatus target, long lsn) {
        long pageNumber = pageOf(children[from]);
        int i = from;
        while (i < children.length && pageOf(children[i]) == pageNumber) {
            long word = wordOf(children[i]);
            long set = 0;
            do {
                set |= StatusBits.maskOf(children[i++]);
            } while (i < children.length && wordOf(children[i]) == word);
            if (word != parentWord) {
                change(page, word, set, target, lsn);
            }
        }
        return i;
    }

    private static void change(PageAccess pages, long wordNumber, long set, TransactionStatus target, long lsn) {
        Page page = pages.enter(wordNumber / PageLayout.WORDS_PER_PAGE);
        try {
            change(page, wordNumber, set, target, lsn);
        } finally {
            pages.exit(page);
        }
    }

    /** Steps S1 to S3 of {@link Page}; a word that is right already is marked as well, for who set it may not have. */
    private static void change(Page page, long wordNumber, long set, TransactionStatus target, long lsn) {
        int index = indexOf(wordNumber);
        long both = StatusBits.both(set);
        long bits = StatusBits.bits(set, target);
        // Read before S1, so that both lines are on their way at once; S2 finds out whether it is still so.
        long present = page.getVolatile(index);
        if (lsn > 0) {
            page.raiseLsn(index, lsn);
        }
        while (true) {
            long update = (present & both) == 0 ? present | bits : changed(present, wordNumber, set, target);
            if (update == present) {
                break;
            }
            long witness = page.compareAndExchange(index, present, update);
            if (witness == present) {
                break;
            }
            present = witness;
        }
        page.markDirty();
    }

    /** The word after a change of transactions of which some are not in progress any more. */
    private static long changed(long word, long wordNumber, long set, TransactionStatus target) {
        refuseConflicts(word, wordNumber << 5, set, target);
        return StatusBits.changed(word, set, target);
    }

    private static void refuseConflicts(long word, long anyXidOfWord, long set, TransactionStatus target) {
        long conflicts = StatusBits.conflicts(word, set, target);
        if (conflicts != 0) {
            long xid = (anyXidOfWord & ~31L) + (Long.numberOfTrailingZeros(conflicts) >> 1);
            throw new StatusChangeException(
                    xid, TransactionStatus.ofCode(StatusBits.codeOf(word, xid)), finalOf(target));
        }
    }

    private static TransactionStatus finalOf(TransactionStatus target) {
        return target == TransactionStatus.ABORTED ? target : TransactionStatus.COMMITTED;
    }
}
