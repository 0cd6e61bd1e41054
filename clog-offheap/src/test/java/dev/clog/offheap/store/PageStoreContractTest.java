package dev.clog.offheap.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.clog.api.spi.FolderHeldException;
import dev.clog.api.spi.FolderLock;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.PageStore.Access;
import dev.clog.api.spi.StoreEntry;
import dev.clog.api.spi.StoreEntry.Kind;
import dev.clog.testkit.MemoryPageStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** FLT-1: the store on a real folder and the one of the testkit answer alike, so that what holds for one does for both. */
class PageStoreContractTest {
    @TempDir
    private static Path parent;

    private static int folders;

    static Stream<PageStore> stores() throws IOException {
        return Stream.of(FilePageStore.create(parent.resolve("log-" + folders++)), new MemoryPageStore());
    }

    @ParameterizedTest
    @MethodSource("stores")
    void shouldKeepFilesByName(PageStore store) throws IOException {
        assertThrows(NoSuchFileException.class, () -> store.open("0000", Access.READ));
        assertThrows(NoSuchFileException.class, () -> store.open("0000", Access.WRITE));
        assertThrows(NoSuchFileException.class, () -> store.remove("0000"));
        assertThrows(NoSuchFileException.class, () -> store.rename("0000", "0001"));
        write(store.create("0000"), 1);
        assertThrows(FileAlreadyExistsException.class, () -> store.create("0000"));
        write(store.create("0001"), 2);
        store.rename("0001", "0000");
        store.force();
        assertEquals(List.of(new StoreEntry("0000", Kind.FILE, 10)), store.entries());
        assertArrayEquals(new byte[] {2}, read(store, "0000", 9, 1));
        store.remove("0000");
        assertEquals(List.of(), store.entries());
        assertThrows(IllegalArgumentException.class, () -> store.create("../0000"));
        store.close();
    }

    @ParameterizedTest
    @MethodSource("stores")
    void shouldReadAndWriteAtOffsets(PageStore store) throws IOException {
        write(store.create("0000"), 7);
        assertArrayEquals(new byte[] {0, 7}, read(store, "0000", 8, 2));
        assertArrayEquals(new byte[] {7}, read(store, "0000", 9, 5));
        assertArrayEquals(new byte[] {}, read(store, "0000", 10, 5));
        assertArrayEquals(new byte[] {}, read(store, "0000", 1L << 33, 5));
        try (PageFile file = store.open("0000", Access.WRITE)) {
            assertThrows(IOException.class, () -> file.read(ByteBuffer.allocate(1), -1));
            assertThrows(IOException.class, () -> file.write(ByteBuffer.allocate(1), -1));
            assertEquals(0, file.write(ByteBuffer.allocate(0), 100));
            assertEquals(10, file.size());
            assertThrows(IllegalArgumentException.class, () -> file.truncate(11));
            file.truncate(3);
            assertEquals(3, file.size());
            file.write(ByteBuffer.wrap(new byte[] {5}), 5);
        }
        assertArrayEquals(new byte[] {0, 0, 0, 0, 0, 5}, read(store, "0000", 0, 100));
    }

    @ParameterizedTest
    @MethodSource("stores")
    void shouldRefuseToWriteWhatIsOpenForReading(PageStore store) throws IOException {
        write(store.create("0000"), 7);
        try (PageFile file = store.open("0000", Access.READ)) {
            assertThrows(AccessDeniedException.class, () -> file.write(ByteBuffer.allocate(1), 0));
            assertThrows(AccessDeniedException.class, () -> file.truncate(0));
            file.force();
            file.forceContent();
        }
        assertArrayEquals(new byte[] {7}, read(store, "0000", 9, 1));
    }

    @ParameterizedTest
    @MethodSource("stores")
    void shouldRefuseWorkOnAClosedFile(PageStore store) throws IOException {
        PageFile file = store.create("0000");
        file.close();
        file.close();
        assertThrows(IOException.class, file::size);
        assertThrows(IOException.class, () -> file.read(ByteBuffer.allocate(1), 0));
        assertThrows(IOException.class, () -> file.write(ByteBuffer.allocate(1), 0));
        assertThrows(IOException.class, file::force);
        assertThrows(IOException.class, file::forceContent);
        assertThrows(IOException.class, () -> file.truncate(0));
    }

    @ParameterizedTest
    @MethodSource("stores")
    void shouldForceContentAgainAndAgain(PageStore store) throws IOException {
        try (PageFile file = store.create("0000")) {
            for (byte i = 1; i < 5; i++) {
                file.write(ByteBuffer.wrap(new byte[] {i}), 0);
                file.forceContent();
            }
        }
        assertArrayEquals(new byte[] {4}, read(store, "0000", 0, 1));
    }

    @ParameterizedTest
    @MethodSource("stores")
    void shouldKeepAnOpenFileWhoseNameGoes(PageStore store) throws IOException {
        try (PageFile file = store.create("0000")) {
            file.write(ByteBuffer.wrap(new byte[] {1}), 0);
            store.remove("0000");
            write(store.create("0000"), 2);
            ByteBuffer target = ByteBuffer.allocate(1);
            assertEquals(1, file.read(target, 0));
            assertEquals(1, target.get(0));
            assertEquals(1, file.size());
        }
    }

    @ParameterizedTest
    @MethodSource("stores")
    void shouldBelongToOneOwner(PageStore store) throws IOException {
        FolderLock lock = store.lock("first");
        assertEquals("first", lock.holder());
        FolderHeldException e = assertThrows(FolderHeldException.class, () -> store.lock("second"));
        assertEquals("first", e.holder());
        lock.close();
        lock.close();
        store.lock("second").close();
        Set<StoreEntry> entries = Set.copyOf(store.entries());
        assertFalse(entries.stream().anyMatch(entry -> entry.name().equals(FilePageStore.LOCK_FILE_NAME)));
    }

    private static void write(PageFile file, int last) throws IOException {
        try (file) {
            byte[] bytes = new byte[10];
            bytes[9] = (byte) last;
            assertEquals(10, file.write(ByteBuffer.wrap(bytes), 0));
            file.force();
        }
    }

    private static byte[] read(PageStore store, String name, long offset, int most) throws IOException {
        try (PageFile file = store.open(name, Access.READ)) {
            ByteBuffer target = ByteBuffer.allocate(most);
            byte[] bytes = new byte[file.read(target, offset)];
            target.flip().get(bytes);
            return bytes;
        }
    }
}
