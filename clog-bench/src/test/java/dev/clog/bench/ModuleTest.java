package dev.clog.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What the module requires and opens, and who in it touches files; what the tests of the product check of its modules. Here,
 * since those of the product don't have JMH and the databases.
 */
class ModuleTest {
    private static final Set<String> FILE_TYPES = Set.of(
            "java.io.FileInputStream",
            "java.io.FileOutputStream",
            "java.io.FileReader",
            "java.io.FileWriter",
            "java.io.RandomAccessFile",
            "java.nio.channels.AsynchronousFileChannel",
            "java.nio.channels.FileChannel",
            "java.nio.file.Files",
            "java.util.zip.ZipFile");

    private static Path classes() throws Exception {
        return Path.of(BenchCommand.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    @Test
    @DisplayName("the module is open, exports nothing, and requires what it did")
    void shouldRequireAndOpenWhatIsMeant() throws Exception {
        ModuleDescriptor module =
                ModuleFinder.of(classes()).find("dev.clog.bench").orElseThrow().descriptor();
        assertEquals(Set.of(ModuleDescriptor.Modifier.OPEN), module.modifiers());
        assertEquals(Set.of(), module.exports());
        assertEquals(Set.of(), module.uses());
        assertEquals(Set.of(), module.provides());
        Set<String> requires = module.requires().stream()
                .filter(require -> !require.modifiers().contains(Requires.Modifier.MANDATED))
                .map(Requires::name)
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(
                new TreeSet<>(Set.of(
                        "dev.clog.groupcommit",
                        "dev.clog.lock",
                        "dev.clog.offheap",
                        "dev.clog.testkit",
                        "ignite.core",
                        "java.sql",
                        "jmh.core",
                        "org.agrona")),
                requires);
    }

    @Test
    @DisplayName("FLT-1: files are touched where folders are made, where a force is timed, and to describe the machine")
    void shouldTouchFilesInFewPlaces() throws Exception {
        JavaClasses all = new ClassFileImporter().importPath(classes());
        Set<String> touching = all.stream()
                .filter(type -> type.getDirectDependenciesFromSelf().stream()
                        .anyMatch(dependency ->
                                FILE_TYPES.contains(dependency.getTargetClass().getName())))
                .map(JavaClass::getName)
                .collect(Collectors.toCollection(TreeSet::new));
        String commit = BenchCommand.class.getPackageName() + ".commit";
        assertEquals(
                new TreeSet<>(Set.of(
                        commit + ".DiskFolder",
                        commit + ".ForcePeer",
                        BenchCommand.class.getPackageName() + ".Topology")),
                touching);
    }
}
