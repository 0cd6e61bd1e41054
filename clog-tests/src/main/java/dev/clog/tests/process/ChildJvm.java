package dev.clog.tests.process;

import dev.clog.tests.ProductModules;
import dev.clog.tests.ProjectRoot;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How another JVM is started, with the product on its module path or its class path. Immutable.
 *
 * @param jdk what runs it
 * @param modular true if the product is on the module path
 * @param prefix words in front of the command, such as those that trace it
 * @param flags flags of the JVM
 */
public record ChildJvm(Jdk jdk, boolean modular, List<String> prefix, List<String> flags) {

    /** On the running JDK and the module path, with the flags of the product. */
    public static ChildJvm standard() {
        return new ChildJvm(
                Jdk.running(), true, List.of(), List.of("@" + ProjectRoot.jvmArguments(), "-ea", "-Xmx256m"));
    }

    /** This, on another JDK. */
    public ChildJvm on(Jdk other) {
        return new ChildJvm(other, modular, prefix, flags);
    }

    /** This, with the product on the class path; the flags stay. */
    public ChildJvm onClassPath() {
        return new ChildJvm(jdk, false, prefix, flags);
    }

    /** This, with other flags. */
    public ChildJvm withFlags(List<String> others) {
        return new ChildJvm(jdk, modular, prefix, List.copyOf(others));
    }

    /** This, with flags besides those it has. */
    public ChildJvm plusFlags(String... more) {
        return withFlags(Stream.concat(flags.stream(), Stream.of(more)).toList());
    }

    /** This, as the argument of another program. */
    public ChildJvm behind(String... words) {
        return new ChildJvm(jdk, modular, List.of(words), flags);
    }

    /** Runs a main class of this module to its end. */
    public Outcome run(Class<?> main, Object... arguments) throws IOException, InterruptedException {
        return RunningProcess.run(builder(launch(main), arguments));
    }

    /** Starts a main class of this module. */
    public RunningProcess start(Class<?> main, Object... arguments) throws IOException {
        return RunningProcess.start(builder(launch(main), arguments));
    }

    /**
     * Runs a main class that is in no module, with the product on the module path and all of it resolved.
     *
     * @param classes folder of the class
     * @param main its qualified name
     */
    public Outcome runUnnamed(Path classes, String main) throws IOException, InterruptedException {
        String modules = ProductModules.all().stream()
                .map(reference -> reference.descriptor().name())
                .collect(Collectors.joining(","));
        return RunningProcess.run(
                builder(List.of("--module-path", path(), "--add-modules", modules, "-cp", classes.toString(), main)));
    }

    private List<String> launch(Class<?> main) {
        String name = main.getName();
        return modular
                ? List.of("--module-path", path(), "-m", main.getModule().getName() + "/" + name)
                : List.of("-cp", path(), name);
    }

    private static String path() {
        return ProductModules.path().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private ProcessBuilder builder(List<String> launch, Object... arguments) {
        List<String> command = new ArrayList<>(prefix);
        command.add(jdk.java().toString());
        // An argument file may have a blank where the command line has two words.
        flags.stream().map(flag -> flag.replaceFirst("^(--[a-z-]+) ", "$1=")).forEach(command::add);
        command.addAll(launch);
        Stream.of(arguments).map(Object::toString).forEach(command::add);
        return new ProcessBuilder(command);
    }
}
