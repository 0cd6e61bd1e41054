/**
 * The log on off-heap pages.
 *
 * <p>A commit comes in at {@code PagedStatusLog}, changes words of a page space, and marks the page dirty; a checkpoint
 * copies dirty pages to their files. Lock order: the log's structure lock, then nothing.
 */
package dev.clog.offheap;
