package dev.clog.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The folders in testdata, copies of them, and snapshots that tell whether anything in one has changed. */
final class TestData {
    private static final Path ROOT = Path.of(System.getProperty("clog.root"), "testdata");

    private TestData() {}

    static Path fixture(String name) {
        return ROOT.resolve("fixtures").resolve(name);
    }

    static Path cases() {
        return ROOT.resolve("cases");
    }

    /** Copies a folder and all in it. */
    static Path copy(Path source, Path target) throws IOException {
        try (Stream<Path> paths = Files.walk(source)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                Files.copy(path, target.resolve(source.relativize(path).toString()));
            }
        }
        return target;
    }

    /** Kind, size and time of last change of all that is under a folder, and of the folder. */
    static Map<String, String> snapshot(Path folder) throws IOException {
        Map<String, String> entries = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            paths.forEach(path -> entries.put(folder.relativize(path).toString(), describe(path)));
        }
        return entries;
    }

    private static String describe(Path path) {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            String kind = attributes.isDirectory() ? "folder" : attributes.isRegularFile() ? "file" : "other";
            return kind + " " + attributes.size() + " " + attributes.lastModifiedTime() + " " + attributes.fileKey();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
