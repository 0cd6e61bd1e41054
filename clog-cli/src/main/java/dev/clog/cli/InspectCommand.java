package dev.clog.cli;

import dev.clog.api.spi.PageStore;
import dev.clog.offheap.inspect.SegmentFolder;
import dev.clog.offheap.inspect.VerifyOptions;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code clog inspect}: what is in a folder. */
@Command(
        name = "inspect",
        header = "Lists the segments of a folder and counts their statuses.",
        description = {
            "",
            "Prints the segments, the one with the oldest ids first (0FFF comes before 0000 once ids have wrapped): size in"
                    + " bytes, pages, first and last id, and how many ids have each status. With a range only the ids in it"
                    + " count. Ids are 64-bit; the reserved ones, 0 to 2, have no status and are not counted."
        })
final class InspectCommand extends FolderCommand {
    @Option(
            names = "--format",
            paramLabel = "text|csv|json",
            description = "Form of the output (default: ${DEFAULT-VALUE}).")
    private Format format = Format.TEXT;

    /** Form of the output. */
    enum Format {
        TEXT,
        CSV,
        JSON;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    int run(PageStore store, VerifyOptions known) {
        SegmentFolder folder = list(store, known);
        Inspection inspection;
        try (ProgressBar progress = progressBar()) {
            inspection = Inspection.of(folder, progress);
        }
        switch (format) {
            case TEXT -> InspectionText.print(inspection, out());
            case CSV -> InspectionCsv.print(inspection, out());
            case JSON -> InspectionJson.print(inspection, out());
        }
        inspection.failures().forEach(this::complain);
        return inspection.failures().isEmpty() ? ClogCommand.OK : ClogCommand.FAILED;
    }
}
