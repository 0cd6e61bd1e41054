package dev.clog.cli;

import dev.clog.api.spi.PageStore;
import dev.clog.offheap.inspect.ScanProgress;
import dev.clog.offheap.inspect.SegmentFolder;
import dev.clog.offheap.inspect.StatusScan;
import dev.clog.offheap.inspect.VerifyOptions;
import dev.clog.offheap.inspect.XidRange;
import java.io.IOException;
import java.util.Locale;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code clog dump}: every id of a stretch. */
@Command(
        name = "dump",
        header = "Prints the statuses of all ids from one to another.",
        description = {
            "",
            "Prints each id and its status, or in hex the bytes that hold them. The reserved ids 0 to 2 are invalid,"
                    + " bootstrap and frozen. Ids outside the range, or whose file can't be read, give a line on standard"
                    + " error and are left out."
        })
final class DumpCommand extends FolderCommand {
    @Option(
            names = "--from",
            paramLabel = "A",
            converter = XidConverter.class,
            description = "First id (default: the oldest one).")
    private Long from;

    @Option(
            names = "--to",
            paramLabel = "B",
            converter = XidConverter.class,
            description = "Last id, which is printed too (default: the newest one).")
    private Long to;

    @Option(
            names = "--format",
            paramLabel = "csv|json|hex",
            description = "Form of the output (default: ${DEFAULT-VALUE}).")
    private Format format = Format.CSV;

    private int exitCode = ClogCommand.OK;

    /** Form of the output. */
    enum Format {
        CSV,
        JSON,
        HEX;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    int run(PageStore store, VerifyOptions known) throws IOException {
        SegmentFolder folder = list(store, known);
        XidRange range = folder.range();
        OptionalLong first = from == null ? folder.firstXid() : OptionalLong.of(range.widen(from));
        OptionalLong last = to == null ? folder.lastXid() : OptionalLong.of(range.widen(to));
        if (first.isPresent() && last.isPresent() && first.getAsLong() > last.getAsLong()) {
            throw wrongUsage("--from must not follow --to: " + first.getAsLong() + " and " + last.getAsLong());
        }
        // Nothing is shown of a folder that holds nothing, and is not said to.
        dump(folder, first.orElse(0), first.isPresent() && last.isPresent() ? last.getAsLong() : -1);
        return exitCode;
    }

    private void dump(SegmentFolder folder, long firstWanted, long lastWanted) throws IOException {
        XidRange range = folder.range();
        long first = Math.max(firstWanted, range.oldestXid().orElse(0));
        long last = Math.min(lastWanted, range.nextXid().orElse(Long.MAX_VALUE) - 1);
        refuse(range, firstWanted, Math.min(first - 1, lastWanted));
        switch (format) {
            case CSV -> dump(folder, first, last, new CsvDump(out(), this::unreadable));
            case JSON -> dump(folder, first, last, new JsonDump(out(), this::unreadable));
            case HEX -> new HexPages(folder, out(), this::unreadable).print(first, last);
        }
        refuse(range, Math.max(last + 1, firstWanted), lastWanted);
    }

    private static void dump(SegmentFolder folder, long first, long last, StatusDump dump) {
        dump.begin();
        new StatusScan(folder).visit(first, last, dump, ScanProgress.NONE);
        dump.end();
    }

    private void refuse(XidRange range, long first, long last) {
        if (first <= last) {
            complain(ErrorLine.of("XIDs " + first + ".." + last + " are outside " + range));
            exitCode = Math.max(exitCode, ClogCommand.FINDINGS);
        }
    }

    private void unreadable(String message) {
        complain(ErrorLine.of(message));
        exitCode = ClogCommand.FAILED;
    }
}
