package dev.clog.offheap.inspect;

/** A number and what it counts, as {@code 1 page} or {@code 20 pages}. */
final class Count {
    private Count() {}

    static String of(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
