package dev.clog.api;

/**
 * All segments mapped copy-on-write: a page is at a fixed place, nothing is looked up, evicted or read in. The kernel
 * keeps what is not dirty or drops it as it sees fit.
 */
public record MappedWindowConfig() implements PageSpaceConfig {}
