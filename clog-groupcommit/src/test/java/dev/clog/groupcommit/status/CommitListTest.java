package dev.clog.groupcommit.status;

import static dev.clog.api.TransactionStatus.COMMITTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.groupcommit.status.CommitList.Push;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CommitListTest {
    private final CommitList list = new CommitList();

    private static CommitRequest request(int page, int number) {
        return new CommitRequest(HeapStatuses.xid(page, number), new long[0], COMMITTED, 0);
    }

    @Test
    @DisplayName("GRP-3: who finds the list empty leads, and takes all")
    void shouldElectWhoFindsItEmpty() {
        CommitRequest first = request(0, 5);
        CommitRequest second = request(0, 6);
        assertTrue(list.isEmpty());
        assertEquals(Push.LEADS, list.push(first));
        assertEquals(Push.FOLLOWS, list.push(second));
        assertSame(second, list.takeAll());
        assertSame(first, second.next);
        assertNull(first.next);
        assertTrue(list.isEmpty());
        assertNull(list.takeAll());
        assertEquals(Push.LEADS, list.push(request(1, 7)));
    }

    @Test
    @DisplayName("situation 37: who is turned away leaves nothing behind, in the list or in its request")
    void shouldLeaveNoTraceOfWhoIsTurnedAway() {
        CommitRequest first = request(0, 5);
        CommitRequest turnedAway = request(1, 6);
        assertEquals(Push.LEADS, list.push(first));
        assertEquals(Push.ELSEWHERE, list.push(turnedAway));
        assertNull(turnedAway.next);
        assertSame(first, list.takeAll());
        assertNull(first.next);
        assertEquals(Push.LEADS, list.push(turnedAway));
        assertSame(turnedAway, list.takeAll());
    }
}
