package dev.clog.offheap.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * FLT-5, situation 47: a segment that is cut under the log. No answer changes, what can't be read any more is an error
 * with the name of the segment, a checkpoint finds the loss and fails the log, and the JVM lives: interpreted, compiled by
 * C1 alone and by default, cold and hot.
 */
class CutSegmentTest {
    @TempDir
    private Path temp;

    static Stream<Arguments> cases() {
        return Stream.of("-Xint", "-XX:TieredStopAtLevel=1", "-XX:+TieredCompilation")
                .flatMap(flag -> Stream.of("window", "cache")
                        .flatMap(space -> Stream.of("cold", "hot").map(heat -> Arguments.of(flag, space, heat))));
    }

    @ParameterizedTest
    @MethodSource("cases")
    @DisplayName("Situation 47: the log survives reads and sets, and fails at the checkpoint; the JVM lives")
    void shouldFailTheLogAndNotTheJvm(String flag, String space, String heat) throws Exception {
        String folder = temp.resolve("log").toString();
        try (ChildProcess child = ChildProcess.startWithFlags(List.of(flag), CutUnderLog.class, folder, space, heat)) {
            assertEquals("read and set", child.readLine(), child::errors);
            assertEquals("unread: PageIoException of 0000", child.readLine());
            assertEquals("checkpoint: PageIoException of 0001", child.readLine());
            assertEquals("failed", child.readLine());
            assertEquals("closed", child.readLine());
            assertEquals(0, child.waitFor());
        }
    }
}
