package dev.clog.offheap.store;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What this process has open, as Linux sees it. */
final class OpenResources {
    private OpenResources() {}

    /** Number of mappings of the file. */
    static long maps(Path file) throws IOException {
        String path = file.toRealPath().toString();
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.endsWith(path)).count();
        }
    }

    /** Number of descriptors of the file. */
    static long descriptors(Path file) throws IOException {
        Path path = file.toRealPath();
        long count = 0;
        try (DirectoryStream<Path> links = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path link : links) {
                try {
                    if (Files.readSymbolicLink(link).equals(path)) {
                        count++;
                    }
                } catch (IOException e) {
                    // The descriptor this folder itself is read with.
                }
            }
        }
        return count;
    }
}
