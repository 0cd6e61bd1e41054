package dev.clog.offheap.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore.Access;
import dev.clog.api.spi.StoreEntry;
import dev.clog.api.spi.StoreEntry.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** FLT-1, FLT-2, LIF-6: what the store tells of a folder and its files, and what it leaves alone. */
class FilePageStoreTest {
    @TempDir
    private Path folder;

    private FilePageStore store;

    @BeforeEach
    void open() throws IOException {
        store = FilePageStore.openForWriting(folder);
    }

    @Test
    void shouldListEntriesOfEveryKind() throws Exception {
        Files.write(folder.resolve("0000"), new byte[8192]);
        Files.createDirectory(folder.resolve("0001"));
        Files.createSymbolicLink(folder.resolve("0002"), folder.resolve("0000"));
        Files.createSymbolicLink(folder.resolve("0003"), folder.resolve("gone"));
        Files.createSymbolicLink(folder.resolve("0004"), folder.resolve("0004"));
        makePipe(folder.resolve("0005"));
        Set<StoreEntry> expected = Set.of(
                new StoreEntry("0000", Kind.FILE, 8192),
                new StoreEntry("0001", Kind.FOLDER, 0),
                new StoreEntry("0002", Kind.FILE, 8192),
                new StoreEntry("0003", Kind.DANGLING_LINK, 0),
                new StoreEntry("0004", Kind.OTHER, 0),
                new StoreEntry("0005", Kind.OTHER, 0));
        assertEquals(expected, new HashSet<>(store.entries()));
    }

