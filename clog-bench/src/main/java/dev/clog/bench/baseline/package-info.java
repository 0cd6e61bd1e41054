/**
 * Historic variants that no engine would choose and only the comparison with the posts needs. They plug in through the
 * same seams as the good ones. Start at {@link dev.clog.bench.baseline.Lwlock2011Type}.
 */
package dev.clog.bench.baseline;
