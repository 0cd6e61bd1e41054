/**
 * Reading folders of page files that nobody vouches for: segments, statuses, findings, differences.
 *
 * <p>Everything here reads through a {@link dev.clog.api.spi.PageStore}, opened for reading, and never creates, grows,
 * changes or locks a file. Bad input gives a {@link dev.clog.api.ClogException} that names file and offset, or a
 * {@link dev.clog.offheap.inspect.Finding}; never anything else.
 *
 * <p>Ids are 64 bits throughout. {@link dev.clog.offheap.inspect.XidRange} says which ids a folder should hold, and
 * takes in the 32-bit ids that administrators know.
 *
 * <table>
 *   <caption>Where to start</caption>
 *   <tr><td>list the segments</td><td>{@link dev.clog.offheap.inspect.SegmentFolder}</td></tr>
 *   <tr><td>status of one id</td><td>{@link dev.clog.offheap.inspect.StatusReader}</td></tr>
 *   <tr><td>count, or show, all ids</td><td>{@link dev.clog.offheap.inspect.StatusScan}</td></tr>
 *   <tr><td>bytes of a page</td><td>{@link dev.clog.offheap.inspect.HexDump}</td></tr>
 *   <tr><td>is the folder sound?</td><td>{@link dev.clog.offheap.inspect.Verifier}</td></tr>
 *   <tr><td>what differs from a copy?</td><td>{@link dev.clog.offheap.inspect.FolderComparison}</td></tr>
 * </table>
 */
package dev.clog.offheap.inspect;
