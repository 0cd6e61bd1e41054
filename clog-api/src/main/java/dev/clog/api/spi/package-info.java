/**
 * Seams that clog stands on: the {@link dev.clog.api.spi.PageStore} is its one door to the file system, and the
 * {@link dev.clog.api.spi.WriteAheadLog} is the engine's own log, which must be flushed before a status reaches a file.
 *
 * <p>An implementation throws {@link java.io.IOException}; the log turns it into an error of its own that names file and
 * offset.
 */
package dev.clog.api.spi;
