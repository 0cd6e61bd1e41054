package dev.clog.offheap;

import dev.clog.api.PageIoException;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.StoreEntry;
import dev.clog.offheap.format.StatusLayout;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Finds and removes the files of segments that precede the horizon, also those that a truncation before a crash left. A
 * file that a live segment uses is never among them, whatever the order of numbers says.
 */
final class SegmentRemoval {
    private final PageStore store;
    private final PageLayout layout;
    private final PageOrder order;

    /** Files were removed, and that is not known to be durable. */
    private boolean unforced;

    SegmentRemoval(PageStore store, PageLayout layout) {
        this.store = store;
        this.layout = layout;
        order = new PageOrder(layout);
    }

    /** Names of the files that go when the log's pages are those from {@code firstPage} to {@code lastPage}. */
    List<String> removable(long firstPage, long lastPage) {
        List<String> names = new ArrayList<>();
        try {
            for (StoreEntry entry : store.entries()) {
                OptionalLong number = StatusLayout.segmentOf(entry.name());
                if (number.isPresent() && mayRemove(number.getAsLong(), firstPage, lastPage)) {
                    names.add(entry.name());
                }
            }
        } catch (IOException e) {
            throw new PageIoException("can't read the folder to truncate", store.location(), -1, e);
        }
        return names;
    }

    private boolean mayRemove(long fileNumber, long firstPage, long lastPage) {
        long firstSegment = PageLayout.segment(firstPage);
        long alive = PageLayout.segment(lastPage) - firstSegment;
        long distance = layout.fileNumber(fileNumber - layout.fileNumber(firstSegment));
        long cutoffPage =
                layout.fileNumber(firstSegment) * PageLayout.PAGES_PER_SEGMENT + PageLayout.pageInSegment(firstPage);
        return distance > alive && order.mayDelete(fileNumber, cutoffPage);
    }

    /** Removes files, if there are any, and makes that durable, and what was removed before and could not be. */
    void remove(List<String> names) {
        if (names.isEmpty() && !unforced) {
            return;
        }
        String last = "";
        try {
            for (String name : names) {
                last = name;
                unforced = true;
                removeOne(name);
            }
            last = "";
            store.force();
            unforced = false;
        } catch (IOException e) {
            throw new PageIoException(
                    "can't remove what was truncated", store.location() + (last.isEmpty() ? "" : "/" + last), -1, e);
        }
    }

    private void removeOne(String name) throws IOException {
        try {
            store.remove(name);
        } catch (NoSuchFileException e) {
            // That it is gone is what was wanted.
        }
    }
}
