package dev.clog.offheap.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore.Access;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** FLT-1, FLT-5, LIF-6, LIF-7: positional input and output. */
class OpenPageFileTest {
    private static final int PAGE = 8192;

    @TempDir
    private Path folder;

    private FilePageStore store;

    @BeforeEach
    void open() throws IOException {
        store = FilePageStore.openForWriting(folder);
    }

    @Test
    void shouldReadBackWhatItWrote() throws IOException {
        byte[] content = random(3 * PAGE + 5, 1);
        try (PageFile file = store.create("0000")) {
            assertEquals("0000", file.name());
            assertEquals(content.length, file.write(ByteBuffer.wrap(content), 100));
            assertEquals(100 + content.length, file.size());
            for (ByteBuffer target :
                    List.of(ByteBuffer.allocate(content.length), ByteBuffer.allocateDirect(content.length))) {
                assertEquals(content.length, file.read(target, 100));
                assertEquals(ByteBuffer.wrap(content), target.flip());
            }
            ByteBuffer direct = ByteBuffer.allocateDirect(20).put(random(20, 2)).flip();
            assertEquals(20, file.write(direct, 0));
            assertEquals(0, direct.remaining());
            file.force();
        }
        byte[] expected = new byte[100 + content.length];
        System.arraycopy(random(20, 2), 0, expected, 0, 20);
        System.arraycopy(content, 0, expected, 100, content.length);
        assertArrayEquals(expected, Files.readAllBytes(folder.resolve("0000")));
    }

    @Test
    void shouldReadIntoThePartOfABufferThatRemains() throws IOException {
        Files.write(folder.resolve("0000"), new byte[] {1, 2, 3, 4});
        try (PageFile file = store.open("0000", Access.READ)) {
            ByteBuffer target = ByteBuffer.allocate(5).position(1).limit(3);
            assertEquals(2, file.read(target, 1));
            assertArrayEquals(new byte[] {0, 2, 3, 0, 0}, target.array());
        }
    }

    @Test
    @DisplayName("LIF-6: a short read tells how much there was")
    void shouldReadShortAtTheEnd() throws IOException {
        Files.write(folder.resolve("0000"), new byte[PAGE + 10]);
        try (PageFile file = store.open("0000", Access.READ)) {
            assertEquals(10, file.read(ByteBuffer.allocate(PAGE), PAGE));
            assertEquals(0, file.read(ByteBuffer.allocate(PAGE), PAGE + 10));
            assertEquals(0, file.read(ByteBuffer.allocate(PAGE), 1L << 40));
            assertThrows(IOException.class, () -> file.read(ByteBuffer.allocate(1), -1));
        }
    }

    @Test
    void shouldCutButNotGrow() throws IOException {
        try (PageFile file = store.create("0000")) {
            file.write(ByteBuffer.allocate(PAGE), 0);
            file.truncate(10);
            assertEquals(10, file.size());
            assertThrows(IllegalArgumentException.class, () -> file.truncate(11));
            assertThrows(IllegalArgumentException.class, () -> file.truncate(-1));
            assertEquals(10, file.size());
        }
    }

    @Test
    @DisplayName("FLT-2: input and output stay with the file that was opened when another one takes its name")
    void shouldStayWithAFileThatWasReplaced() throws IOException {
        Files.write(folder.resolve("0000"), new byte[] {1, 1});
        Files.write(folder.resolve("new"), new byte[] {2, 2, 2});
        try (PageFile file = store.open("0000", Access.WRITE)) {
            Files.move(folder.resolve("new"), folder.resolve("0000"), StandardCopyOption.ATOMIC_MOVE);
            file.write(ByteBuffer.wrap(new byte[] {5}), 1);
            ByteBuffer target = ByteBuffer.allocate(3);
            assertEquals(2, file.read(target, 0));
            assertArrayEquals(new byte[] {1, 5, 0}, target.array());
        }
        assertArrayEquals(new byte[] {2, 2, 2}, Files.readAllBytes(folder.resolve("0000")));
    }

    @Test
    void shouldRefuseWorkAfterClose() throws IOException {
        PageFile file = store.create("0000");
        file.close();
        file.close();
        assertThrows(IOException.class, () -> file.read(ByteBuffer.allocate(1), 0));
        assertThrows(IOException.class, () -> file.write(ByteBuffer.allocate(1), 0));
        assertThrows(IOException.class, file::size);
        assertThrows(IOException.class, file::force);
        assertThrows(IOException.class, () -> file.truncate(0));
    }

    @Test
    void shouldLetGoOfEverythingItForcedThrough() throws IOException {
        PageFile file = store.create("0000");
        file.write(ByteBuffer.allocate(PAGE), 0);
        file.forceContent();
        file.close();
        file.close();
        assertThrows(IOException.class, file::forceContent);
        Files.delete(folder.resolve("0000"));
        assertThrows(IOException.class, file::forceContent);
    }

    @Test
    @DisplayName("LIF-7: a write that the system cuts short is an IOException")
    void shouldFailWhenTheSystemStopsAWrite() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no /bin/sh");
        // A limit on file size, in blocks of 512 bytes, stands for a full disk; it stops a write in its middle as well.
        List<String> limited = List.of("/bin/sh", "-c", "ulimit -f 200 && exec \"$@\"", "sh");
        try (ChildProcess child = ChildProcess.start(limited, FillFile.class, folder.toString())) {
            assertEquals(0, child.waitFor(), child::errors);
            assertEquals("java.io.IOException", child.readLine());
            assertNull(child.readLine());
        }
        assertTrue(Files.size(folder.resolve("0000")) < FillFile.BYTES);
    }

    @Test
    @DisplayName("PageFile is safe for use by several threads")
    void shouldKeepOffsetsOfThreadsApart() throws Exception {
        int pages = 16;
        AtomicReference<Throwable> failure = new AtomicReference<>();
        try (PageFile file = store.create("0000")) {
            file.write(ByteBuffer.allocate(pages * PAGE), 0);
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                int first = t;
                Thread thread = new Thread(() -> rewrite(file, first, 4, pages));
                thread.setUncaughtExceptionHandler((where, e) -> failure.set(e));
                threads.add(thread);
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertNull(failure.get(), () -> "a page has the bytes of another: " + failure.get());
    }

    private static void rewrite(PageFile file, int first, int step, int pages) {
        byte[] page = new byte[PAGE];
        ByteBuffer back = ByteBuffer.allocate(PAGE);
        try {
            for (int round = 0; round < 200; round++) {
                for (int n = first; n < pages; n += step) {
                    Arrays.fill(page, (byte) (n + round));
                    file.write(ByteBuffer.wrap(page), (long) n * PAGE);
                    file.read(back.clear(), (long) n * PAGE);
                    assertArrayEquals(page, back.array());
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }
}
