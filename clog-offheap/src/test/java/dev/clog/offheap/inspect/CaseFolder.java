package dev.clog.offheap.inspect;

import dev.clog.api.IdSpace;
import dev.clog.api.spi.PageStore;
import dev.clog.offheap.store.FilePageStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A copy of a folder of {@code testdata}, and what its control file says. */
final class CaseFolder {
    static final Path TESTDATA = Path.of(System.getProperty("clog.root"), "testdata");

    private final Path folder;
    private final String control;

    private CaseFolder(Path folder, String control) {
        this.folder = folder;
        this.control = control;
    }

    /** A copy, below {@code target}, of {@code testdata/cases/name}. */
    static CaseFolder copy(String name, Path target) throws IOException {
        Path source = TESTDATA.resolve("cases").resolve(name);
        copy(source, target);
        Files.createDirectories(target.resolve("pg_xact"));
        return new CaseFolder(target, Files.readString(source.resolve("control.json")));
    }

    static void copy(Path source, Path target) throws IOException {
        try (Stream<Path> paths = Files.walk(source)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                Path copy = target.resolve(source.relativize(path).toString());
                if (Files.isDirectory(path)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(path, copy, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    Path xact() {
        return folder.resolve("pg_xact");
    }

    String path(String segment) {
        return xact().resolve(segment).toString();
    }

    PageStore store() throws IOException {
        return FilePageStore.openReadOnly(xact());
    }

    XidRange range() {
        long next = (number("nextEpoch") << 32) + number("nextXid");
        return XidRange.of(IdSpace.WRAPPING_32, number("oldestXid"), next).withOldestActive(number("oldestActiveXid"));
    }

    private long number(String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\": (\\d+)").matcher(control);
        if (!matcher.find()) {
            throw new IllegalArgumentException("no " + name + " in " + control);
        }
        return Long.parseLong(matcher.group(1));
    }

    /** What a caller who has seen the whole data directory says of it. */
    VerifyOptions options() throws IOException {
        VerifyOptions options = VerifyOptions.of(range());
        if (control.contains("\"in production\"")) {
            options = options.withLive("control state is \"in production\"");
        }
        Path prepared = folder.resolve("pg_twophase");
        if (Files.isDirectory(prepared)) {
            try (Stream<Path> files = Files.list(prepared)) {
                List<String> names = files.map(file -> file.getFileName().toString())
                        .sorted()
                        .toList();
                options = options.withPrepared(names);
            }
        }
        return options;
    }

    VerifyResult verify() throws IOException {
        try (PageStore store = store()) {
            return Verifier.verify(store, options(), ScanProgress.NONE);
        }
    }

    /** Everything below the folder with its size and time of change, to tell that nothing was touched. */
    Map<String, String> snapshot() throws IOException {
        Map<String, String> snapshot = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            paths.forEach(path -> snapshot.put(path.toString(), describe(path)));
        }
        return snapshot;
    }

    private static String describe(Path path) {
        try {
            return Files.readAttributes(path, "size,lastModifiedTime,fileKey", LinkOption.NOFOLLOW_LINKS)
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
