package dev.clog.cli;

import dev.clog.api.spi.PageStore;
import dev.clog.offheap.inspect.ComparisonResult;
import dev.clog.offheap.inspect.FolderComparison;
import dev.clog.offheap.inspect.SegmentFolder;
import dev.clog.offheap.inspect.VerifyOptions;
import dev.clog.offheap.store.FilePageStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code clog diff}: which ids differ from a reference. */
@Command(
        name = "diff",
        header = "Tells which ids differ between two folders.",
        description = {
            "",
            "Compares DIR with REF, a copy that is known to be good. With a range only the ids in it count.",
            "Prints the ids that differ, neighbours of the same two statuses together, and the bytes they are in."
        })
final class DiffCommand extends FolderCommand {
    @Parameters(index = "1", paramLabel = "REF", description = "Folder to compare with.")
    private Path reference;

    @Option(
            names = "--format",
            paramLabel = "text|csv",
            description = "Form of the output (default: ${DEFAULT-VALUE}).")
    private Format format = Format.TEXT;

    /** Form of the output. */
    enum Format {
        TEXT,
        CSV;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    int run(PageStore store, VerifyOptions known) throws IOException {
        DifferencePrinter printer = format == Format.CSV ? new DifferenceCsv(out()) : new DifferenceText(out());
        try (PageStore referenceStore = FilePageStore.openReadOnly(reference)) {
            refuseEnclosing(referenceStore);
            SegmentFolder folder = list(store, known);
            SegmentFolder good = list(referenceStore, known);
            ComparisonResult result;
            printer.begin();
            try (ProgressBar progress = progressBar()) {
                result = FolderComparison.compare(folder, good, printer, progress);
            }
            printer.end(result);
            if (printer.sawUnreadable()) {
                return ClogCommand.FAILED;
            }
            return result.identical() ? ClogCommand.OK : ClogCommand.FINDINGS;
        }
    }
}
