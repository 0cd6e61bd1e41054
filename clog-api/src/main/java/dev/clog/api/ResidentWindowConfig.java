package dev.clog.api;

/**
 * All segments in memory of their own outside the heap, each read in whole when it is first used: a page is at a fixed
 * place, nothing is looked up or evicted. Takes 256 KiB for each segment of the log that was used: at most half a gigabyte
 * where ids wrap.
 */
public record ResidentWindowConfig() implements PageSpaceConfig {}
