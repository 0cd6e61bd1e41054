package dev.clog.lock;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;

@DisplayName("Padding: no two locks share a line, with 128 bytes for processors that fetch lines in pairs")
class LayoutTest {
    private static final int APART = 128;

    @Test
    void shouldKeepTheStateOfAnLwLockAwayFromItsNeighbours() {
        assertPadded(LwLock.class, "state", "recent", "spilledTaken", "spinDelays", "slept", "starvers");
    }

    @Test
    void shouldKeepTheWordOfASpinLockAwayFromItsNeighbours() {
        assertPadded(SpinLock.class, "locked", "owner");
    }

    private static void assertPadded(Class<?> type, String... hot) {
        ClassLayout layout = ClassLayout.parseClass(type);
        Set<String> names = Set.of(hot);
        long found = 0;
        for (FieldLayout field : layout.fields()) {
            if (names.contains(field.name())) {
                found++;
                String place = field.name() + " at " + field.offset() + " in\n" + layout.toPrintable();
                assertTrue(field.offset() >= APART, place);
                assertTrue(field.offset() + field.size() + APART <= layout.instanceSize(), place);
            }
        }
        assertTrue(found == hot.length, "fields " + Arrays.toString(hot) + " in\n" + layout.toPrintable());
    }
}
