package dev.clog.tests.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The life of a log where the names of segments grow a digit: FMT-4. */
abstract class WideLifeContract extends LifeContract {
    @Test
    @DisplayName("FMT-4: the names of segments grow")
    void shouldGrowTheNamesOfSegments() throws IOException {
        createTo(TO_NEXT_SEGMENT).close();
        assertEquals(List.of("100000", "FFFFF"), bits().names());
    }
}
