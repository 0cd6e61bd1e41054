package dev.clog.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.module.ModuleReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Libraries without a descriptor of their own never show in what the product exports. */
class ExportedSignaturesTest {
    private static final String LEAK = """
            import java.util.List;
            import java.util.function.Supplier;
            import net.openhft.chronicle.bytes.Bytes;
            import org.agrona.DirectBuffer;

            public abstract class Leak<T extends DirectBuffer> implements Supplier<List<Bytes<?>[]>> {
                protected DirectBuffer field;
                public DirectBuffer result() { return field; }
                public void parameter(long xid, List<? super DirectBuffer> buffers) {}
                public void failure() throws net.openhft.chronicle.core.io.ClosedIllegalStateException {}
                DirectBuffer hidden() { return field; }
            }
            """;

    @TempDir
    Path temp;

    @Test
    @DisplayName("no automatic module shows in an exported signature")
    void shouldNotShowAutomaticModules() throws IOException {
        Set<String> uses = new TreeSet<>();
        int types = 0;
        for (ModuleReference module : ProductModules.all()) {
            for (Class<?> type : ExportedSignatures.exportedTypes(module)) {
                uses.addAll(ExportedSignatures.uses(type, ExportedSignaturesTest::isOfAnAutomaticModule));
                types++;
            }
        }
        assertEquals(Set.of(), uses);
        assertTrue(types > 20, "exported types found: " + types);
    }

    @Test
    @DisplayName("such a use is found in supertypes, bounds, fields, results, parameters and exceptions")
    void shouldFindEveryUse() throws Exception {
        SourceCompiler.compile(Map.of("Leak", LEAK), temp);
        try (URLClassLoader loader = new URLClassLoader(new URL[] {temp.toUri().toURL()})) {
            Set<String> uses =
                    ExportedSignatures.uses(loader.loadClass("Leak"), ExportedSignaturesTest::isOfAnAutomaticModule);
            assertEquals(
                    Set.of(
                            "Leak shows net.openhft.chronicle.bytes.Bytes",
                            "Leak shows org.agrona.DirectBuffer",
                            "protected org.agrona.DirectBuffer Leak.field shows org.agrona.DirectBuffer",
                            "public org.agrona.DirectBuffer Leak.result() shows org.agrona.DirectBuffer",
                            "public void Leak.parameter(long,java.util.List) shows org.agrona.DirectBuffer",
                            "public void Leak.failure() throws"
                                    + " net.openhft.chronicle.core.io.ClosedIllegalStateException shows"
                                    + " net.openhft.chronicle.core.io.ClosedIllegalStateException"),
                    uses);
        }
    }

    private static boolean isOfAnAutomaticModule(Class<?> type) {
        Module module = type.getModule();
        return module.isNamed() && module.getDescriptor().isAutomatic();
    }
}
