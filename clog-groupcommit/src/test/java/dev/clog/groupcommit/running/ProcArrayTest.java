package dev.clog.groupcommit.running;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("STA-7, STA-10: who runs, and what snapshots say")
class ProcArrayTest {
    private static final long FIRST = 1000;

    private static ProcArray set(Ending ending) {
        return new ProcArray(ProcArrayConfig.defaults().withEnding(ending).withSlots(2), FIRST);
    }

    private static void leave(ProcArray set, long xid, long... children) {
        Claim claim = set.claim(xid);
        claim.endChildren(children);
        claim.giveUp();
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayWhoRunsBelowTheLargestThatEnded(Ending ending) {
        ProcArray set = set(ending);
        assertEquals("Snapshot[1000:1000:[]]", set.snapshot().toString());
        set.enter(1000);
        set.enter(1001);
        set.enter(1002);
        assertEquals("Snapshot[1000:1000:[]]", set.snapshot().toString(), "nothing has ended");
        set.end(1001);
        Snapshot between = set.snapshot();
        assertEquals("Snapshot[1000:1002:[1000]]", between.toString());
        assertFalse(between.isInProgress(999));
        assertTrue(between.isInProgress(1000));
        assertFalse(between.isInProgress(1001));
        assertTrue(between.isInProgress(1002));
        assertTrue(between.isInProgress(5000));
        set.end(1000);
        set.end(1002);
        assertEquals("Snapshot[1003:1003:[]]", set.snapshot().toString());
        assertEquals("Snapshot[1000:1002:[1000]]", between.toString(), "a snapshot does not change");
        assertEquals(3, set.statistics().endings());
    }

    @ParameterizedTest
    @EnumSource
    void shouldTakeATreeOutAsOne(Ending ending) {
        ProcArray set = set(ending);
        set.enter(1000);
        set.enter(1001);
        set.enterChild(1002, 1000);
        set.enterChild(1003, 1001);
        set.enterChild(1004, 1000);
        assertTrue(set.isRunning(1002) && set.isRunning(1004) && set.isRunning(1003));
        set.end(1000);
        assertEquals("Snapshot[1001:1005:[1001, 1003]]", set.snapshot().toString());
        assertFalse(set.isRunning(1000) || set.isRunning(1002) || set.isRunning(1004));
        assertTrue(set.isRunning(1001) && set.isRunning(1003));
    }

    @ParameterizedTest
    @EnumSource
    void shouldLetChildrenLeaveAlone(Ending ending) {
        for (int children : new int[] {3, Seat.COPIED, Seat.COPIED + 1, 100}) {
            ProcArray set = set(ending);
            set.enter(1000);
            LongStream.range(1001, 1001 + children).forEach(child -> set.enterChild(child, 1000));
            leave(set, 1000, 1003, 1001, 4711);
            assertEquals(1004, set.snapshot().xmax());
            assertArrayEquals(new long[] {1000, 1002}, set.snapshot().inProgress());
            set.enterChild(2000, 1000);
            assertTrue(set.isRunning(2000) && set.isRunning(1002) && !set.isRunning(1001));
            set.end(1000);
            assertEquals("Snapshot[2001:2001:[]]", set.snapshot().toString());
        }
    }

    @Test
    void shouldShareManyChildrenWithASnapshotThatDoesNotChange() {
        ProcArray set = set(Ending.GROUP_CLEAR);
        set.enter(1000);
        LongStream.range(1001, 1101).forEach(child -> set.enterChild(child, 1000));
        set.enter(1101);
        set.end(1101);
        Snapshot before = set.snapshot();
        LongStream.range(1102, 1500).forEach(child -> set.enterChild(child, 1000));
        leave(set, 1000, 1050);
        assertArrayEquals(LongStream.range(1000, 1101).toArray(), before.inProgress());
        assertTrue(before.isInProgress(1050) && before.isInProgress(1100) && !before.isInProgress(1101));
        set.end(1000);
        set.enter(1500);
        set.enterChild(1501, 1500);
        assertArrayEquals(LongStream.range(1000, 1101).toArray(), before.inProgress());
        assertEquals("Snapshot[1500:1500:[]]", set.snapshot().toString());
    }

    @ParameterizedTest
    @EnumSource
    void shouldGrow(Ending ending) {
        ProcArray set = set(ending);
        LongStream.range(1000, 2000).forEach(set::enter);
        LongStream.range(1000, 2000).filter(xid -> xid % 3 != 0).forEach(set::end);
        long[] left = LongStream.range(1000, 1999).filter(xid -> xid % 3 == 0).toArray();
        assertArrayEquals(left, set.snapshot().inProgress());
        assertEquals(1002, set.oldestRunning(9999));
        LongStream.of(left).forEach(set::end);
        assertEquals(2000, set.snapshot().xmin());
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseToEndWhatDoesNotRun(Ending ending) {
        ProcArray set = set(ending);
        set.enter(1000);
        set.enterChild(1001, 1000);
        for (long xid : new long[] {-1000, 0, 999, 1001, 1002}) {
            IllegalStateException refusal = assertThrows(IllegalStateException.class, () -> set.end(xid));
            assertTrue(refusal.getMessage().endsWith("xid=" + xid), refusal.getMessage());
            assertThrows(IllegalStateException.class, () -> set.claim(xid));
            assertFalse(set.isRunning(xid) && xid != 1001);
            assertThrows(IllegalStateException.class, () -> set.enterChild(1002, xid));
        }
        set.end(1000);
        assertThrows(IllegalStateException.class, () -> set.end(1000));
        assertEquals("Snapshot[1002:1002:[]]", set.snapshot().toString());
    }

    @Test
    void shouldNameTheOldestThatRunsOrTheNextId() {
        ProcArray set = set(Ending.FLEX_LOCK);
        assertEquals(1000, set.oldestRunning(1000));
        set.enter(1000);
        set.enter(1001);
        set.end(1000);
        assertEquals(1001, set.oldestRunning(1002));
    }

    @Test
    void shouldGiveASnapshotAgainUntilSomethingEnds() {
        ProcArray set = set(Ending.GROUP_CLEAR);
        set.enter(1000);
        Snapshot first = set.snapshot();
        set.enter(1001);
        assertSame(first, set.snapshot(), "beginnings change nothing");
        set.end(1000);
        assertNotSame(first, set.snapshot());

        ProcArray fresh = new ProcArray(ProcArrayConfig.defaults().withReuseSnapshots(false), FIRST);
        assertNotSame(fresh.snapshot(), fresh.snapshot());
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveTheRightToEndToOneAtATime(Ending ending) {
        ProcArray set = set(ending);
        set.enter(1000);
        set.enterChild(1001, 1000);
        Claim claim = set.claim(1000);
        assertThrows(IllegalStateException.class, () -> set.end(1000));
        assertThrows(IllegalStateException.class, () -> set.claim(1000));
        assertTrue(set.isRunning(1000) && set.topOf(1001) == 1000, "a claim changes nothing");
        assertArrayEquals(new long[] {1001}, claim.children());
        assertTrue(claim.hasChild(1001) && !claim.hasChild(1000));
        claim.giveUp();
        Claim again = set.claim(1000);
        again.end();
        set.enter(1002);
        again.giveUp(); // of one that has ended: changes nothing, whoever sits there now
        assertEquals(0, set.topOf(1000));
        set.end(1002);
    }
}
