package dev.clog.tests.postgres;

import dev.clog.tests.process.Outcome;
import dev.clog.tests.process.RunningProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A database cluster and its server. Closing it stops the server. */
public final class PostgresCluster implements AutoCloseable {
    private static final String SUPERUSER = "clog";

    private final PostgresPrograms programs;
    private final ServerUser user;
    private final Path folder;
    private boolean running;

    private PostgresCluster(PostgresPrograms programs, ServerUser user, Path folder) {
        this.programs = programs;
        this.user = user;
        this.folder = folder;
    }

    /**
     * Makes a cluster; its server does not run yet.
     *
     * @param folder an empty folder, which becomes the server's
     */
    public static PostgresCluster create(PostgresPrograms programs, ServerUser user, Path folder)
            throws IOException, InterruptedException {
        user.own(folder);
        PostgresCluster cluster = new PostgresCluster(programs, user, folder);
        cluster.run("initdb", "-D", cluster.data(), "-U", SUPERUSER, "-A", "trust", "-E", "UTF8", "--no-sync");
        // Nothing but the tests hands out ids. A crash here is one of processes, which needs no force.
        Files.writeString(
                cluster.data().resolve("postgresql.conf"),
                String.join(
                        "\n",
                        "",
                        "listen_addresses = ''",
                        "unix_socket_directories = '" + folder + "'",
                        "fsync = off",
                        "autovacuum = off",
                        "max_prepared_transactions = 10",
                        "shared_buffers = 16MB",
                        ""),
                StandardOpenOption.APPEND);
        return cluster;
    }

    /** The data directory. */
    public Path data() {
        return folder.resolve("data");
    }

    /** Its folder of transaction statuses. */
    public Path statusFolder() {
        return data().resolve("pg_xact");
    }

    /** Starts the server, and waits until it takes commands; it recovers first, where it crashed. */
    public void start() throws IOException, InterruptedException {
        user.own(statusFolder());
        running = true;
        run("pg_ctl", "start", "-w", "-s", "-D", data(), "-l", folder.resolve("server.log"));
    }

    /**
     * Stops the server.
     *
     * @param mode {@code fast} to end well, {@code immediate} to crash
     */
    public void stop(String mode) throws IOException, InterruptedException {
        run("pg_ctl", "stop", "-w", "-s", "-D", data(), "-m", mode);
        running = false;
    }

    /** What SQL gives, a row a line and a bar between columns. */
    public List<String> query(String sql) throws IOException, InterruptedException {
        try (RunningProcess psql = session()) {
            psql.send(sql);
            return psql.awaitEnd().orFail().lines();
        }
    }

    /** The one value that SQL gives, a number. */
    public long number(String sql) throws IOException, InterruptedException {
        return Long.parseLong(query(sql).get(0));
    }

    /** A session that takes SQL and stays open. */
    public RunningProcess session() throws IOException {
        return RunningProcess.start(builder(
                "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", folder, "-U", SUPERUSER, "postgres"));
    }

    /** What the control file says, by the names that pg_controldata gives. */
    public Map<String, String> controlData() throws IOException, InterruptedException {
        return run("pg_controldata", "-D", data()).lines().stream()
                .filter(line -> line.contains(":"))
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.indexOf(':')),
                        line -> line.substring(line.indexOf(':') + 1).strip(),
                        (first, second) -> first));
    }

    private Outcome run(Object... command) throws IOException, InterruptedException {
        return RunningProcess.run(builder(command)).orFail();
    }

    private ProcessBuilder builder(Object... command) {
        List<String> words = new ArrayList<>(user.prefix());
        words.add(programs.program(command[0].toString()).toString());
        List.of(command).subList(1, command.length).forEach(word -> words.add(word.toString()));
        ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
        builder.environment().put("LC_ALL", "C");
        return builder;
    }

    @Override
    public void close() throws IOException {
        if (running) {
            try {
                stop("immediate");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
