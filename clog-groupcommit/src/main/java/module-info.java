/**
 * Entry point: opens and creates transaction-status logs; how commits set their statuses; group flush, and a journal for
 * engines without a log.
 */
@SuppressWarnings("module") // the benchmarks are made later
module dev.clog.groupcommit {
    requires transitive dev.clog.api;
    requires com.lmax.disruptor;
    requires dev.clog.lock;
    requires dev.clog.offheap;
    requires HdrHistogram;

    exports dev.clog.groupcommit;
    exports dev.clog.groupcommit.journal;
    exports dev.clog.groupcommit.status to
            dev.clog.bench;
}
