package dev.clog.cli;

import dev.clog.offheap.inspect.ScanProgress;
import java.io.Closeable;
import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Shows on a terminal how far a scan is, once it takes long enough to be waited for; gone again when closed. */
final class ProgressBar implements ScanProgress, Closeable {
    private static final long PATIENCE_NS = TimeUnit.MILLISECONDS.toNanos(400);
    private static final long REDRAW_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int WIDTH = 40;
    private static final int MIB_SHIFT = 20;

    private final PrintWriter terminal;
    private final boolean shown;
    private final LongSupplier clockNs;
    private final long startNs;
    private long drawnNs;
    private int drawnLength;

    /**
     * A bar.
     *
     * @param terminal where it is drawn
     * @param shown false if it must not be, since there is no terminal
     */
    ProgressBar(PrintWriter terminal, boolean shown) {
        this(terminal, shown, System::nanoTime);
    }

    ProgressBar(PrintWriter terminal, boolean shown, LongSupplier clockNs) {
        this.terminal = terminal;
        this.shown = shown;
        this.clockNs = clockNs;
        startNs = clockNs.getAsLong();
    }

    @Override
    public void scanned(long doneBytes, long totalBytes) {
        if (!shown || totalBytes <= 0) {
            return;
        }
        long nowNs = clockNs.getAsLong();
        boolean due = drawnLength == 0 ? nowNs - startNs >= PATIENCE_NS : nowNs - drawnNs >= REDRAW_NS;
        if (due) {
            drawnNs = nowNs;
            draw(doneBytes, totalBytes);
        }
    }

    private void draw(long doneBytes, long totalBytes) {
        double share = (double) doneBytes / totalBytes;
        int filled = (int) (share * WIDTH);
        String line = "[" + "#".repeat(filled) + " ".repeat(WIDTH - filled) + "] " + (int) (share * 100) + " % of "
                + (totalBytes >> MIB_SHIFT) + " MiB";
        terminal.print("\r" + line + " ".repeat(Math.max(0, drawnLength - line.length())));
        terminal.flush();
        drawnLength = line.length();
    }

    /** Wipes the bar away. */
    @Override
    public void close() {
        if (drawnLength > 0) {
            terminal.print("\r" + " ".repeat(drawnLength) + "\r");
            terminal.flush();
            drawnLength = 0;
        }
    }
}
