package dev.clog.tests;

import java.io.File;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.net.URI;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The modules of the product as they lie on the module path of this JVM. */
public final class ProductModules {
    private static final String PREFIX = "dev.clog.";

    private ProductModules() {}

    /** The entries of the module path. */
    public static List<Path> path() {
        String path = System.getProperty("jdk.module.path", "");
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(path)
                .filter(entry -> !entry.isEmpty())
                .map(Path::of)
                .toList();
    }

    /** Everything on the module path, libraries too. */
    public static ModuleFinder finder() {
        return ModuleFinder.of(path().toArray(Path[]::new));
    }

    /** The product's modules, by name; this one is not one of them. */
    public static List<ModuleReference> all() {
        return finder().findAll().stream()
                .filter(reference -> isProduct(reference.descriptor().name()))
                .sorted(Comparator.comparing(reference -> reference.descriptor().name()))
                .toList();
    }

    /** Where the product's modules lie. */
    public static Stream<URI> locations() {
        return all().stream().map(reference -> reference.location().orElseThrow());
    }

    private static boolean isProduct(String name) {
        return name.startsWith(PREFIX)
                && !name.equals(ProductModules.class.getModule().getName());
    }
}
