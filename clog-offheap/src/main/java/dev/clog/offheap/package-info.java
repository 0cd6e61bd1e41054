/**
 * Logs on off-heap pages: statuses, parents of subtransactions, commit timestamps.
 *
 * <p>A commit comes in at {@code PagedStatusLog}, takes one look at the log's {@code Window}, changes words of pages by
 * {@code TreeWriter}, and marks the pages dirty; a checkpoint takes dirty pages to their files through a
 * {@code PageSpace}. Start reading at {@code PagedLog}, the life that all logs share, and {@code Page}, the protocol of
 * setters and writers.
 *
 * <p>Lock order: the log's checkpoint lock, its structure lock, then the horizon's holders or the locks of a page cache.
 */
package dev.clog.offheap;
