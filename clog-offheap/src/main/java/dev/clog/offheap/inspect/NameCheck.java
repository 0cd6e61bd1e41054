package dev.clog.offheap.inspect;

import dev.clog.api.spi.StoreEntry;
import dev.clog.offheap.format.StatusLayout;
import dev.clog.offheap.inspect.Finding.Severity;
import dev.clog.offheap.store.FilePageStore;
import java.util.Locale;
import java.util.regex.Pattern;

/** Finds entries that are no segments, and those that only look like one. */
final class NameCheck {
    private static final Pattern HEX = Pattern.compile("[0-9A-Fa-f]{1,15}");
    private static final int LONG_NAME_DIGITS = 15;

    private final SegmentFolder folder;
    private final Report report;

    NameCheck(SegmentFolder folder, Report report) {
        this.folder = folder;
        this.report = report;
    }

    void check() {
        for (StoreEntry entry : folder.others()) {
            if (!entry.name().equals(FilePageStore.LOCK_FILE_NAME)) {
                check(entry);
            }
        }
    }

    private void check(StoreEntry entry) {
        String name = entry.name();
        String path = folder.path(name);
        if (!HEX.matcher(name).matches()) {
            report.add(
                    FindingCode.STRAY_FILE,
                    Severity.WARNING,
                    path,
                    path + " is no segment. Nothing reads it; it does not belong here.");
            return;
        }
        long number = Long.parseLong(name, 16);
        String meant = StatusLayout.segmentName(number);
        if (name.length() == LONG_NAME_DIGITS && name.equals(name.toUpperCase(Locale.ROOT))) {
            report.add(
                    FindingCode.LONG_NAME,
                    Severity.WARNING,
                    path,
                    path + " has a segment name of the long format, which newer servers use in other folders but not in"
                            + " this one. It is not read; segment " + meant + " is " + presence(number) + ".");
        } else if (!name.equals(meant)) {
            report.add(
                    FindingCode.ALIASED_NAME,
                    Severity.WARNING,
                    path,
                    path + " is another name for segment " + meant + ". It is not read; " + meant + " itself is "
                            + presence(number) + ".");
        } else {
            report.add(
                    FindingCode.BEYOND_ID_SPACE,
                    Severity.WARNING,
                    path,
                    path + " has a number past the last segment that ids of 32 bits reach, "
                            + StatusLayout.segmentName(folder.order().size() - 1) + ". It is not read.");
        }
    }

    private String presence(long number) {
        return folder.segment(number).isPresent() ? "there too" : "missing";
    }
}
