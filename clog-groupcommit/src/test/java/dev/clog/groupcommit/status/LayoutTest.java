package dev.clog.groupcommit.status;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;

@DisplayName("Padding: what all committers write shares no line with anything else")
class LayoutTest {
    /** For processors that fetch lines in pairs. */
    private static final int APART = 128;

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

    private static void assertPadded(Class<?> type, int apart, String... hot) {
        ClassLayout layout = ClassLayout.parseClass(type);
        Set<String> names = Set.of(hot);
        long found = 0;
        for (FieldLayout field : layout.fields()) {
            if (names.contains(field.name())) {
                found++;
                String place = field.name() + " at " + field.offset() + " in\n" + layout.toPrintable();
                assertTrue(field.offset() >= apart, place);
                assertTrue(field.offset() + field.size() + apart <= layout.instanceSize(), place);
            }
        }
        assertTrue(found == hot.length, "fields " + Arrays.toString(hot) + " in\n" + layout.toPrintable());
    }
}
