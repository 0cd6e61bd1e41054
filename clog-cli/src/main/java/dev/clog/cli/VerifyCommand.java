package dev.clog.cli;

import dev.clog.api.spi.PageStore;
import dev.clog.offheap.inspect.Verifier;
import dev.clog.offheap.inspect.VerifyOptions;
import dev.clog.offheap.inspect.VerifyResult;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code clog verify}: what is wrong with a folder. */
@Command(
        name = "verify",
        header = "Finds what is wrong with a folder.",
        description = {
            "",
            "Prints a finding a line: severity (ERROR, WARNING), code, file, offset in it, first and last id, and what it"
                    + " means. Reads only: no file is created, changed or touched, and no lock is taken. The format has no"
                    + " checksum: a flipped bit shows only against a copy, see clog diff."
        })
final class VerifyCommand extends FolderCommand {
    @Option(
            names = "--format",
            paramLabel = "text|json",
            description =
                    "Form of the output (default: ${DEFAULT-VALUE}). In JSON a finding without an offset or ids has"
                            + " -1 there, and notes are left out.")
    private Format format = Format.TEXT;

    /** Form of the output. */
    enum Format {
        TEXT,
        JSON;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    int run(PageStore store, VerifyOptions known) {
        VerifyResult result;
        try (ProgressBar progress = progressBar()) {
            result = Verifier.verify(store, known, progress);
        }
        if (format == Format.JSON) {
            FindingsJson.print(result, out());
        } else {
            FindingsText.print(result, out());
        }
        return result.clean() ? ClogCommand.OK : ClogCommand.FINDINGS;
    }
}
