package dev.clog.groupcommit.running;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;

@DisplayName("Padding: no two seats share a line")
class LayoutTest {
    /** For processors that fetch lines in pairs. */
    private static final int APART = 128;

    @Test
    void shouldKeepASeatAwayFromItsNeighbours() {
        assertPadded(Seat.class, APART, "occupant", "children", "count");
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
