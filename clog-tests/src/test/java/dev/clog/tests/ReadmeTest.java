package dev.clog.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.tests.process.ChildJvm;
import dev.clog.tests.process.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of the README is short, compiles, runs with the flags it names, and prints what it says. */
class ReadmeTest {
    private static final int MOST_LINES = 15;
    private static final String CLASS_NAME = "Example";

    @TempDir
    Path temp;

    @Test
    @DisplayName("the first block of Java has at most 15 lines")
    void shouldBeShort() throws IOException {
        long lines = example().codeLines();
        assertTrue(lines <= MOST_LINES, "lines=" + lines);
    }

    @Test
    @DisplayName("it compiles, runs on the module path and prints the text below it")
    void shouldPrintWhatItSays() throws Exception {
        Readme example = example();
        assertEquals(example.output(), run(example).output());
    }

    @Test
    @DisplayName("an example that does not compile, fails or prints something else is found out")
    void shouldFindOutWrongExamples() throws Exception {
        Readme right = example();
        Readme wrong = new Readme(right.code().replace("Clog.open", "Clog.unlock"), right.output());
        assertThrows(IllegalArgumentException.class, () -> run(wrong));
        Readme failing = new Readme(right.code().replace("commit(xid)", "commit(child)"), right.output());
        assertThrows(IllegalStateException.class, () -> run(failing));
        Readme other = new Readme(right.code().replace("commit(xid)", "abort(xid)"), right.output());
        assertTrue(!run(other).output().equals(right.output()));
    }

    @Test
    @DisplayName("the example is the first block of Java with a block of text right below")
    void shouldFindTheFirstExample() {
        String text = "```sh\nx\n```\n```java\na\n\nb\n```\n\n```text\nc\n```\n```java\nd\n```\n```text\ne\n```\n";
        assertEquals(Optional.of(new Readme("a\n\nb\n", "c\n")), Readme.exampleOf(text));
        assertEquals(Optional.empty(), Readme.exampleOf("```java\na\n```\nand\n```text\nb\n```\n" + text));
    }

    private Outcome run(Readme example) throws IOException, InterruptedException {
        SourceCompiler.compile(Map.of(CLASS_NAME, example.code()), temp);
        return ChildJvm.standard()
                .plusFlags("-Djava.io.tmpdir=" + temp)
                .runUnnamed(temp, CLASS_NAME)
                .orFail();
    }

    private static Readme example() throws IOException {
        return Readme.exampleOf(Files.readString(ProjectRoot.file("README.md")))
                .orElseThrow(() -> new AssertionError("README.md has no block of Java with one of text below it"));
    }
}
