package dev.clog.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.PageStore.Access;
import dev.clog.testkit.StoreOperation.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** FLT-1: the wrappers fail, cut, delay and record what they say, and nothing else. */
class FaultyStoresTest {
    private static final int PAGE = 8192;

    private final MemoryPageStore memory = new MemoryPageStore();

    @Test
    @DisplayName("FLT-1: every operation passes a wrapper, is recorded, and can be failed in its turn")
    void shouldFailEachOperationInItsTurn() throws IOException {
        RecordingPageStore clean = new RecordingPageStore(new MemoryPageStore());
        everyOperation(clean);
        List<StoreOperation> operations = clean.operations();
        assertEquals(
                EnumSet.allOf(Kind.class),
                operations.stream().map(StoreOperation::kind).collect(Collectors.toSet()));
        List<StoreOperation> failed = new ArrayList<>();
        for (int k = 1; ; k++) {
            MemoryPageStore store = new MemoryPageStore();
            RecordingPageStore recording = new RecordingPageStore(store);
            FailingPageStore failing = FailingPageStore.once(recording, any -> true, k, DiskError.INPUT_OUTPUT);
            try {
                everyOperation(failing);
            } catch (IOException e) {
                assertEquals("Input/output error", e.getMessage());
            }
            assertEquals(0, store.openFiles(), "a failed close leaks");
            if (!failing.fired()) {
                break;
            }
            failed.add(operations.get(k - 1));
            boolean closing = Set.of(Kind.CLOSE, Kind.UNLOCK, Kind.CLOSE_STORE)
                    .contains(operations.get(k - 1).kind());
            assertEquals(closing ? k : k - 1, Math.min(k, indexOfDifference(recording.operations(), operations)));
        }
        assertEquals(operations, failed);
    }

    /** How many operations at the start are the same; those after a failure are the ones that clean up. */
    private static int indexOfDifference(List<StoreOperation> a, List<StoreOperation> b) {
        int i = 0;
        while (i < a.size() && i < b.size() && a.get(i).equals(b.get(i))) {
            i++;
        }
        return i;
    }

    private static void everyOperation(PageStore store) throws IOException {
        try (store;
                var lock = store.lock("test")) {
            assertEquals("test", lock.holder());
            try (PageFile file = store.create("a")) {
                file.write(ByteBuffer.allocate(PAGE), 0);
                file.truncate(100);
                file.force();
            }
            store.force();
            store.rename("a", "b");
            try (PageFile file = store.open("b", Access.READ)) {
                assertEquals(100, file.size());
                assertEquals(100, file.read(ByteBuffer.allocate(PAGE), 0));
            }
            store.entries();
            store.remove("b");
        }
    }

    @Test
    void shouldFailOnceOrForGood() throws IOException {
        memory.add("a", new byte[PAGE]);
        FailingPageStore once = FailingPageStore.once(memory, op -> op.kind() == Kind.FORCE, 2, DiskError.INPUT_OUTPUT);
        FailingPageStore forGood =
                FailingPageStore.forGood(memory, op -> op.kind() == Kind.FORCE, 2, DiskError.INPUT_OUTPUT);
        for (FailingPageStore store : List.of(once, forGood)) {
            try (PageFile file = store.open("a", Access.WRITE)) {
                file.force();
                assertFalse(store.fired());
                assertThrows(IOException.class, file::force);
                assertTrue(store.fired());
                if (store == once) {
                    file.force();
                } else {
                    assertThrows(IOException.class, file::force);
                }
                assertEquals(3, store.seen());
            }
        }
        assertThrows(
                IllegalArgumentException.class, () -> FailingPageStore.once(memory, op -> true, 0, DiskError.DENIED));
    }

    @ParameterizedTest
    @EnumSource
    void shouldNameTheFileOfAnError(DiskError error) {
        IOException e = error.exception(new StoreOperation(Kind.OPEN, "0ABC"));
        boolean named = error != DiskError.INPUT_OUTPUT && error != DiskError.NO_SPACE;
        assertEquals(named, e.getMessage().contains("0ABC"), e.getMessage());
    }

