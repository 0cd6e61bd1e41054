package dev.clog.offheap.inspect;

/** Compares two folders of page files, word by word, at the speed of memory. */
public final class FolderComparison {

    private FolderComparison() {}

    /**
     * Compares a folder with its reference. Only ids in the folder's range count, if it has a known bound, so that two
     * folders that differ in what no id uses are the same.
     *
     * @param folder the folder in question
     * @param reference what it should be; of the same page size
     * @param visitor told of each difference
     * @param progress told after every segment
     * @throws IllegalArgumentException if the page sizes or id spaces are not the same
     */
    public static ComparisonResult compare(
            SegmentFolder folder, SegmentFolder reference, DifferenceVisitor visitor, ScanProgress progress) {
        if (!folder.layout().equals(reference.layout())) {
            throw new IllegalArgumentException("page sizes differ: pageBytes="
                    + folder.layout().pageBytes() + " and " + reference.layout().pageBytes());
        }
        throw new UnsupportedOperationException();
    }
}
