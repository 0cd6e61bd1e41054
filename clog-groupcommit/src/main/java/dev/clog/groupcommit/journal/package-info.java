/**
 * The commit journal: a write-ahead log for engines that have none, and group flush over any log.
 *
 * <p>Flow of a commit: {@link dev.clog.groupcommit.journal.CommitJournal#append} gives the record to the {@code
 * InsertionBuffer}; {@link dev.clog.groupcommit.journal.CommitJournal#flush} asks {@link
 * dev.clog.groupcommit.journal.GroupFlush}, whose leader has the buffer written to the {@code JournalFiles}, and these
 * forced. Flow of an open: {@code JournalFolder} says which files there are, {@code RecordReader} where they end, {@code
 * JournalOpening} makes them ready, and a {@link dev.clog.groupcommit.journal.JournalVisitor} is shown the records.
 *
 * <p>Lock order: an insertion lock, the write lock, the lock of the files. Forces hold none of them; leading is no lock:
 * nobody waits for it who holds one.
 *
 * <p>Start reading at {@code CommitJournal}, then {@code GroupFlush} and {@code InsertionBuffer}; what is in files is in
 * {@code JournalLayout} and {@code RecordLayout}.
 */
package dev.clog.groupcommit.journal;
