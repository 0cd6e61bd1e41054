package dev.clog.groupcommit.status;

import static dev.clog.groupcommit.Padded.APART;
import static dev.clog.groupcommit.Padded.assertPadded;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Padding: what all committers write shares no line with anything else")
class LayoutTest {
    private static final int LINE = 64;

    @Test
    void shouldKeepTheHeadOfAListAwayFromItsNeighbours() {
        assertPadded(CommitList.class, APART, "head");
    }

    @Test
    void shouldKeepTheFlagOfALeaderAwayFromItsNeighbours() {
        assertPadded(LeaderFlag.class, APART, "state");
    }

    @Test
    @DisplayName("what was taken from a ring: 64 bytes, as the library has it")
    void shouldKeepWhatWasTakenFromARingAwayFromItsNeighbours() throws NoSuchFieldException {
        Class<?> type = CommitRing.class.getDeclaredField("taken").getType();
        assertPadded(type, LINE - Long.BYTES, "value");
    }

    /** Mutant: padding on one side only. */
    private static final class HalfPadded extends Padding {
        @SuppressWarnings("UnusedVariable")
        private int state;
    }

    @Test
    @DisplayName("mutant: a field that has padding before it and none after it")
    void shouldCatchPaddingOnOneSide() {
        assertThrows(AssertionError.class, () -> assertPadded(HalfPadded.class, APART, "state"));
    }
}
