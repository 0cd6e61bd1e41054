package dev.clog.api;

/**
 * Where the pages of a log are in memory. {@link ResidentWindowConfig} is the default and the fastest;
 * {@link PageCacheConfig} bounds memory.
 */
public sealed interface PageSpaceConfig permits ResidentWindowConfig, PageCacheConfig {}
