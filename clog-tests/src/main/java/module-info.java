/* Black-box tests: they see what an engine sees. What is here supports them; the tests are patched into this module. */
open module dev.clog.tests {
    requires dev.clog.api;
    requires dev.clog.cli;
    requires dev.clog.groupcommit;
    requires dev.clog.offheap;
    requires dev.clog.testkit;
    requires java.compiler;
    // What chronicle.bytes needs; it has no descriptor to say so, and would not be on the module path.
    requires chronicle.core;
}
