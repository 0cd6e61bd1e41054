package dev.clog.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("bench NAME [--quick] [--rounds N] [--json FILE]")
class BenchCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) throws Exception {
        return BenchCommand.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @Test
    void shouldRefuseAnUnknownName() throws Exception {
        assertEquals(2, run("nothing"));
        assertTrue(err.toString(StandardCharsets.UTF_8).startsWith("bench: unknown argument nothing"));
    }

    @Test
    void shouldSayHowItIsCalledWithoutAName() throws Exception {
        assertEquals(2, run("--quick"));
        assertTrue(err.toString(StandardCharsets.UTF_8).startsWith("usage: bench commit|locks|status"));
    }

    @Test
    void shouldPrintHowItIsCalledWhenAskedForHelp() throws Exception {
        assertEquals(0, run("--help"));
        assertEquals(0, run("locks", "--help"));
        assertEquals(0, run("-h"));
        String help = out.toString(StandardCharsets.UTF_8);
        assertEquals(4, help.split("usage: bench commit\\|locks\\|status ", -1).length, help);
        assertTrue(help.contains("--rounds N"), help);
        assertEquals("", err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldRefuseANumberOfRoundsThatIsNone() throws Exception {
        for (String rounds : new String[] {"0", "-1", "101", "1000000000000", "x", ""}) {
            err.reset();
            assertEquals(2, run("locks", "--rounds", rounds));
            assertTrue(err.toString(StandardCharsets.UTF_8).startsWith("bench: not a number of rounds, 1 to 100: "));
        }
        err.reset();
        assertEquals(2, run("locks", "--rounds"));
        assertTrue(err.toString(StandardCharsets.UTF_8).startsWith("bench: unknown argument --rounds"));
    }

    @Test
    void shouldDescribeTheMachine() {
        assertTrue(Topology.describe().contains(" processors, "), Topology.describe());
    }
}
