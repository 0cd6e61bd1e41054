package dev.clog.cli;

import dev.clog.api.IdSpace;
import dev.clog.cli.pgdata.ClusterState;
import dev.clog.cli.pgdata.ControlFile;
import dev.clog.cli.pgdata.DataFolder;
import dev.clog.offheap.format.StatusLayout;
import dev.clog.offheap.inspect.VerifyOptions;
import dev.clog.offheap.inspect.XidRange;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/**
 * The options that say which ids a folder must hold and how it is laid out. What is given on the command line goes before
 * what the control file says.
 */
final class RangeOptions {
    @Option(
            names = "--pgdata",
            paramLabel = "PGDATA",
            description =
                    "The server's data directory: its global/pg_control (PostgreSQL 13 to 18) tells range, page size"
                            + " and whether the server runs, its pg_twophase the prepared transactions.")
    private Path pgdata;

    @Option(
            names = "--oldest-xid",
            paramLabel = "N",
            converter = XidConverter.class,
            description = "The least id that has a status, 64-bit. Ids are decimal, or hexadecimal behind 0x.")
    private Long oldestXid;

    @Option(
            names = "--next-xid",
            paramLabel = "N",
            converter = XidConverter.class,
            description = "The id that will be handed out next, 64-bit. Without a range every id that the files hold"
                    + " counts.")
    private Long nextXid;

    @Option(
            names = "--oldest-active-xid",
            paramLabel = "N",
            converter = XidConverter.class,
            description = "The transactions before this id have ended; 0 if none runs.")
    private Long oldestActiveXid;

    @Option(
            names = "--block-size",
            paramLabel = "BYTES",
            description =
                    "Page size of the server that wrote the files (default: what the control file says, or 8192).")
    private Integer blockSize;

    @Option(
            names = "--twophase",
            paramLabel = "FOLDER",
            description = "Folder of the files of prepared transactions (default: PGDATA/pg_twophase, if it is there).")
    private Path twophase;

    @Option(
            names = "--live",
            negatable = true,
            description =
                    "A server is, or is not, using the folder (default: what the control file and a postmaster.pid"
                            + " in PGDATA or beside DIR tell).")
    private Boolean live;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    /**
     * What is known of a folder, from the command line and the files it names.
     *
     * @param dir the folder
     */
    VerifyOptions conclude(Path dir) throws IOException {
        DataFolder data = pgdata == null ? null : new DataFolder(pgdata);
        ControlFile control = data == null ? null : data.controlFile();
        StatusLayout layout = usage(() -> layout(control));
        XidRange range = usage(() -> range(control));
        return new VerifyOptions(layout, range, liveEvidence(dir, data, control), preparedNames(data));
    }

    private StatusLayout layout(ControlFile control) {
        if (blockSize != null) {
            return new StatusLayout(blockSize);
        }
        return control == null ? StatusLayout.STANDARD : new StatusLayout(control.blockBytes());
    }

    private XidRange range(ControlFile control) {
        XidRange range = XidRange.unknown(IdSpace.WRAPPING_32);
        if (nextXid != null || control != null) {
            range = range.withNext(nextXid != null ? nextXid : control.nextXid());
        }
        if (oldestXid != null || control != null) {
            range = range.withOldest(oldestXid != null ? oldestXid : control.oldestXid());
        }
        if (oldestActiveXid != null) {
            return range.withOldestActive(oldestActiveXid);
        }
        if (control != null && control.oldestActiveXid().isPresent()) {
            // An option may have moved a bound past it.
            long active = Math.max(
                    control.oldestActiveXid().getAsLong(), range.oldestXid().orElseThrow());
            return range.withOldestActive(Math.min(active, range.nextXid().orElseThrow()));
        }
        return range;
    }

    private Optional<String> liveEvidence(Path dir, DataFolder data, ControlFile control) throws IOException {
        if (live != null) {
            return live ? Optional.of("--live was given") : Optional.empty();
        }
        if (control != null && !control.state().isShutDown()) {
            return Optional.of(evidence(control.state()));
        }
        Path parent = dir.toAbsolutePath().normalize().getParent();
        boolean processFile =
                (data != null && data.hasProcessFile()) || (parent != null && new DataFolder(parent).hasProcessFile());
        return processFile ? Optional.of("postmaster.pid is present") : Optional.empty();
    }

    private static String evidence(ClusterState state) {
        return "control state is \"" + state + "\"";
    }

    private List<String> preparedNames(DataFolder data) throws IOException {
        if (twophase != null) {
            return DataFolder.names(twophase);
        }
        return data == null ? List.of() : data.preparedNames();
    }

    /** What the supplier gives; what it refuses is refused as wrong usage. */
    private <T> T usage(Supplier<T> supplier) {
        try {
            return supplier.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
