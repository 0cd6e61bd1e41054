package dev.clog.tests.postgres;

import dev.clog.api.TransactionStatusLog;
import dev.clog.cli.ClogCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * What somebody says of each id.
 *
 * @param byXid statuses, in the words of {@code pg_xact_status}, which are those of the {@code clog} command too
 */
record Answers(SortedMap<Long, String> byXid) {
    private static final int SHOWN = 10;

    /** The server's, for every id from the oldest one to the last one handed out. */
    static Answers ofServer(PostgresCluster cluster) throws IOException, InterruptedException {
        return new Answers(parse(cluster.query("""
                        CHECKPOINT;
                        SELECT xid, pg_xact_status(xid::text::xid8)
                        FROM pg_control_checkpoint(), generate_series(oldest_xid::text::bigint,
                            pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1) AS xid;
                        """), '|'));
    }

    /** The log's, for the same ids as these. */
    Answers ofLog(TransactionStatusLog log) {
        SortedMap<Long, String> answers = new TreeMap<>();
        byXid.keySet().forEach(xid -> answers.put(xid, log.status(xid).toString()));
        return new Answers(answers);
    }

    /** The command's, for the same ids as these, with what it knows from the server's control file. */
    Answers ofCommand(PostgresCluster cluster, Path temp) throws IOException {
        Path xids = Files.write(
                temp.resolve("xids.csv"),
                byXid.keySet().stream().map(Object::toString).toList());
        String csv = command(
                "status",
                cluster.statusFolder().toString(),
                "--pgdata",
                cluster.data().toString(),
                "--from",
                xids.toString());
        return new Answers(parse(csv.lines().skip(1).toList(), ','));
    }

    /** What the command prints, which must have nothing to complain of. */
    static String command(String... arguments) {
        StringWriter output = new StringWriter();
        StringWriter errors = new StringWriter();
        int exitCode = ClogCommand.run(new PrintWriter(output), new PrintWriter(errors), arguments);
        if (exitCode != ClogCommand.OK) {
            throw new AssertionError("exitCode=" + exitCode + " output=" + output + " errors=" + errors);
        }
        return output.toString();
    }

    private static SortedMap<Long, String> parse(List<String> lines, char separator) {
        return lines.stream()
                .collect(Collectors.toMap(
                        line -> Long.parseLong(line.substring(0, line.indexOf(separator))),
                        line -> line.substring(line.indexOf(separator) + 1),
                        (first, second) -> first + " and " + second,
                        TreeMap::new));
    }

    /** These, with another status for some ids. */
    Answers with(Collection<Long> xids, String status) {
        SortedMap<Long, String> changed = new TreeMap<>(byXid);
        xids.forEach(xid -> changed.put(xid, status));
        return new Answers(changed);
    }

    /** How many ids have each status. */
    Map<String, Long> counts() {
        return byXid.values().stream().collect(Collectors.groupingBy(status -> status, Collectors.counting()));
    }

    long first() {
        return byXid.firstKey();
    }

    /** The id after the last one. */
    long end() {
        return byXid.lastKey() + 1;
    }

    /** The first few ids that others say something else of, with both. Ids that only the others have do not count. */
    List<String> differences(Answers others) {
        return LongStream.range(first(), end())
                .filter(xid -> !Objects.equals(byXid.get(xid), others.byXid.get(xid)))
                .limit(SHOWN)
                .mapToObj(xid -> "xid " + xid + ": " + byXid.get(xid) + " or " + others.byXid.get(xid))
                .toList();
    }
}
