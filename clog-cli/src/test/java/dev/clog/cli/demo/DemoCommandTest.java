package dev.clog.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.cli.ClogCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** FLT-3: a real process, killed, with all its flags and modules. */
class DemoCommandTest {
    private static final Pattern LAST_LINE =
            Pattern.compile("demo: (\\d+) acknowledged, 0 lost, 0 half, 0 invented\n$");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return ClogCommand.run(new PrintWriter(out), new PrintWriter(err), args);
    }

    @Test
    void shouldProveThatAKilledProcessLostAndInventedNothing() {
        int exitCode = run("demo", "--clients", "4", "--seconds", "1");
        Matcher last = LAST_LINE.matcher(out.toString());
        assertTrue(last.find(), () -> out.toString() + err);
        assertTrue(Long.parseLong(last.group(1)) > 0);
        assertEquals(0, exitCode);
    }

    @Test
    void shouldRefuseClientsThatAreNotThere() {
        assertEquals(2, run("demo", "--clients", "0"));
        assertTrue(err.toString().contains("--clients=0"), err.toString());
    }
}
