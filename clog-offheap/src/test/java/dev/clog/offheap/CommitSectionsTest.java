package dev.clog.offheap;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** STA-10: whoever entered before the wait began has left when it ends. */
class CommitSectionsTest {

    @Test
    void shouldWaitForEveryEntryBefore() throws InterruptedException {
        CommitSections sections = new CommitSections();
        AtomicLong clock = new AtomicLong();
        AtomicLong[] inside = new AtomicLong[4];
        AtomicBoolean stop = new AtomicBoolean();
        String wrong = null;
        Thread[] commits = new Thread[inside.length];
        for (int i = 0; i < commits.length; i++) {
            AtomicLong mine = new AtomicLong(Long.MAX_VALUE);
            inside[i] = mine;
            commits[i] = new Thread(() -> {
                while (!stop.get()) {
                    int ticket = sections.enter();
                    mine.set(clock.get());
                    Thread.onSpinWait();
                    mine.set(Long.MAX_VALUE);
                    sections.exit(ticket);
                }
            });
            commits[i].start();
        }
        long waits = 0;
        for (long end = System.nanoTime() + 300_000_000; System.nanoTime() < end; waits++) {
            long began = clock.incrementAndGet();
            sections.awaitEarlier();
            for (AtomicLong entered : inside) {
                if (entered.get() < began) {
                    wrong = "one that entered at " + entered + " is inside after a wait from " + began;
                }
            }
        }
        stop.set(true);
        for (Thread commit : commits) {
            commit.join();
        }
        assertNull(wrong);
        assertTrue(waits > 0);
    }

    @Test
    void shouldLetATicketBeGivenBackByAnotherThread() throws InterruptedException {
        CommitSections sections = new CommitSections();
        int ticket = sections.enter();
        Thread other = new Thread(() -> sections.exit(ticket));
        other.start();
        other.join();
        sections.awaitEarlier();
        sections.awaitEarlier();
    }
}
