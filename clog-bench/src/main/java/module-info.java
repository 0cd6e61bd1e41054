/*
 * Benchmarks. Open: JMH makes and fills the benchmark objects by reflection. Nobody compiles against it. It runs on the
 * class path, and the databases it compares with are no modules: they are read from there when it is compiled, too.
 */
open module dev.clog.bench {
    requires dev.clog.groupcommit;
    requires dev.clog.lock;
    requires dev.clog.offheap;
    requires dev.clog.testkit;
    requires java.sql;
    requires org.agrona;
    requires ignite.core;
    requires jmh.core;
}
