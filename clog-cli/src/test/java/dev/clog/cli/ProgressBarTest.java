package dev.clog.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
    private static final long GIB = 1L << 30;

    private final StringWriter terminal = new StringWriter();
    private long nowNs;

    @Test
    void shouldDrawNothingWhenTheWorkIsShort() {
        try (ProgressBar bar = bar(true)) {
            for (int percent = 0; percent <= 100; percent++) {
                nowNs = TimeUnit.MILLISECONDS.toNanos(3L * percent);
                bar.scanned(GIB / 100 * percent, GIB);
            }
        }
        assertEquals("", terminal.toString());
    }

    @Test
    void shouldDrawNothingWhenThereIsNoTerminal() {
        try (ProgressBar bar = bar(false)) {
            nowNs = TimeUnit.SECONDS.toNanos(60);
            bar.scanned(GIB / 2, GIB);
        }
        assertEquals("", terminal.toString());
    }

    @Test
    void shouldShowTheShareDoneAndWipeItAwayWhenTheWorkIsLong() {
        try (ProgressBar bar = bar(true)) {
            nowNs = TimeUnit.SECONDS.toNanos(2);
            bar.scanned(GIB / 4, GIB);
            assertEquals("\r[##########                              ] 25 % of 1024 MiB", terminal.toString());
            bar.scanned(GIB / 2, GIB);
            assertFalse(terminal.toString().contains("50 %"), "not again within a tenth of a second");
            nowNs = TimeUnit.SECONDS.toNanos(3);
            bar.scanned(GIB, GIB);
            assertTrue(terminal.toString().endsWith("\r[" + "#".repeat(40) + "] 100 % of 1024 MiB"));
        }
        String line = terminal.toString();
        assertTrue(line.endsWith("\r" + " ".repeat(60) + "\r"), line);
    }

    @Test
    void shouldDrawNothingWhenThereIsNothingToScan() {
        try (ProgressBar bar = bar(true)) {
            nowNs = TimeUnit.SECONDS.toNanos(2);
            bar.scanned(0, 0);
        }
        assertEquals("", terminal.toString());
    }

    private ProgressBar bar(boolean shown) {
        return new ProgressBar(new PrintWriter(terminal), shown, () -> nowNs);
    }
}
