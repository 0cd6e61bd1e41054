package dev.clog.tests.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import dev.clog.tests.ProductModules;
import dev.clog.tests.SourceCompiler;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules of the architecture, on the classes of the product as they are on the module path. */
class ArchitectureTest {
    private static final List<Rule> RULES = Stream.of(ArrowRules.all(), FileAccessRules.all(), NameRules.all())
            .flatMap(List::stream)
            .toList();

    @TempDir
    static Path temp;

    private static JavaClasses product;
    private static JavaClasses offenders;

    @BeforeAll
    static void importProduct() {
        List<Location> locations =
                ProductModules.locations().map(ArchitectureTest::location).toList();
        product = new ClassFileImporter().importLocations(locations);
    }

    @BeforeAll
    static void importOffenders() {
        Map<String, String> sources = new TreeMap<>();
        offendersByRule()
                .forEach(arguments -> sources.putAll(((Offender) arguments.get()[1]).sources()));
        SourceCompiler.compile(sources, temp);
        offenders = new ClassFileImporter().importPath(temp);
    }

    private static Location location(URI module) {
        return Location.of(module.getPath().endsWith(".jar") ? URI.create("jar:" + module + "!/") : module);
    }

    static List<Rule> rules() {
        return RULES;
    }

    static Stream<Arguments> offendersByRule() {
        AtomicInteger number = new AtomicInteger();
        return RULES.stream()
                .flatMap(rule -> rule.offenders().stream()
                        .map(offender -> Arguments.of(rule, offender.numbered(number.incrementAndGet()))));
    }

    @Test
    @DisplayName("the classes of every module are looked at")
    void shouldLookAtEveryModule() {
        for (String known : List.of(
                "dev.clog.api.LogConfig",
                "dev.clog.cli.ClogCommand",
                "dev.clog.groupcommit.PageLogs",
                "dev.clog.offheap.store.FolderLockFile",
                "dev.clog.testkit.ForwardingPageStore")) {
            assertTrue(product.contain(known), known);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    @DisplayName("holds for the product")
    void shouldHold(Rule rule) {
        assertEquals(List.of(), rule.rule().evaluate(product).getFailureReport().getDetails());
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("offendersByRule")
    @DisplayName("is broken by")
    void shouldFindTheOffender(Rule rule, Offender offender) {
        JavaClasses one = offenders.that(describe(
                "are of the offender",
                type -> offender.sources().containsKey(type.getName().replaceFirst("\\$.*", ""))));
        assertFalse(one.isEmpty());
        assertTrue(rule.rule().evaluate(one).hasViolation());
    }
}
