package dev.clog.cli;

import dev.clog.api.spi.PageStore;
import dev.clog.offheap.inspect.StatusReader;
import dev.clog.offheap.inspect.VerifyOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code clog status}: the status of each id asked for. */
@Command(
        name = "status",
        header = "Prints the status of transactions.",
        description = {
            "",
            "Prints CSV with the header xid,status and a line for each XID: in progress, committed, aborted or"
                    + " sub-committed, as the two bits say it. A transaction that crashed stays in progress.",
            "An id outside the range, or whose file can't be read, gives a line on standard error instead."
        })
final class StatusCommand extends FolderCommand {
    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "XID",
            converter = XidConverter.class,
            description = "Transaction ids, decimal, or hexadecimal behind 0x; 64-bit, or 32-bit within the range.")
    private List<Long> xids = List.of();

    @Option(
            names = "--from",
            paramLabel = "FILE",
            description =
                    "CSV file with transaction ids in its first column, with or without a header; - reads standard"
                            + " input.")
    private Path from;

    @Override
    int run(PageStore store, VerifyOptions known) throws IOException {
        if (xids.isEmpty() && from == null) {
            throw wrongUsage("no transaction ids: give XID arguments or --from FILE");
        }
        long[] wanted = xids.stream().mapToLong(Long::longValue).toArray();
        if (from != null) {
            wanted = LongStream.concat(LongStream.of(wanted), LongStream.of(XidFile.read(from)))
                    .toArray();
        }
        StatusReader reader = new StatusReader(store, known.layout(), known.range());
        StatusAnswers answers = StatusAnswers.of(wanted, reader);
        Rows rows = new Rows(out());
        rows.add("xid,status");
        for (long xid : wanted) {
            if (answers.hasStatus(xid)) {
                rows.begin().append(xid).append(',').append(answers.status(xid));
                rows.end();
            } else {
                complain(answers.failure(xid));
            }
        }
        rows.flush();
        return answers.exitCode();
    }
}
