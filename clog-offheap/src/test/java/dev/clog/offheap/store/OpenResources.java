package dev.clog.offheap.store;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this process has open, as Linux sees it. */
final class OpenResources {
    private OpenResources() {}

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
