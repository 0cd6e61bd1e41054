/**
 * What an engine sees of the transaction-status log.
 *
 * <p>Start at {@link dev.clog.api.TransactionStatusLog}; {@link dev.clog.api.LogConfig} says how one is opened. A commit
 * flows from {@code setTree} down to pages of two-bit statuses; {@code checkpoint} takes the pages to their files. All
 * errors are unchecked and derive from {@link dev.clog.api.ClogException}.
 *
 * <p>The seams below, the page store and the write-ahead log, are in {@link dev.clog.api.spi}.
 */
package dev.clog.api;
