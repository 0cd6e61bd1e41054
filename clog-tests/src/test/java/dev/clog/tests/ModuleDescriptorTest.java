package dev.clog.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleDescriptor.Opens;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleReference;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What each module of the product requires, exports and opens: all of it, so that a change is one on purpose. */
class ModuleDescriptorTest {
    private static final Map<String, Set<String>> EXPECTED = Map.ofEntries(
            row("dev.clog.api", "exports dev.clog.api", "exports dev.clog.api.spi"),
            row(
                    "dev.clog.cli",
                    "requires dev.clog.groupcommit",
                    "requires dev.clog.offheap",
                    "requires info.picocli",
                    "requires java.management",
                    "exports dev.clog.cli",
                    "opens dev.clog.cli to info.picocli",
                    "opens dev.clog.cli.demo to info.picocli"),
            row(
                    "dev.clog.groupcommit",
                    "requires transitive dev.clog.api",
                    "requires transitive dev.clog.lock",
                    "requires transitive dev.clog.offheap",
                    "requires HdrHistogram",
                    "requires com.lmax.disruptor",
                    "exports dev.clog.groupcommit",
                    "exports dev.clog.groupcommit.journal",
                    "exports dev.clog.groupcommit.running",
                    "exports dev.clog.groupcommit.status"),
            row("dev.clog.lock", "exports dev.clog.lock"),
            row(
                    "dev.clog.offheap",
                    "requires transitive dev.clog.api",
                    "requires transitive dev.clog.lock",
                    "requires chronicle.bytes",
                    "requires jdk.unsupported",
                    "requires org.agrona",
                    "requires org.slf4j",
                    "exports dev.clog.offheap",
                    "exports dev.clog.offheap.format",
                    "exports dev.clog.offheap.inspect",
                    "exports dev.clog.offheap.store"),
            row("dev.clog.testkit", "requires transitive dev.clog.api", "exports dev.clog.testkit"));

    @Test
    @DisplayName("each module has exactly the directives of its row, and each one has a row")
    void shouldHaveTheDirectivesOfTheTable() {
        Map<String, Set<String>> found = new TreeMap<>();
        for (ModuleReference module : ProductModules.all()) {
            found.put(module.descriptor().name(), directives(module.descriptor()));
        }
        assertEquals(new TreeMap<>(EXPECTED), found);
    }

    @Test
    @DisplayName("the tests run on the module path, and see only what modules export")
    void shouldRunOnTheModulePath() {
        Module tests = ModuleDescriptorTest.class.getModule();
        assertEquals("dev.clog.tests", tests.getName());
        for (ModuleReference reference : ProductModules.all()) {
            Module module =
                    ModuleLayer.boot().findModule(reference.descriptor().name()).orElseThrow();
            for (String packageName : module.getPackages()) {
                boolean exported = reference.descriptor().exports().stream()
                        .anyMatch(exports ->
                                !exports.isQualified() && exports.source().equals(packageName));
                assertEquals(exported, module.isExported(packageName, tests), packageName);
            }
        }
    }

    @Test
    @DisplayName("no module of the product is automatic or open")
    void shouldHaveADescriptorOfItsOwn() {
        assertFalse(ProductModules.all().isEmpty());
        for (ModuleReference module : ProductModules.all()) {
            assertEquals(Set.of(), module.descriptor().modifiers(), module::toString);
        }
        assertTrue(
                ProductModules.finder().find("org.agrona").isPresent(), "the module path does not hold the libraries");
    }

    private static Set<String> directives(ModuleDescriptor descriptor) {
        Set<String> directives = new TreeSet<>();
        for (Requires requires : descriptor.requires()) {
            if (!requires.modifiers().contains(Requires.Modifier.MANDATED)) {
                directives.add("requires " + words(requires.modifiers()) + requires.name());
            }
        }
        for (Exports exports : descriptor.exports()) {
            directives.add("exports " + exports.source() + targets(exports.targets()));
        }
        for (Opens opens : descriptor.opens()) {
            directives.add("opens " + opens.source() + targets(opens.targets()));
        }
        descriptor.uses().forEach(service -> directives.add("uses " + service));
        descriptor.provides().forEach(provides -> directives.add("provides " + provides.service()));
        return directives;
    }

    private static String words(Collection<Requires.Modifier> modifiers) {
        StringBuilder words = new StringBuilder();
        modifiers.stream()
                .sorted()
                .forEach(word ->
                        words.append(word.toString().toLowerCase(Locale.ROOT)).append(' '));
        return words.toString();
    }

    private static String targets(Set<String> targets) {
        return targets.isEmpty() ? "" : " to " + String.join(", ", new TreeSet<>(targets));
    }

    private static Map.Entry<String, Set<String>> row(String module, String... directives) {
        return Map.entry(module, new TreeSet<>(Arrays.asList(directives)));
    }
}
