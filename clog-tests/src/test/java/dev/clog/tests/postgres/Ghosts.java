package dev.clog.tests.postgres;

import dev.clog.tests.process.RunningProcess;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Two transactions with a child each, that run when the server crashes: their rows are in the table {@code ghost}, but
 * nobody has looked at them, so that no row says on its own what became of it.
 *
 * @param raised ids of the one that we shall commit, afterwards
 * @param dead ids of the one that stays dead
 */
record Ghosts(List<Long> raised, List<Long> dead) {

    /** Begins both, crashes the server under them, and starts it again. */
    static Ghosts die(PostgresCluster cluster) throws IOException, InterruptedException {
        try (RunningProcess one = cluster.session();
                RunningProcess two = cluster.session()) {
            Ghosts ghosts = new Ghosts(begin(one, "raised"), begin(two, "dead"));
            // A commit takes the log records of all before it along to the disk.
            cluster.query("INSERT INTO t VALUES (0);");
            cluster.stop("immediate");
            cluster.start();
            return ghosts;
        }
    }

    private static List<Long> begin(RunningProcess session, String who) throws IOException {
        session.send("BEGIN; INSERT INTO ghost VALUES ('" + who + "') RETURNING xmin;");
        session.send("SAVEPOINT s; INSERT INTO ghost VALUES ('child of " + who + "') RETURNING xmin;");
        return List.of(Long.parseLong(session.readLine()), Long.parseLong(session.readLine()));
    }

    List<Long> all() {
        return Stream.concat(raised.stream(), dead.stream()).toList();
    }
}