    @Test
    @DisplayName("LIF-7: a write puts down what fits, then there is no space; what is there can be overwritten")
    void shouldRunOutOfSpace() throws IOException {
        NoSpacePageStore store = new NoSpacePageStore(memory, PAGE + 100);
        byte[] ones = ones(PAGE);
        try (PageFile file = store.create("a")) {
            assertEquals(PAGE, file.write(ByteBuffer.wrap(ones), 0));
            assertEquals(0, store.refused());
            IOException e = assertThrows(IOException.class, () -> file.write(ByteBuffer.wrap(ones), PAGE));
            assertEquals("No space left on device", e.getMessage());
            assertEquals(1, store.refused());
            assertEquals(PAGE + 100, file.size());
            assertEquals(PAGE, file.write(ByteBuffer.wrap(ones), 0));
            assertThrows(IOException.class, () -> file.write(ByteBuffer.wrap(ones), PAGE));
            store.addSpace(PAGE);
            assertEquals(PAGE, file.write(ByteBuffer.wrap(ones), PAGE));
        }
        assertArrayEquals(ones(2 * PAGE), memory.content("a"));
    }

    @Test
    @DisplayName("LIF-6, LIF-7: short reads and writes transfer what they say")
    void shouldTransferShort() throws IOException {
        memory.add("a", ones(PAGE));
        ShortTransferPageStore store = new ShortTransferPageStore(memory, op -> op.offset() == 0, 10);
        try (PageFile file = store.open("a", Access.WRITE)) {
            ByteBuffer target = ByteBuffer.allocate(PAGE);
            assertEquals(10, file.read(target, 0));
            assertEquals(10, target.position());
            assertEquals(PAGE - 1, file.read(target.clear(), 1));
            ByteBuffer zeros = ByteBuffer.allocate(20);
            assertEquals(10, file.write(zeros, 0));
            assertEquals(10, zeros.remaining());
            assertEquals(5, file.write(ByteBuffer.allocate(5), 0));
        }
        assertEquals(2, store.cut());
        byte[] expected = ones(PAGE);
        Arrays.fill(expected, 0, 10, (byte) 0);
        assertArrayEquals(expected, memory.content("a"));
    }

    @Test
    @DisplayName("FLT-4: the interrupting store interrupts, and the slow one waits on regardless")
    void shouldInterruptAndDelay() throws IOException {
        memory.add("a", ones(PAGE));
        SlowPageStore slow = new SlowPageStore(memory, op -> op.kind() == Kind.READ, 20, TimeUnit.MILLISECONDS);
        InterruptingPageStore store = new InterruptingPageStore(slow, op -> op.kind() == Kind.READ);
        try (PageFile file = store.open("a", Access.READ)) {
            assertFalse(Thread.currentThread().isInterrupted());
            long start = System.nanoTime();
            file.read(ByteBuffer.allocate(PAGE), 0);
            assertTrue(System.nanoTime() - start >= 20_000_000);
            assertTrue(Thread.interrupted());
            assertEquals(1, store.interrupts());
        }
    }

    @Test
    @DisplayName("FLT-3: a probe sees every moment at which the power could fail")
    void shouldProbeBetweenChanges() throws IOException {
        List<Integer> unsynced = new ArrayList<>();
        ProbingPageStore store = new ProbingPageStore(memory, operation -> {
            if (operation.kind().isChange()) {
                unsynced.add(memory.unsynced());
            }
        });
        try (PageFile file = store.create("a")) {
            file.write(ByteBuffer.allocate(PAGE), 0);
            file.write(ByteBuffer.allocate(PAGE), PAGE);
            file.force();
        }
        store.force();
        assertEquals(List.of(0, 1, 2, 3, 1), unsynced);
        assertEquals(0, memory.unsynced());
    }

    @Test
    void shouldRecordWhatWasAskedFor() throws IOException {
        RecordingPageStore store = new RecordingPageStore(memory);
        try (PageFile file = store.create("a")) {
            file.write(ByteBuffer.allocate(20), 30);
            file.truncate(7);
        }
        assertEquals(
                List.of(
                        new StoreOperation(Kind.CREATE, "a"),
                        new StoreOperation(Kind.WRITE, "a", 30, 20),
                        new StoreOperation(Kind.TRUNCATE, "a", 7, 0),
                        new StoreOperation(Kind.CLOSE, "a")),
                store.operations());
        assertEquals(1, store.count(Kind.WRITE));
        store.clear();
        assertEquals(List.of(), store.operations());
    }

    private static byte[] ones(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) 1);
        return bytes;
    }
}
