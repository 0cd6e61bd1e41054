/** Entry point: opens and creates transaction-status logs. */
module dev.clog.groupcommit {
    requires transitive dev.clog.api;
    requires dev.clog.offheap;

    exports dev.clog.groupcommit;
}
