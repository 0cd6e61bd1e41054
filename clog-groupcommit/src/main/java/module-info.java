/**
 * Entry points: transactions for an engine without a log of its own, and logs on pages for one that has its own; ids and
 * running sets, group flush, and a journal.
 */
module dev.clog.groupcommit {
    requires transitive dev.clog.api;
    requires com.lmax.disruptor;
    requires transitive dev.clog.lock;
    requires transitive dev.clog.offheap;
    requires HdrHistogram;

    exports dev.clog.groupcommit;
    exports dev.clog.groupcommit.journal;
    exports dev.clog.groupcommit.running;
    exports dev.clog.groupcommit.status;
}
