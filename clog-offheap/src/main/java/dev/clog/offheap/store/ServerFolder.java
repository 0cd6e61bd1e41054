package dev.clog.offheap.store;

import dev.clog.api.spi.FolderHeldException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Keeps clog from writing into the status folder of a PostgreSQL server that runs, or that did not end cleanly. */
final class ServerFolder {
    private static final Set<String> NAMES = Set.of("pg_xact", "pg_clog");
    private static final String PID_FILE = "postmaster.pid";

    private ServerFolder() {}

    /**
     * Refuses a status folder, under its own name or the one a link gives it, that has a server's process file beside
     * it.
     */
    static void refuse(Path folder) throws IOException {
        for (Path path : List.of(folder.toAbsolutePath().normalize(), folder.toRealPath())) {
            Path name = path.getFileName();
            if (name != null && NAMES.contains(name.toString())) {
                Path pidFile = path.resolveSibling(PID_FILE);
                // Where it can't be told whether the file is there, it counts as there.
                if (!Files.notExists(pidFile, LinkOption.NOFOLLOW_LINKS)) {
                    throw new FolderHeldException(
                            folder.toString(), "a PostgreSQL server, pid " + pid(pidFile) + ", see " + pidFile);
                }
            }
        }
    }

    private static String pid(Path pidFile) {
        try (BufferedReader reader = Files.newBufferedReader(pidFile, StandardCharsets.UTF_8)) {
            String line = reader.readLine();
            return line == null ? "unknown" : line.strip();
        } catch (IOException e) {
            return "unknown";
        }
    }
}
