package dev.clog.offheap.inspect;

import dev.clog.api.TransactionStatus;
import java.util.Optional;

/**
 * The answer to a look-up.
 *
 * @param xid 64-bit id that the one asked for stands for
 * @param status its status
 * @param reserved which reserved id it is, if it is one; no file was looked at then
 * @param file file that holds its two bits, with its folder; empty for a reserved id
 * @param offset offset in the file, in bytes, of the byte that holds them; -1 for a reserved id
 * @param shift how far they are shifted in that byte: 0, 2, 4 or 6
 */
public record XidStatus(
        long xid, TransactionStatus status, Optional<ReservedXid> reserved, String file, long offset, int shift) {

    /** The words to print: {@code invalid}, {@code bootstrap} or {@code frozen} for a reserved id, else the status. */
    public String text() {
        return reserved.map(ReservedXid::toString).orElseGet(status::toString);
    }
}
