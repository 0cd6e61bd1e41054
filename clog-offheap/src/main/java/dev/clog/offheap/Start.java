package dev.clog.offheap;

import dev.clog.api.LogConfig;

/**
 * How a log is started.
 *
 * @param create true to make it in a folder that has none
 */
record Start(boolean create) {

    /** The page space that the configuration asks for. */
    PageSpace space(LogConfig config, SegmentFiles files, PageCounters counters) {
        PageWriter writer = new PageWriter(files, config.writeAheadLog(), counters);
        return new MappedSpace(files, writer);
    }
}
