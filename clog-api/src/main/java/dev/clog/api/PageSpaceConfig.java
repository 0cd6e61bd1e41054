package dev.clog.api;

/**
 * Where the pages of a log are in memory. {@link MappedWindowConfig} is the default and the fastest;
 * {@link PageCacheConfig} bounds memory, and serves those who distrust mappings.
 */
public sealed interface PageSpaceConfig permits MappedWindowConfig, PageCacheConfig {}
