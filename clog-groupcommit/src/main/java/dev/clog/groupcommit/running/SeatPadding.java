package dev.clog.groupcommit.running;

/** Keeps the fields of a {@link Seat} 128 bytes from whatever lies before the object. */
abstract class SeatPadding {
    /** Fills the place after the object's header, where the virtual machine would put the count. */
    int p0;

    long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}
