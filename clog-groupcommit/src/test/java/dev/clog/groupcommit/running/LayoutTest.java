package dev.clog.groupcommit.running;

import static dev.clog.groupcommit.Padded.APART;
import static dev.clog.groupcommit.Padded.assertPadded;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Padding: no two seats share a line")
class LayoutTest {
    @Test
    void shouldKeepASeatAwayFromItsNeighbours() {
        assertPadded(Seat.class, APART, "occupant", "children", "count");
    }
}
