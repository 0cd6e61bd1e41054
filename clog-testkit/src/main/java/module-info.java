/** Page stores that fail and crash on demand, and a model of the log: for tests of clog and of engines on it. */
module dev.clog.testkit {
    requires transitive dev.clog.api;

    exports dev.clog.testkit;
}
