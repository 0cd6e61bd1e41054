package dev.clog.groupcommit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Set;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;

/** Looks whether fields that many threads write share a line with anything else. */
public final class Padded {
    /** For processors that fetch lines in pairs, in bytes. */
    public static final int APART = 128;

    private Padded() {}

    /** Fails unless there are {@code apart} bytes of the object on either side of each of the fields. */
    public static void assertPadded(Class<?> type, int apart, String... hot) {
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
