package dev.clog.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.spi.FolderHeldException;
import dev.clog.api.spi.FolderLock;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore.Access;
import dev.clog.api.spi.StoreEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** FLT-3: what a power loss leaves. Each loss has its counterpart, in which the force was done and nothing is lost. */
class MemoryPageStoreTest {
    private static final int PAGE = 8192;
    private static final byte[] OLD = filled(PAGE, 1);
    private static final byte[] NEW = filled(PAGE, 2);

    private final MemoryPageStore store = new MemoryPageStore();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("FLT-3: a write is lost unless the file was forced")
    void shouldLoseAWriteThatWasNotForced(boolean forced) throws IOException {
        store.add("0000", OLD);
        overwrite(store, "0000", forced);
        assertArrayEquals(NEW, store.content("0000"));
        assertArrayEquals(forced ? NEW : OLD, store.crash(Crash.losingAll()).content("0000"));
        assertArrayEquals(NEW, store.crash(Crash.keepingAll()).content("0000"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("FLT-3: a file that was made is lost unless the folder was forced, even if the file was")
    void shouldLoseAFileWhoseFolderWasNotForced(boolean forced) throws IOException {
        try (PageFile file = store.create("0000")) {
            file.write(ByteBuffer.wrap(NEW), 0);
            file.force();
        }
        if (forced) {
            store.force();
        }
        MemoryPageStore after = store.crash(Crash.losingAll());
        if (forced) {
            assertArrayEquals(NEW, after.content("0000"));
        } else {
            assertEquals(List.of(), after.entries());
        }
    }

    @Test
    @DisplayName("FLT-3: the folder's force keeps the name of a file, not its content")
    void shouldLoseContentWhereOnlyTheFolderWasForced() throws IOException {
        try (PageFile file = store.create("0000")) {
            file.write(ByteBuffer.wrap(NEW), 0);
            store.force();
        }
        assertEquals(0, store.crash(Crash.losingAll()).content("0000").length);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("FLT-3: a removed file is back unless the folder was forced")
    void shouldBringBackARemovedFile(boolean forced) throws IOException {
        store.add("0000", OLD);
        store.remove("0000");
        if (forced) {
            store.force();
        }
        assertEquals(forced ? 0 : 1, store.crash(Crash.losingAll()).entries().size());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("FLT-3: a rename is undone, as a whole, unless the folder was forced")
    void shouldUndoARename(boolean forced) throws IOException {
        store.add("0000", OLD);
        store.add("new", NEW);
        store.rename("new", "0000");
        assertEquals(1, store.entries().size());
        if (forced) {
            store.force();
        }
        MemoryPageStore after = store.crash(Crash.losingAll());
        assertArrayEquals(forced ? NEW : OLD, after.content("0000"));
        assertEquals(forced ? 1 : 2, after.entries().size());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("FLT-3: a cut is undone unless the file was forced")
    void shouldUndoACut(boolean forced) throws IOException {
        store.add("0000", OLD);
        try (PageFile file = store.open("0000", Access.WRITE)) {
            file.truncate(10);
            if (forced) {
                file.force();
            }
        }
        assertEquals(forced ? 10 : PAGE, store.crash(Crash.losingAll()).content("0000").length);
    }

    @Test
    @DisplayName("FLT-3: a prefix of the changes is what was made first")
    void shouldKeepAPrefix() throws IOException {
        try (PageFile file = store.create("0000")) {
            for (int page = 0; page < 4; page++) {
                file.write(ByteBuffer.wrap(filled(PAGE, page + 1)), (long) page * PAGE);
            }
        }
        assertEquals(5, store.unsynced());
        assertEquals(List.of(), store.crash(Crash.keepingFirst(0)).entries());
        for (int first = 1; first <= 5; first++) {
            assertEquals(
                    (first - 1) * PAGE, store.crash(Crash.keepingFirst(first)).content("0000").length);
        }
    }

    @Test
    @DisplayName(
            "FLT-3: a random subset reorders: every combination of two writes turns up, and a seed repeats its own")
    void shouldKeepEverySubset() throws IOException {
        store.add("0000", new byte[2 * PAGE]);
        try (PageFile file = store.open("0000", Access.WRITE)) {
            file.write(ByteBuffer.wrap(filled(PAGE, 1)), 0);
            file.write(ByteBuffer.wrap(filled(PAGE, 2)), PAGE);
        }
        Set<String> seen = new HashSet<>();
        for (long seed = 0; seed < 50; seed++) {
            byte[] content = store.crash(Crash.keepingSome(seed)).content("0000");
            assertArrayEquals(content, store.crash(Crash.keepingSome(seed)).content("0000"));
            seen.add(content[0] + "," + content[PAGE]);
        }
        assertEquals(Set.of("0,0", "1,0", "0,2", "1,2"), seen);
    }

    @ParameterizedTest
    @ValueSource(ints = {512, 4096})
    @DisplayName("FLT-3: a torn write has old and new sectors, each whole")
    void shouldTearWritesBetweenSectors(int sectorBytes) throws IOException {
        store.add("0000", OLD);
        overwrite(store, "0000", false);
        int torn = 0;
        for (long seed = 0; seed < 50; seed++) {
            byte[] some =
                    store.crash(Crash.keepingSome(seed).tornAt(sectorBytes)).content("0000");
            assertSectorsAreWhole(some, sectorBytes);
            byte[] first = store.crash(Crash.keepingFirst(0).tornAt(sectorBytes).withSeed(seed))
                    .content("0000");
            assertSectorsAreWhole(first, sectorBytes);
            assertTrue(isPrefixOfNew(first), "sectors of a first part are the first ones");
            torn += values(some).size() - 1;
        }
        assertTrue(torn > 10, "torn=" + torn);
        for (long seed = 0; seed < 50; seed++) {
            assertEquals(
                    1,
                    values(store.crash(Crash.keepingSome(seed)).content("0000")).size());
        }
    }

    @Test
    @DisplayName("FLT-3: a torn file that grew may have its size without its content, and the other way round")
    void shouldTearSizeFromContent() throws IOException {
        store.add("0000", new byte[0]);
        overwrite(store, "0000", false);
        Set<String> seen = new HashSet<>();
        for (long seed = 0; seed < 100; seed++) {
            byte[] content = store.crash(Crash.keepingSome(seed).tornAt(4096)).content("0000");
            seen.add(content.length + ":" + values(content));
        }
        assertEquals(Set.of("0:[]", "8192:[0]", "8192:[0, 2]", "8192:[2]"), seen);
    }

    @Test
    void shouldOfferCrashesOfEveryKind() {
        assertEquals(List.of(Crash.losingAll()), Crash.worthTrying(0, 5, 1));
        List<Crash> crashes = Crash.worthTrying(3, 5, 1);
        assertEquals(2 + 2 + 3 + 3 + 3 * 5, crashes.size());
        assertEquals(crashes.size(), new HashSet<>(crashes).size());
        assertThrows(IllegalArgumentException.class, () -> Crash.keepingFirst(-1));
    }

    @Test
    void shouldNotChangeByACrash() throws IOException {
        store.add("0000", OLD);
        overwrite(store, "0000", false);
        MemoryPageStore after = store.crash(Crash.losingAll());
        overwrite(after, "0000", true);
        after.remove("0000");
        assertArrayEquals(NEW, store.content("0000"));
        assertEquals(1, store.unsynced());
        assertArrayEquals(OLD, store.crash(Crash.losingAll()).content("0000"));
        assertTrue(after.toString().contains(Crash.losingAll().toString()), after.toString());
    }

    @Test
    @DisplayName("LIF-8: a power loss lets go of the folder, and nothing else does but its owner")
    void shouldReleaseTheFolderByACrash() throws IOException {
        FolderLock lock = store.lock("first");
        FolderHeldException e = assertThrows(FolderHeldException.class, () -> store.lock("second"));
        assertEquals("first", e.holder());
        MemoryPageStore after = store.crash(Crash.losingAll());
        FolderLock next = after.lock("second");
        lock.close();
        assertThrows(FolderHeldException.class, () -> after.lock("third"));
        next.close();
        store.lock("third");
        lock.close();
        assertThrows(FolderHeldException.class, () -> store.lock("fourth"));
    }

    @Test
    void shouldKeepAnOpenFileThatWasRemoved() throws IOException {
        store.add("0000", OLD);
        try (PageFile file = store.open("0000", Access.READ)) {
            store.remove("0000");
            assertThrows(NoSuchFileException.class, () -> store.open("0000", Access.READ));
            assertEquals(PAGE, file.read(ByteBuffer.allocate(PAGE), 0));
        }
        assertEquals(0, store.openFiles());
    }

    @Test
    @DisplayName("FLT-5: a file that is cut underneath reads short, for whoever has it open")
    void shouldReadACutFileShort() throws IOException {
        store.add("0000", OLD);
        try (PageFile file = store.open("0000", Access.WRITE);
                PageFile reader = store.open("0000", Access.READ)) {
            assertEquals(PAGE, reader.read(ByteBuffer.allocate(PAGE), 0));
            file.truncate(4096);
            assertEquals(4096, reader.size());
            assertEquals(6, reader.read(ByteBuffer.allocate(8), 4090));
            assertEquals(0, reader.read(ByteBuffer.allocate(8), 4096));
        }
    }

    @Test
    @DisplayName("A force that failed is not made good by one that succeeds")
    void shouldDropWhatAFailedForceDidNotWrite() throws IOException {
        store.add("0000", OLD);
        DroppingForcePageStore dropping = new DroppingForcePageStore(store, 1);
        try (PageFile file = dropping.open("0000", Access.WRITE)) {
            file.write(ByteBuffer.wrap(NEW), 0);
            assertThrows(IOException.class, file::force);
            assertTrue(dropping.fired());
            file.force();
        }
        assertArrayEquals(NEW, store.content("0000"));
        assertArrayEquals(OLD, store.crash(Crash.losingAll()).content("0000"));
        assertArrayEquals(OLD, store.crash(Crash.keepingAll()).content("0000"));

        overwrite(store, "0000", true);
        assertArrayEquals(NEW, store.crash(Crash.losingAll()).content("0000"));
    }

    @Test
    void shouldCountOpenFiles() throws IOException {
        PageFile file = store.create("0000");
        PageFile again = store.open("0000", Access.READ);
        assertEquals(2, store.openFiles());
        file.close();
        file.close();
        assertEquals(1, store.openFiles());
        again.close();
        assertEquals(0, store.openFiles());
        assertEquals(List.of(new StoreEntry("0000", StoreEntry.Kind.FILE, 0)), store.entries());
    }

    private static void overwrite(MemoryPageStore store, String name, boolean forced) throws IOException {
        try (PageFile file = store.open(name, Access.WRITE)) {
            assertEquals(PAGE, file.write(ByteBuffer.wrap(NEW), 0));
            if (forced) {
                file.force();
            }
        }
    }

    private static void assertSectorsAreWhole(byte[] content, int sectorBytes) {
        assertEquals(PAGE, content.length);
        for (int i = 0; i < PAGE; i += sectorBytes) {
            assertEquals(
                    1, values(Arrays.copyOfRange(content, i, i + sectorBytes)).size(), "sector at " + i);
        }
    }

    private static boolean isPrefixOfNew(byte[] content) {
        int old = 0;
        while (old < PAGE && content[old] == NEW[0]) {
            old++;
        }
        byte[] rest = Arrays.copyOfRange(content, old, PAGE);
        assertNotEquals(0, rest.length, "the whole change would be one more of the first ones");
        return values(rest).equals(Set.of(OLD[0]));
    }

    private static Set<Byte> values(byte[] content) {
        return IntStream.range(0, content.length).mapToObj(i -> content[i]).collect(Collectors.toSet());
    }

    private static byte[] filled(int length, int value) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }
}
