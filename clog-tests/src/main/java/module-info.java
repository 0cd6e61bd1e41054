/** Black-box tests: they see what an engine sees. */
open module dev.clog.tests {
    requires dev.clog.api;
    requires dev.clog.cli;
    requires dev.clog.groupcommit;
    requires dev.clog.offheap;
    requires dev.clog.testkit;
}
