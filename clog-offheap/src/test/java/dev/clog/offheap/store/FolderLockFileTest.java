package dev.clog.offheap.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.spi.FolderHeldException;
import dev.clog.api.spi.FolderLock;
import dev.clog.api.spi.PageStore.Access;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** LIF-8: one process owns a folder, a second opener is told who, and a killed owner leaves no stale lock. */
class FolderLockFileTest {
    @TempDir
    private Path parent;

    private Path folder;
    private Path lockFile;
    private FilePageStore store;

    @BeforeEach
    void open() throws IOException {
        folder = parent.resolve("log");
        store = FilePageStore.create(folder);
        lockFile = folder.resolve(FilePageStore.LOCK_FILE_NAME);
    }

    @Test
    @DisplayName("LIF-8: a second opener in the same process is told the holder")
    void shouldRefuseASecondOpenerOfThisProcess() throws IOException {
        Path link = Files.createSymbolicLink(parent.resolve("link"), folder);
        try (FolderLock lock = store.lock("first")) {
            assertEquals("first", lock.holder());
            for (Path path : List.of(folder, link, folder.resolve("..").resolve("log"))) {
                FilePageStore second = FilePageStore.openForWriting(path);
                FolderHeldException e = assertThrows(FolderHeldException.class, () -> second.lock("second"));
                assertEquals("first", e.holder());
                assertTrue(e.getMessage().contains(path.toString()), e.getMessage());
            }
        }
        store.lock("second").close();
    }

    @Test
    void shouldLeaveNoFileBehind() throws IOException {
        FolderLock lock = store.lock("first");
        assertTrue(Files.exists(lockFile));
        lock.close();
        assertFalse(Files.exists(lockFile));
        assertEquals(0, OpenResources.descriptors(folder));
        FolderLock next = store.lock("second");
        lock.close();
        assertTrue(Files.exists(lockFile), "the second close let the next owner's folder go");
        assertThrows(FolderHeldException.class, () -> store.lock("third"));
        next.close();
    }

    @Test
    @DisplayName("LIF-8: a second process is told the holder")
    void shouldRefuseASecondProcess() throws Exception {
        try (FolderLock lock = store.lock("process " + ProcessHandle.current().pid())) {
            assertEquals("held by " + lock.holder(), attemptOfAnotherProcess());
        }
        assertEquals("taken by other", attemptOfAnotherProcess());
        assertFalse(Files.exists(lockFile));
    }

    @Test
    @DisplayName("LIF-8: a killed owner leaves no stale lock")
    void shouldTakeTheFolderOfAKilledOwner() throws Exception {
        try (ChildProcess owner =
                ChildProcess.start(HoldFolder.class, folder.toString(), "the child with a long name")) {
            assertEquals("taken by the child with a long name", owner.readLine());
            FolderHeldException e = assertThrows(FolderHeldException.class, () -> store.lock("me"));
            assertEquals("the child with a long name", e.holder());
            owner.kill();
        }
        assertTrue(Files.exists(lockFile), "a killed process can't remove its file");
        try (FolderLock lock = store.lock("me")) {
            assertEquals("held by me", attemptOfAnotherProcess());
            assertEquals("me", lock.holder());
        }
        assertFalse(Files.exists(lockFile));
    }

    @Test
    @DisplayName("LIF-8: nothing that goes through the store drops the lock")
    void shouldRefuseToOpenTheLockFile() throws Exception {
        try (FolderLock lock = store.lock("me")) {
            assertThrows(AccessDeniedException.class, () -> store.open(FilePageStore.LOCK_FILE_NAME, Access.READ));
            assertThrows(AccessDeniedException.class, () -> store.create(FilePageStore.LOCK_FILE_NAME));
            assertThrows(AccessDeniedException.class, () -> store.remove(FilePageStore.LOCK_FILE_NAME));
            assertThrows(AccessDeniedException.class, () -> store.rename(FilePageStore.LOCK_FILE_NAME, "0000"));
            assertThrows(AccessDeniedException.class, () -> store.rename("0000", FilePageStore.LOCK_FILE_NAME));
            assertThrows(FolderHeldException.class, () -> store.lock("second"));
            assertEquals(2, store.entries().size() + 1, "the lock file is the only entry");
            assertEquals("held by me", attemptOfAnotherProcess());
            assertEquals("me", lock.holder());
        }
    }

    @Test
    @DisplayName("LIF-8: processes that come and go own the folder one at a time")
    void shouldBelongToOneProcessAtATime() throws Exception {
        List<ChildProcess> children = new ArrayList<>();
        try {
            for (int i = 0; i < 3; i++) {
                children.add(ChildProcess.start(ContendForFolder.class, folder.toString(), "1500"));
            }
            for (ChildProcess child : children) {
                assertEquals(0, child.waitFor(), child::errors);
                String line = child.readLine();
                assertTrue(line.startsWith("owned it ") && !line.equals("owned it 0 times"), line);
            }
        } finally {
            children.forEach(ChildProcess::close);
        }
        assertFalse(Files.exists(lockFile));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pg_xact", "pg_clog"})
    @DisplayName("LIF-8: a folder that a PostgreSQL server owns is not taken")
    void shouldRefuseTheFolderOfAServer(String name) throws IOException {
        Path owned = Files.createDirectory(parent.resolve(name));
        Path link = Files.createSymbolicLink(parent.resolve("elsewhere"), owned);
        FilePageStore direct = FilePageStore.openForWriting(owned);
        FilePageStore linked = FilePageStore.openForWriting(link);
        direct.lock("before").close();
        Files.writeString(parent.resolve("postmaster.pid"), "4711\n/data\n");
        for (FilePageStore refused : List.of(direct, linked)) {
            FolderHeldException e = assertThrows(FolderHeldException.class, () -> refused.lock("me"));
            assertTrue(e.holder().contains("PostgreSQL") && e.holder().contains("4711"), e.holder());
        }
        assertEquals(0, direct.entries().size());
        store.lock("a folder of another name").close();
    }

    @Test
    void shouldRefuseALinkOrFolderInPlaceOfTheLockFile() throws IOException {
        Files.createSymbolicLink(lockFile, parent.resolve("target"));
        assertThrows(FileSystemException.class, () -> store.lock("me"));
        assertFalse(Files.exists(parent.resolve("target")));
        Files.delete(lockFile);
        Files.createDirectory(lockFile);
        assertThrows(FileSystemException.class, () -> store.lock("me"));
        Files.delete(lockFile);
        store.lock("me").close();
    }

    private String attemptOfAnotherProcess() throws Exception {
        try (ChildProcess other = ChildProcess.start(HoldFolder.class, folder.toString(), "other")) {
            other.endInput();
            assertEquals(0, other.waitFor(), other::errors);
            return other.readLine();
        }
    }
}
