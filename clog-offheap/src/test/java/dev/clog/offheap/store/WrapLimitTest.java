package dev.clog.offheap.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * LIF-5: warnings from 40,000,000 ids before the wrap, and no id within 3,000,000 of it. In a child, whose whole output is
 * read: what the platform's log prints is what a user sees.
 */
class WrapLimitTest {
    private static final long PAGE = 32_768;

    @TempDir
    private Path folder;

    static Stream<Arguments> logs() {
        return Stream.of("window", "cache")
                .flatMap(space ->
                        Stream.of(Arguments.of(space, 1000L), Arguments.of(space, (1L << 32) + (3L << 30) + 12_345)));
    }

    @ParameterizedTest
    @MethodSource("logs")
    @DisplayName(
            "LIF-5: a warning with each new page says how many ids are left, and to truncate; the last id is the last")
    void shouldWarnAndThenRefuse(String space, long oldest) throws Exception {
        long wrap = oldest + (1L << 31) - 1;
        long limit = wrap - 3_000_000;
        long firstWarned = (wrap - 40_000_000) / PAGE * PAGE + PAGE;
        List<String> lines = output("-Duser.language=en", folder.toString(), space, Long.toString(oldest));
        assertEquals(
                List.of(
                        "before the warning: made",
                        warning(limit - firstWarned, firstWarned, oldest),
                        "first page after it: made",
                        "same page: made",
                        warning(1, limit - 1, oldest),
                        "last id: made",
                        "first refused: " + refusal(limit, oldest, limit),
                        "any other: " + refusal(wrap, oldest, limit),
                        "after a truncation: made"),
                lines);
    }

    private String warning(long left, long xid, long oldest) {
        return "WARNING: " + left + " ids are left to hand out, truncate the log before they are gone: folder=" + folder
                + " xid=" + xid + " oldestXid=" + oldest;
    }

    private static String refusal(long xid, long oldest, long limit) {
        return "xid " + xid + " is too far beyond the horizon, no id is left to hand out: truncate the log first:"
                + " oldestXid=" + oldest + " limit=" + limit;
    }

    /** But for the lines that say when and where a warning came from. */
    private static List<String> output(String flag, String... arguments) throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        try (ChildProcess child = ChildProcess.startWithFlags(List.of(flag), ApproachTheWrap.class, arguments)) {
            for (String line = child.readLine(); line != null; line = child.readLine()) {
                if (!line.contains("dev.clog.offheap.IdLimits")) {
                    lines.add(line);
                }
            }
            assertEquals(0, child.waitFor(), child::errors);
        }
        return lines;
    }
}
