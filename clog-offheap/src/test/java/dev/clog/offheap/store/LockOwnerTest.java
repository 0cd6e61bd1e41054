package dev.clog.offheap.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** LIF-8: which process a lock file names, and whether that one runs. */
class LockOwnerTest {
    private final LockOwner self = LockOwner.self().orElseThrow();

    @TempDir
    private Path folder;

    @Test
    void shouldReadWhatItWrote() {
        LockOwner read = LockOwner.parse(self.line()).orElseThrow();
        assertEquals(self.pid(), read.pid());
        assertEquals(self.start().toEpochMilli(), read.start().toEpochMilli());
        assertTrue(read.isRunning());
    }

    @Test
    @DisplayName("an id that was used again is another process")
    void shouldNotTakeAnotherProcessForTheOwner() {
        assertFalse(new LockOwner(self.pid(), self.start().minusSeconds(10)).isRunning());
        assertFalse(new LockOwner(self.pid(), self.start().plusSeconds(10)).isRunning());
        assertFalse(new LockOwner(1L << 40, self.start()).isRunning());
        assertFalse(new LockOwner(self.pid(), self.start().minusMillis(10)).isRunning(), "started again at once");
    }

    @Test
    void shouldReadNoOwnerFromOtherText() {
        for (String text : List.of("", "pid", "pid 5", "pid x started 5", "pid 5 started -5", "process 17", "\u00ff")) {
            assertEquals(Optional.empty(), LockOwner.parse(text), text);
        }
    }

    @Test
    @DisplayName("a process that was killed does not run")
    void shouldSeeAProcessEnd() throws Exception {
        try (ChildProcess child = ChildProcess.start(HoldFolder.class, folder.toString(), "x")) {
            assertEquals("taken by x", child.readLine());
            LockOwner owner = LockOwner.parse(
                            Files.readAllLines(folder.resolve("clog.lock")).get(1))
                    .orElseThrow();
            assertTrue(owner.isRunning());
            child.kill();
            assertFalse(owner.isRunning());
        }
    }
}
