package dev.clog.bench;

import java.io.PrintStream;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.options.Options;

/** Benchmarks that are run together and printed as one report. */
public interface Benchmarks {

    /**
     * The JMH runs, in order. A command repeats the whole list rather than a run, so that what else the machine does hits
     * all mechanisms alike.
     *
     * @param quick all in a few minutes
     */
    List<Options> runs(boolean quick);

    /** How often the list is run. */
    int rounds(boolean quick);

    /** Prints tables and the ratios that matter. */
    void print(Collection<RunResult> results, PrintStream out);
}
