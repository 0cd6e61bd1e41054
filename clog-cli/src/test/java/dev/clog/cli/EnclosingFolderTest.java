package dev.clog.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.groupcommit.Clog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder around one of page files is wrong usage, not damage. */
class EnclosingFolderTest {
    private static final Path PAGES = TestData.fixture("pg15").resolve("pg_xact");

    @TempDir
    Path folder;

    private void assertRefused(String kind, String statuses) throws IOException {
        Map<String, String> before = TestData.snapshot(folder);
        String expected = folder + " is " + kind + ": its page files are in " + folder.resolve(statuses);
        for (List<Object> words : List.<List<Object>>of(
                List.of("verify", folder),
                List.of("inspect", folder),
                List.of("dump", folder, "--from", 3, "--to", 9),
                List.of("status", folder, 800),
                List.of("diff", folder, PAGES),
                List.of("diff", PAGES, folder))) {
            CommandRun run = CommandRun.of(words);
            assertEquals(ClogCommand.FAILED, run.exitCode(), run::text);
            assertTrue(run.err().contains(expected), run::text);
            assertEquals("", run.out());
        }
        assertEquals(before, TestData.snapshot(folder));
        assertTrue(CommandRun.of("verify", folder.resolve(statuses)).exitCode() != ClogCommand.FAILED);
    }

    @Test
    @DisplayName("a server's data directory")
    void shouldNameTheStatusesOfAServer() throws IOException {
        Files.writeString(folder.resolve("PG_VERSION"), "15\n");
        TestData.copy(PAGES, folder.resolve("pg_xact"));
        assertRefused("a server's data directory", "pg_xact");
    }

    @Test
    @DisplayName("the data directory of an old server")
    void shouldNameTheStatusesOfAnOldServer() throws IOException {
        Files.writeString(folder.resolve("PG_VERSION"), "9.6\n");
        TestData.copy(PAGES, folder.resolve("pg_clog"));
        assertRefused("a server's data directory", "pg_clog");
    }

    @Test
    @DisplayName("the folder of a Clog")
    void shouldNameTheStatusesOfAClog() throws IOException {
        Clog.builder(folder).open().close();
        assertRefused("the folder of a clog with its journal", "pg_xact");
    }

    @Test
    @DisplayName("page files beside something of that name are verified")
    void shouldVerifyPageFilesBesideAFolderOfThatName() throws IOException {
        TestData.copy(PAGES, folder.resolve("pages"));
        Files.createDirectory(folder.resolve("pages/pg_xact"));
        assertEquals(
                ClogCommand.FINDINGS,
                CommandRun.of("verify", folder.resolve("pages")).exitCode());
    }
}
