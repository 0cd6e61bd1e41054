/* Benchmarks. Open: JMH makes and fills the benchmark objects by reflection. Nobody compiles against it. */
open module dev.clog.bench {
    requires dev.clog.lock;
    requires dev.clog.offheap;
    requires dev.clog.testkit;
    requires org.agrona;
    requires ignite.core;
    requires jmh.core;
}