    @Test
    void shouldNotListAFolderThatIsGone() throws IOException {
        Files.delete(folder);
        assertThrows(NoSuchFileException.class, store::entries);
        Files.createDirectory(folder);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("LIF-6: opening a file that is not there fails and does not create it")
    void shouldNotCreateWhatItOpens(boolean forWriting) throws IOException {
        Access access = forWriting ? Access.WRITE : Access.READ;
        NoSuchFileException e = assertThrows(NoSuchFileException.class, () -> store.open("0000", access));
        assertTrue(e.getMessage().contains("0000"), e.getMessage());
        assertEquals(Set.of(), new HashSet<>(store.entries()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTellADanglingLinkFromAMissingFile(boolean forWriting) throws IOException {
        Access access = forWriting ? Access.WRITE : Access.READ;
        Files.createSymbolicLink(folder.resolve("0000"), folder.resolve("gone"));
        NoSuchFileException e = assertThrows(NoSuchFileException.class, () -> store.open("0000", access));
        assertTrue(e.getMessage().contains("symbolic link to nothing"), e.getMessage());
        assertFalse(Files.exists(folder.resolve("gone")));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRefuseWhatIsNoFile(boolean forWriting) throws Exception {
        Access access = forWriting ? Access.WRITE : Access.READ;
        Files.createDirectory(folder.resolve("0000"));
        makePipe(folder.resolve("0001"));
        FileSystemException e = assertThrows(FileSystemException.class, () -> store.open("0000", access));
        assertTrue(e.getMessage().contains("folder where a file"), e.getMessage());
        e = assertThrows(FileSystemException.class, () -> store.open("0001", access));
        assertTrue(e.getMessage().contains("pipe where a file"), e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a/b", "../0000", "/etc/passwd"})
    void shouldRefuseNamesThatLeaveTheFolder(String name) {
        assertThrows(IllegalArgumentException.class, () -> store.open(name, Access.READ));
        assertThrows(IllegalArgumentException.class, () -> store.create(name));
        assertThrows(IllegalArgumentException.class, () -> store.remove(name));
        assertThrows(IllegalArgumentException.class, () -> store.rename(name, "0000"));
        assertThrows(IllegalArgumentException.class, () -> store.rename("0000", name));
    }

    @Test
    void shouldCreateOnlyWhatIsNotThere() throws IOException {
        store.create("0000").close();
        assertEquals(Set.of(new StoreEntry("0000", Kind.FILE, 0)), new HashSet<>(store.entries()));
        assertThrows(FileAlreadyExistsException.class, () -> store.create("0000"));
        Files.createSymbolicLink(folder.resolve("0001"), folder.resolve("gone"));
        assertThrows(FileAlreadyExistsException.class, () -> store.create("0001"));
        assertFalse(Files.exists(folder.resolve("gone")));
    }

    @Test
    void shouldRenameOverAFile() throws IOException {
        Files.write(folder.resolve("0000"), new byte[] {1});
        Files.write(folder.resolve("0001"), new byte[] {2});
        store.rename("0000", "0001");
        store.force();
        assertFalse(Files.exists(folder.resolve("0000")));
        assertArrayEquals(new byte[] {1}, Files.readAllBytes(folder.resolve("0001")));
        assertThrows(NoSuchFileException.class, () -> store.rename("0000", "0001"));
    }

    @Test
    void shouldRemoveFilesOnly() throws IOException {
        store.create("0000").close();
        store.remove("0000");
        assertThrows(NoSuchFileException.class, () -> store.remove("0000"));
        Files.createDirectory(folder.resolve("0001"));
        assertThrows(FileSystemException.class, () -> store.remove("0001"));
        assertThrows(FileSystemException.class, () -> store.rename("0001", "0002"));
        assertTrue(Files.isDirectory(folder.resolve("0001")));
    }

    @Test
    void shouldForceAFolder() throws IOException {
        store.create("0000").close();
        store.force();
        Files.delete(folder.resolve("0000"));
        Files.delete(folder);
        assertThrows(NoSuchFileException.class, store::force);
        Files.createDirectory(folder);
    }

    @Test
    @DisplayName("FLT-2: reading creates, changes and touches nothing")
    void shouldLeaveWhatItReadsAsItWas() throws IOException {
        Path file = folder.resolve("0000");
        Files.write(file, new byte[8195]);
        FileTime old = FileTime.fromMillis(1_000_000_000_000L);
        Files.setLastModifiedTime(file, old);
        Files.setLastModifiedTime(folder, old);
        FilePageStore reader = FilePageStore.openReadOnly(folder);
        reader.entries();
        try (PageFile opened = reader.open("0000", Access.READ)) {
            assertEquals(8195, opened.read(ByteBuffer.allocate(9000), 0));
        }
        reader.close();
        BasicFileAttributes after = Files.readAttributes(file, BasicFileAttributes.class);
        assertEquals(8195, after.size());
        assertEquals(old, after.lastModifiedTime());
        assertEquals(old, Files.getLastModifiedTime(folder));
    }

    @Test
    @DisplayName("FLT-2: a store for reading refuses every change")
    void shouldRefuseChangesWhereItOnlyReads() throws IOException {
        Files.write(folder.resolve("0000"), new byte[8192]);
        FilePageStore reader = FilePageStore.openReadOnly(folder);
        assertThrows(AccessDeniedException.class, () -> reader.open("0000", Access.WRITE));
        assertThrows(AccessDeniedException.class, () -> reader.create("0001"));
        assertThrows(AccessDeniedException.class, () -> reader.remove("0000"));
        assertThrows(AccessDeniedException.class, () -> reader.rename("0000", "0001"));
        assertThrows(AccessDeniedException.class, reader::force);
        assertThrows(AccessDeniedException.class, () -> reader.lock("test"));
        try (PageFile file = reader.open("0000", Access.READ)) {
            assertThrows(AccessDeniedException.class, () -> file.write(ByteBuffer.allocate(1), 0));
            assertThrows(AccessDeniedException.class, () -> file.truncate(0));
        }
        assertEquals(Set.of(new StoreEntry("0000", Kind.FILE, 8192)), new HashSet<>(reader.entries()));
    }

    @Test
    void shouldOpenOnlyFolders() throws IOException {
        Path missing = folder.resolve("missing");
        Path file = Files.createFile(folder.resolve("file"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), missing);
        assertThrows(NoSuchFileException.class, () -> FilePageStore.openReadOnly(missing));
        assertThrows(NoSuchFileException.class, () -> FilePageStore.openForWriting(missing));
        assertThrows(NotDirectoryException.class, () -> FilePageStore.openReadOnly(file));
        assertThrows(NotDirectoryException.class, () -> FilePageStore.create(file));
        NoSuchFileException e = assertThrows(NoSuchFileException.class, () -> FilePageStore.create(link));
        assertTrue(e.getMessage().contains("symbolic link to nothing"), e.getMessage());
        assertFalse(Files.exists(missing));
    }

    @Test
    void shouldCreateAFolderButNotItsParents() throws IOException {
        Path made = folder.resolve("log");
        assertThrows(NoSuchFileException.class, () -> FilePageStore.create(made.resolve("below")));
        assertFalse(Files.exists(made));
        FilePageStore.create(made).create("0000").close();
        assertEquals(1, FilePageStore.create(made).entries().size());
        assertEquals(made.toString(), FilePageStore.create(made).location());
    }

    @Test
    void shouldRemoveATemporaryFolderOnlyIfItMadeIt() throws IOException {
        FilePageStore temporary = FilePageStore.createTemporary("clog-test-");
        temporary.create("0000").close();
        temporary.lock("test").close();
        temporary.removeTemporary();
        assertFalse(Files.exists(temporary.folder()));
        assertThrows(IllegalStateException.class, store::removeTemporary);
        assertTrue(Files.exists(folder));
    }

    private static void makePipe(Path path) throws Exception {
        assertEquals(0, new ProcessBuilder("mkfifo", path.toString()).start().waitFor(), "mkfifo");
    }
}
