package dev.clog.offheap.inspect;

import dev.clog.api.IdSpace;
import dev.clog.offheap.format.StatusLayout;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a verification is told about a folder. Start with {@link #of} and refine. Immutable.
 *
 * @param layout page size of the files
 * @param range the ids the folder should hold
 * @param liveEvidence why the folder is thought to be in use, as {@code control state is "in production"} or
 *     {@code postmaster.pid is present}; empty if the engine was shut down
 * @param preparedNames names of the files in {@code pg_twophase}, one for each prepared transaction: 8 hex digits up to
 *     PostgreSQL 16, 16 from 17 on
 */
public record VerifyOptions(
        StatusLayout layout, XidRange range, Optional<String> liveEvidence, List<String> preparedNames) {

    /** Copies the names. */
    public VerifyOptions {
        Objects.requireNonNull(layout, "layout");
        Objects.requireNonNull(range, "range");
        Objects.requireNonNull(liveEvidence, "liveEvidence");
        preparedNames = List.copyOf(preparedNames);
    }

    /** Pages of 8192 bytes, engine shut down, no prepared transactions. */
    public static VerifyOptions of(XidRange range) {
        return new VerifyOptions(StatusLayout.STANDARD, range, Optional.empty(), List.of());
    }

    /** {@link #of}, with nothing known of the ids of a {@code pg_xact}. */
    public static VerifyOptions defaults() {
        return of(XidRange.unknown(IdSpace.WRAPPING_32));
    }

    /** This, with another page size. */
    public VerifyOptions withLayout(StatusLayout newLayout) {
        return new VerifyOptions(newLayout, range, liveEvidence, preparedNames);
    }

    /** This, for a folder in use; the text says how that is known. */
    public VerifyOptions withLive(String evidence) {
        return new VerifyOptions(layout, range, Optional.of(evidence), preparedNames);
    }

    /** This, with the names of the files in {@code pg_twophase}. */
    public VerifyOptions withPrepared(List<String> names) {
        return new VerifyOptions(layout, range, liveEvidence, names);
    }

    /** True if the folder is thought to be in use. */
    public boolean live() {
        return liveEvidence.isPresent();
    }
}
