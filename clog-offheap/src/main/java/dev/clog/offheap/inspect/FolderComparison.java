package dev.clog.offheap.inspect;

import dev.clog.offheap.inspect.Difference.Side;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Compares two folders of page files, word by word, at the speed of memory. */
public final class FolderComparison {

    private FolderComparison() {}

    /**
     * Compares a folder with its reference. Where the folder's range has a bound, only ids within it count, so that two
     * folders that differ in what no id uses are the same. Entries that are no segments are not compared, and an empty
     * segment is the same as none.
     *
     * @param folder the folder in question
     * @param reference what it should be; of the same page size. Its own range is not looked at
     * @param visitor told of each difference
     * @param progress told after every segment
     * @throws IllegalArgumentException if the page sizes or id spaces are not the same
     */
    public static ComparisonResult compare(
            SegmentFolder folder, SegmentFolder reference, DifferenceVisitor visitor, ScanProgress progress) {
        if (!folder.order().equals(reference.order())) {
            throw new IllegalArgumentException(
                    "page sizes or id spaces differ: " + folder.order() + " and " + reference.order());
        }
        List<Long> numbers = numbers(folder, reference);
        long total = 0;
        for (long number : numbers) {
            total += bytes(folder, reference, number);
        }
        SegmentComparison comparison = new SegmentComparison(folder, reference, visitor);
        long done = 0;
        progress.scanned(0, total);
        for (long number : numbers) {
            comparison.compare(number);
            done += bytes(folder, reference, number);
            progress.scanned(done, total);
        }
        return comparison.result();
    }

    /** The segments of both sides, in the folder's order. */
    private static List<Long> numbers(SegmentFolder folder, SegmentFolder reference) {
        Set<Long> numbers = new LinkedHashSet<>();
        folder.segments().forEach(segment -> numbers.add(segment.number()));
        reference.segments().forEach(segment -> numbers.add(segment.number()));
        List<Long> sorted = new ArrayList<>(numbers);
        sorted.sort(Comparator.comparingLong(folder::firstXid));
        return sorted;
    }

    private static long bytes(SegmentFolder folder, SegmentFolder reference, long number) {
        return folder.segment(number).map(SegmentFile::sizeBytes).orElse(0L)
                + reference.segment(number).map(SegmentFile::sizeBytes).orElse(0L);
    }

    /** The words for a side in messages. */
    static String text(Side side) {
        return side == Side.FOLDER ? "here" : "in the reference";
    }
}
