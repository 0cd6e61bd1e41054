/**
 * Reading folders of page files that nobody vouches for: segments, statuses, findings, differences.
 *
 * <p>Everything here reads through a {@link dev.clog.api.spi.PageStore} that its caller opens, for reading, and closes. It
 * never creates, grows, changes or locks a file, and leaves none open. Bad input gives a
 * {@link dev.clog.api.ClogException} that names file and offset, or a {@link dev.clog.offheap.inspect.Finding}; never
 * anything else. A file that is cut while it is read is bad input too.
 *
 * <h2>Where to start</h2>
 * <ul>
 *   <li>List the segments: {@link dev.clog.offheap.inspect.SegmentFolder#list}. It opens no file. Scans, dumps and
 *       comparisons work on such a list; list again to see what has changed since.
 *   <li>Status of single ids: {@link dev.clog.offheap.inspect.StatusReader}. Ask in ascending order: it keeps one page.
 *   <li>Count ids of a segment, or show all ids from one to another: {@link dev.clog.offheap.inspect.StatusScan}. What to
 *       show by default is from {@code SegmentFolder.firstXid()} to {@code lastXid()}; both are empty only if the
 *       folder is and the range does not say.
 *   <li>Bytes of a segment in hex: {@link dev.clog.offheap.inspect.HexDump}.
 *   <li>Is the folder sound? {@link dev.clog.offheap.inspect.Verifier}.
 *   <li>What differs from a copy? {@link dev.clog.offheap.inspect.FolderComparison}.
 * </ul>
 *
 * <h2>Ids</h2>
 *
 * <p>Ids are 64 bits throughout: epoch * 2^32 + 32-bit id. {@link dev.clog.offheap.inspect.XidRange} says which ids a
 * folder should hold; each of its bounds may be unknown. It takes in the 32-bit ids that administrators know, and
 * {@link dev.clog.offheap.inspect.XidRange#widen} turns a single one into the 64-bit id it stands for;
 * {@code StatusReader} does that by itself, {@code StatusScan} does not. Without any bound, ids count from epoch 0 at the
 * oldest segment, so that past a wrap they are 2^32 and more; their low 32 bits are what the server calls them.
 *
 * <p>Reserved ids (0, 1, 2; where ids wrap, in every epoch) have a fixed status and no bits: look-ups answer them without
 * a file, scans show them through {@code StatusVisitor.reserved}, counts leave them out.
 *
 * <p>In progress is also what a crash leaves. {@link dev.clog.offheap.inspect.XidRange#isOver} says of an id whether its
 * transaction can still run.
 *
 * <h2>Findings, notes and a sound folder</h2>
 *
 * <p>A finding is something an administrator should act on; {@code VerifyResult.clean()} means that there is none. A
 * healthy folder has none, also if its engine crashed: what crashes leave is in the notes, as are long stretches of
 * committed ids, files that the next truncation removes, and that the format has no checksum. A folder in use always has
 * the finding {@code LIVE_FOLDER}.
 * <ul>
 *   <li>{@code ERROR}: statuses are lost or can't be read, or the log can't be opened.
 *   <li>{@code WARNING}: looks wrong, but may have a harmless cause, which the message names.
 * </ul>
 * Codes, severities and the ids and offsets of a finding are stable; messages are for people. A message is complete: it
 * names the file and the ids again. File names in messages begin with {@code PageStore.location()}.
 *
 * <p>The rules, and what they take for healthy, are told at the checks: {@code Expectation} (which pages must be there),
 * {@code ZeroRuns} (ids in progress), {@code CommittedRuns} (fabricated files), {@code PageSizeCheck}.
 */
package dev.clog.offheap.inspect;
