/**
 * Entry points of clog. {@link dev.clog.groupcommit.Clog} is for an engine without a log of its own: ids, running set,
 * durable commits, recovery. {@link dev.clog.groupcommit.PageLogs} makes and opens the logs on pages of an engine that has
 * one.
 *
 * <p>Flow of a commit through a {@code Clog}: {@code Commits} claims the transaction in the running set
 * ({@code dev.clog.groupcommit.running}), appends and flushes its record ({@code dev.clog.groupcommit.journal}), sets its
 * statuses ({@code dev.clog.groupcommit.status}), and takes it out of the running set. {@code Checkpointer} brings statuses
 * to files and tells the journal what it may forget; {@code ClogOpening} and {@code Replay} recover.
 *
 * <p>Lock order: the checkpointer's, the status log's, the journal's; the assigner of ids takes the status log's and the
 * journal's while it prepares, and the running set's while it hands out. Start reading at {@code Commits}.
 */
package dev.clog.groupcommit;
