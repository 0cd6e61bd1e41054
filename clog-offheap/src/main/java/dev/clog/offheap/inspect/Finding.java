package dev.clog.offheap.inspect;

/**
 * Something that is wrong, or looks wrong, in a folder of page files.
 *
 * @param code what it is about
 * @param severity how bad it is
 * @param file the file or folder, with its folder; {@code pg_twophase/NAME} for a prepared transaction
 * @param offset offset in the file, in bytes, where it begins; -1 where there is none
 * @param firstXid 64-bit id of the first id concerned; -1 where there is none
 * @param lastXid 64-bit id of the last id concerned; -1 where there is none
 * @param message one or more sentences for an administrator; names file and ids itself
 */
public record Finding(
        FindingCode code, Severity severity, String file, long offset, long firstXid, long lastXid, String message) {

    /** How bad a finding is. */
    public enum Severity {
        /** Statuses are lost or can't be read, or the log can't be opened. */
        ERROR,
        /** Looks wrong but may have a harmless cause, which the message names. */
        WARNING
    }
}
