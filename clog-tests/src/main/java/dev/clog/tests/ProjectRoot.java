package dev.clog.tests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The project's own files, which tests hold against what the software does. */
public final class ProjectRoot {
    private ProjectRoot() {}

    /** The folder of the parent, which the build passes on. */
    public static Path folder() {
        String root = System.getProperty("clog.root");
        if (root == null) {
            throw new IllegalStateException("the build passes the folder of the project: clog.root=null");
        }
        return Path.of(root);
    }

    /** A file by its path in the project. */
    public static Path file(String path) {
        return folder().resolve(path);
    }

    /** The argument file of the product. */
    public static Path jvmArguments() {
        return file("clog.jvmargs");
    }

    /** The flags of the argument file, one each, without its comments. */
    public static List<String> jvmFlags() throws IOException {
        return Files.readAllLines(jvmArguments()).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
    }
}
