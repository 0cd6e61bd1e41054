package dev.clog.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.clog.api.MissingJvmFlagsException;
import dev.clog.tests.child.UseLog;
import dev.clog.tests.process.ChildJvm;
import dev.clog.tests.process.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A log that is opened without the flags of {@code clog.jvmargs} says which are missing, and no other ones. What the file
 * holds is the one list: the check must ask for exactly those.
 */
class JvmFlagsTest {
    private static final String OPENING = "--add-opens ";

    @TempDir
    Path temp;

    static Stream<Arguments> places() {
        return IntStream.concat(IntStream.of(17, 25), IntStream.of(Jdk.running().feature()))
                .distinct()
                .boxed()
                .flatMap(feature -> Stream.of(Arguments.of(feature, true), Arguments.of(feature, false)));
    }

    @ParameterizedTest(name = "JDK {0}, on the module path: {1}")
    @MethodSource("places")
    @DisplayName("all flags given: the log works")
    void shouldWorkWhenAllFlagsAreGiven(int feature, boolean modular) throws Exception {
        assertEquals("used", use(feature, modular, allFlags(modular)));
    }

    @ParameterizedTest(name = "JDK {0}, on the module path: {1}")
    @MethodSource("places")
    @DisplayName("no flag given: all of the file are asked for")
    void shouldNameAllFlagsWhenNoneIsGiven(int feature, boolean modular) throws Exception {
        assertEquals(refusal(modular, openings(modular)), use(feature, modular, List.of()));
        assertNoLogMade();
    }

    @ParameterizedTest(name = "JDK {0}, on the module path: {1}")
    @MethodSource("places")
    @DisplayName("one flag missing: that one is asked for")
    void shouldNameTheFlagThatIsMissing(int feature, boolean modular) throws Exception {
        for (String missing : openings(modular)) {
            List<String> given = new ArrayList<>(allFlags(modular));
            given.remove(missing);
            assertEquals(refusal(modular, List.of(missing)), use(feature, modular, given));
            assertNoLogMade();
        }
    }

    private String use(int feature, boolean modular, List<String> flags) throws Exception {
        Optional<Jdk> jdk = Jdk.find(feature);
        assumeTrue(jdk.isPresent(), "no JDK " + feature + " is installed here");
        ChildJvm child = ChildJvm.standard().on(jdk.orElseThrow()).withFlags(flags);
        return (modular ? child : child.onClassPath())
                .run(UseLog.class, temp.resolve("log"))
                .orFail()
                .output()
                .strip();
    }

    private void assertNoLogMade() throws IOException {
        Path folder = temp.resolve("log");
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                assertFalse(files.findAny().isPresent(), "a refused log left files");
            }
            Files.delete(folder);
        }
    }

    private static String refusal(boolean modular, List<String> flags) {
        String source = modular
                ? "java @clog.jvmargs has them"
                : "it is on the class path, where those of clog.jvmargs are not enough";
        return MissingJvmFlagsException.class.getName() + ": clog needs these JVM flags (" + source + "): "
                + String.join(" ", flags);
    }

    private static List<String> openings(boolean modular) throws IOException {
        List<String> openings = allFlags(modular).stream()
                .filter(flag -> flag.startsWith(OPENING))
                .toList();
        assertFalse(openings.isEmpty(), "clog.jvmargs opens nothing");
        return openings;
    }

    /** The flags of the file; on the class path the libraries are no modules and share one name. */
    private static List<String> allFlags(boolean modular) throws IOException {
        UnaryOperator<String> target =
                flag -> flag.startsWith(OPENING) ? flag.substring(0, flag.lastIndexOf('=') + 1) + "ALL-UNNAMED" : flag;
        return ProjectRoot.jvmFlags().stream()
                .map(modular ? UnaryOperator.identity() : target)
                .toList();
    }
}
