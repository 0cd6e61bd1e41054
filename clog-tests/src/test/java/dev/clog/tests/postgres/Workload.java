package dev.clog.tests.postgres;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Transactions of every kind, for a server to run. */
final class Workload {
    /** More than the 64 subtransactions that a server keeps in shared memory. */
    private static final int MANY_SAVEPOINTS = 70;
    /** Ids of transactions of their own, and of subtransactions: together more than three pages of them. */
    private static final int BURNT = 70_000;

    private static final int BURNT_IN_ONE = 35_000;

    private final PostgresCluster cluster;

    Workload(PostgresCluster cluster) {
        this.cluster = cluster;
    }

    void prepare() throws IOException, InterruptedException {
        cluster.query("""
                CREATE TABLE t (i bigint);
                CREATE TABLE ghost (who text);
                CREATE PROCEDURE burn(n int) LANGUAGE plpgsql AS $$
                BEGIN
                    FOR i IN 1..n LOOP
                        PERFORM pg_current_xact_id();
                        IF i % 3 = 0 THEN ROLLBACK; ELSE COMMIT; END IF;
                    END LOOP;
                END $$;
                CREATE PROCEDURE burn_in_one(n int) LANGUAGE plpgsql AS $$
                BEGIN
                    FOR i IN 1..n LOOP
                        BEGIN
                            INSERT INTO t VALUES (i);
                            IF i % 5 = 0 THEN RAISE EXCEPTION 'rolled back'; END IF;
                        EXCEPTION WHEN raise_exception THEN
                            NULL;
                        END;
                    END LOOP;
                END $$;
                """);
    }

    /** Ends well and badly, alone, with children, with many children, prepared and not. */
    void runSmallOnes() throws IOException, InterruptedException {
        for (String end : List.of("COMMIT", "ROLLBACK")) {
            cluster.query("BEGIN; INSERT INTO t VALUES (1); " + end + ";\n"
                    + "BEGIN; INSERT INTO t VALUES (2); " + savepoints(MANY_SAVEPOINTS) + end + ";\n"
                    + "BEGIN; INSERT INTO t VALUES (3); " + nested() + end + ";\n");
        }
        cluster.query(prepared("to commit", MANY_SAVEPOINTS)
                + prepared("to roll back", 3)
                + prepared("left", 3)
                + prepared("left with many", MANY_SAVEPOINTS)
                + "COMMIT PREPARED 'to commit'; ROLLBACK PREPARED 'to roll back';");
    }

    /** Crosses pages. */
    void runManyOnes() throws IOException, InterruptedException {
        cluster.query("CALL burn(" + BURNT + ");");
        cluster.query("CALL burn_in_one(" + BURNT_IN_ONE + ");");
    }

    private static String savepoints(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "SAVEPOINT s; INSERT INTO t VALUES (" + i + "); "
                        + (i % 3 == 0 ? "ROLLBACK TO s; RELEASE s; " : "RELEASE s; "))
                .collect(Collectors.joining());
    }

    private static String nested() {
        return "SAVEPOINT a; INSERT INTO t VALUES (1); SAVEPOINT b; INSERT INTO t VALUES (2); SAVEPOINT c;"
                + " INSERT INTO t VALUES (3); RELEASE c; ROLLBACK TO b; INSERT INTO t VALUES (4); RELEASE a; ";
    }

    private static String prepared(String name, int children) {
        return "BEGIN; INSERT INTO t VALUES (4); " + savepoints(children) + "PREPARE TRANSACTION '" + name + "';\n";
    }
}
