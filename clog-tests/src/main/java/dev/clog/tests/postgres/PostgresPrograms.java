package dev.clog.tests.postgres;

import dev.clog.tests.process.Outcome;
import dev.clog.tests.process.RunningProcess;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The programs of an installed PostgreSQL server.
 *
 * @param folder where they are
 * @param version major version, as 15
 */
public record PostgresPrograms(Path folder, int version) {
    /** The first version that has {@code pg_xact_status}. */
    private static final int LEAST_VERSION = 13;

    private static final Path PACKAGES = Path.of("/usr/lib/postgresql");
    private static final Pattern VERSION = Pattern.compile("\\(PostgreSQL\\) (\\d+)");

    /** The newest installed one, from the search path or where packages put it. */
    public static Optional<PostgresPrograms> find() {
        List<Path> folders = new ArrayList<>();
        Stream.of(System.getenv("PATH").split(File.pathSeparator)).map(Path::of).forEach(folders::add);
        if (Files.isDirectory(PACKAGES)) {
            try (DirectoryStream<Path> versions = Files.newDirectoryStream(PACKAGES)) {
                versions.forEach(version -> folders.add(version.resolve("bin")));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return folders.stream()
                .filter(folder -> Stream.of("initdb", "pg_ctl", "postgres", "psql", "pg_controldata")
                        .allMatch(program -> Files.isExecutable(folder.resolve(program))))
                .map(folder -> new PostgresPrograms(folder, versionOf(folder)))
                .filter(programs -> programs.version >= LEAST_VERSION)
                .max(Comparator.comparingInt(PostgresPrograms::version));
    }

    private static int versionOf(Path folder) {
        try {
            Outcome outcome = RunningProcess.run(
                    new ProcessBuilder(folder.resolve("postgres").toString(), "--version"));
            Matcher version = VERSION.matcher(outcome.output());
            return version.find() ? Integer.parseInt(version.group(1)) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    /** One of them. */
    public Path program(String name) {
        return folder.resolve(name);
    }
}
