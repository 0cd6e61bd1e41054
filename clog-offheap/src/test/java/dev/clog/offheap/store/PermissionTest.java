package dev.clog.offheap.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * FLT-2: no permission is reported as such, never as a file that is missing. Root may do everything, so there the work is
 * done by a child that has given up the capabilities which make it so.
 */
class PermissionTest {
    private static final List<String> NO_PRIVILEGE =
            List.of("setpriv", "--bounding-set", "-dac_override,-dac_read_search");

    @TempDir
    private Path parent;

    private Path folder;

    @BeforeEach
    void makeFolder() throws IOException {
        folder = Files.createDirectory(parent.resolve("log"));
        Files.write(folder.resolve("0000"), new byte[8192]);
        Files.write(folder.resolve("0001"), new byte[8192]);
        permissions("0000", "---------");
        permissions("0001", "r--r--r--");
    }

    @AfterEach
    void allowRemoval() throws IOException {
        permissions("", "rwx------");
    }

    @Test
    @DisplayName("FLT-2: files that may not be read or written, in a folder that may not be written")
    void shouldSayPermissionDenied() throws Exception {
        permissions("", "r-xr-xr-x");
        String denied = "AccessDeniedException: Permission denied";
        assertEquals(
                List.of(
                        "entries [0000=FILE:8192, 0001=FILE:8192]",
                        "read 0000 " + denied,
                        "write 0000 " + denied,
                        "read 0001 8192",
                        "write 0001 " + denied,
                        "create " + denied,
                        "rename " + denied,
                        "remove " + denied,
                        "lock " + denied,
                        "force ok"),
                run());
    }

    @Test
    @DisplayName("FLT-2: a folder whose entries can be listed, but not looked at")
    void shouldListWhatItMayNotLookAt() throws Exception {
        permissions("", "r--r--r--");
        List<String> lines = run();
        assertEquals("entries [0000=OTHER:0, 0001=OTHER:0]", lines.get(0));
        assertEquals("read 0001 AccessDeniedException: Permission denied", lines.get(3));
    }

    @Test
    @DisplayName("FLT-2: a folder that may not be listed")
    void shouldSayThatAFolderMayNotBeListed() throws Exception {
        permissions("", "---------");
        List<String> lines = run();
        assertEquals("entries AccessDeniedException: Permission denied", lines.get(0));
        assertEquals("read 0001 AccessDeniedException: Permission denied", lines.get(3));
        assertEquals("force AccessDeniedException: Permission denied", lines.get(9));
    }

    private void permissions(String name, String permissions) throws IOException {
        Files.setPosixFilePermissions(folder.resolve(name), PosixFilePermissions.fromString(permissions));
    }

    private List<String> run() throws Exception {
        boolean root = "root".equals(System.getProperty("user.name"));
        if (root) {
            List<String> probe = new ArrayList<>(NO_PRIVILEGE);
            probe.add("true");
            assumeTrue(succeeds(probe), "root without setpriv: permissions have no effect");
        }
        try (ChildProcess child =
                ChildProcess.start(root ? NO_PRIVILEGE : List.of(), TryEverything.class, folder.toString())) {
            assertEquals(0, child.waitFor(), child::errors);
            List<String> lines = new ArrayList<>();
            for (String line = child.readLine(); line != null; line = child.readLine()) {
                lines.add(line);
            }
            return lines;
        }
    }

    private static boolean succeeds(List<String> command) throws InterruptedException {
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
