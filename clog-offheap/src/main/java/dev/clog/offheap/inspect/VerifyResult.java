package dev.clog.offheap.inspect;

import java.util.List;

/**
 * What a verification found.
 *
 * @param findings what is wrong or looks wrong, in the order of the checks: the folder as a whole, names, missing
 *     segments, sizes, contents, prepared transactions; in each, the oldest ids first
 * @param notes what an administrator should know although nothing is wrong: what was not verified, ids that a crash
 *     left in progress, leftovers that a truncation will remove
 * @param counts statuses of all ids of the range that could be read
 * @param segments number of segments read
 * @param bytes number of bytes read
 */
public record VerifyResult(List<Finding> findings, List<String> notes, StatusCounts counts, int segments, long bytes) {

    /** Copies both lists. */
    public VerifyResult {
        findings = List.copyOf(findings);
        notes = List.copyOf(notes);
    }

    /** True if there is no finding. */
    public boolean clean() {
        return findings.isEmpty();
    }

    /** Number of findings of a severity. */
    public long count(Finding.Severity severity) {
        return findings.stream().filter(f -> f.severity() == severity).count();
    }
}
