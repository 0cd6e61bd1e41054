package dev.clog.groupcommit.journal;

import org.HdrHistogram.AbstractHistogram;

/**
 * What a histogram says of a number of values.
 *
 * @param count how many values
 * @param mean their mean; 0 without values
 * @param p50 the median
 * @param p90 what nine of ten do not exceed
 * @param p99 what 99 of 100 do not exceed
 * @param max the largest
 */
public record Distribution(long count, double mean, long p50, long p90, long p99, long max) {

    static Distribution of(AbstractHistogram histogram) {
        return new Distribution(
                histogram.getTotalCount(),
                histogram.getTotalCount() == 0 ? 0 : histogram.getMean(),
                histogram.getValueAtPercentile(50),
                histogram.getValueAtPercentile(90),
                histogram.getValueAtPercentile(99),
                histogram.getMaxValue());
    }
}
