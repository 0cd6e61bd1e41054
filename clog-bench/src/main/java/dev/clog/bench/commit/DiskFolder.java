package dev.clog.bench.commit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Empty folders on a file system that is on a disk, where a force costs what it costs; the same one for all peers. */
final class DiskFolder {
    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs", "devtmpfs");
    private static final String PREFIX = "clog-bench";

    private DiskFolder() {}

    /** Makes an empty folder. */
    static Path create() throws IOException {
        return Files.createTempDirectory(base(), PREFIX);
    }

    /** Removes a folder and all that is in it. */
    static void remove(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** What the folders are on. */
    static String describe() {
        try {
            FileStore store = Files.getFileStore(base());
            return store.type() + " on " + store.name();
        } catch (IOException e) {
            throw new UncheckedIOException("no folder on a disk", e);
        }
    }

    /** The folder for temporary files, or where that is in memory the present one. */
    private static Path base() throws IOException {
        List<Path> candidates = List.of(
                Path.of(System.getProperty("java.io.tmpdir")), Path.of("").toAbsolutePath());
        for (Path candidate : candidates) {
            if (!IN_MEMORY.contains(Files.getFileStore(candidate).type())) {
                return candidate;
            }
        }
        throw new IOException("all of these are in memory, nothing is durable there: folders=" + candidates);
    }
}
