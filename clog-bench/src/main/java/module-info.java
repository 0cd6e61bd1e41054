/* Benchmarks. Open: JMH makes and fills the benchmark objects by reflection. Nobody compiles against it. */
open module dev.clog.bench {
    requires dev.clog.lock;
    requires ignite.core;
    requires jmh.core;
}
