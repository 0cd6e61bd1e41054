package dev.clog.tests.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An installed JDK.
 *
 * @param home its folder
 * @param feature its major version, as 17
 */
public record Jdk(Path home, int feature) {
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");

    /** The one that runs this. */
    public static Jdk running() {
        return new Jdk(
                Path.of(System.getProperty("java.home")), Runtime.version().feature());
    }

    /** One of that major version: the running one, that of JAVA_HOME, or one in a place where JDKs are installed. */
    public static Optional<Jdk> find(int feature) {
        return homes().stream()
                .map(Jdk::of)
                .flatMap(Optional::stream)
                .filter(jdk -> jdk.feature == feature)
                .findFirst();
    }

    /** The program that starts a JVM. */
    public Path java() {
        return home.resolve("bin").resolve("java");
    }

    private static Optional<Jdk> of(Path home) {
        Path release = home.resolve("release");
        if (!Files.isReadable(release) || !Files.isExecutable(home.resolve("bin/java"))) {
            return Optional.empty();
        }
        try {
            Matcher version = VERSION.matcher(Files.readString(release));
            return version.find() ? Optional.of(new Jdk(home, Integer.parseInt(version.group(1)))) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> homes() {
        List<Path> homes = new ArrayList<>();
        homes.add(running().home);
        String javaHome = System.getenv("JAVA_HOME");
        if (javaHome != null) {
            homes.add(Path.of(javaHome));
        }
        String user = System.getProperty("user.home");
        addChildren(Path.of("/usr/lib/jvm"), homes);
        addChildren(Path.of("/opt"), homes);
        addChildren(Path.of(user, ".sdkman/candidates/java"), homes);
        addChildren(Path.of(user, ".jdks"), homes);
        return homes;
    }

    private static void addChildren(Path folder, List<Path> homes) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
            children.forEach(homes::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return "JDK " + feature;
    }
}
