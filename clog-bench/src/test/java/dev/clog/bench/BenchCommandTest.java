package dev.clog.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("bench NAME [--quick] [--json FILE]")
class BenchCommandTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) throws Exception {
        PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        return BenchCommand.run(args, out, new PrintStream(err, true, StandardCharsets.UTF_8));
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
    void shouldDescribeTheMachine() {
        assertTrue(Topology.describe().contains(" processors, "), Topology.describe());
    }
}
