package dev.clog.offheap.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.spi.FolderLock;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore.Access;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** FLT-4: an interrupt never fails an operation, closes a file for others or drops the lock; the flag stays set. */
class InterruptTest {
    private static final int PAGE = 8192;

    @TempDir
    private Path folder;

    private FilePageStore store;
    private PageFile file;
    private FolderLock lock;

    @BeforeEach
    void open() throws IOException {
        store = FilePageStore.openForWriting(folder);
        lock = store.lock("test");
        file = store.create("0000");
        file.write(ByteBuffer.allocate(4 * PAGE), 0);
    }

    @AfterEach
    void close() throws IOException {
        Thread.interrupted();
        file.close();
        lock.close();
    }

    @Test
    @DisplayName("FLT-4: every operation works in a thread that is interrupted already")
    void shouldWorkInAnInterruptedThread() throws IOException {
        Operation[] operations = {
            this::doEverything,
            () -> FilePageStore.create(folder.resolve("below")).force(),
            () -> FilePageStore.create(folder.resolve("locked")).lock("x").close(),
            () -> FilePageStore.createTemporary("clog-test-").removeTemporary(),
        };
        for (Operation operation : operations) {
            Thread.currentThread().interrupt();
            operation.run();
            assertTrue(Thread.interrupted(), "the flag is gone");
        }
        assertEquals(4 * PAGE, file.size());
    }

    @Test
    @DisplayName("FLT-4: interrupts that come in at any time harm neither that thread nor others")
    void shouldSurviveAStormOfInterrupts() throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicBoolean stop = new AtomicBoolean();
        Thread victim = new Thread(() -> repeat(stop));
        Thread bystander = new Thread(() -> repeat(stop));
        for (Thread thread : new Thread[] {victim, bystander}) {
            thread.setUncaughtExceptionHandler((where, e) -> failure.set(e));
            thread.start();
        }
        long end = System.nanoTime() + 1_500_000_000L;
        while (System.nanoTime() < end && failure.get() == null) {
            victim.interrupt();
            LockSupport.parkNanos(20_000);
        }
        stop.set(true);
        victim.join();
        bystander.join();
        assertNull(failure.get(), () -> "seen: " + failure.get());
        try (ChildProcess other = ChildProcess.start(HoldFolder.class, folder.toString(), "other")) {
            String line = other.readLine();
            assertNotNull(line, other::errors);
            assertTrue(line.startsWith("held by test"), line);
        }
    }

    private void repeat(AtomicBoolean stop) {
        try {
            while (!stop.get()) {
                doEverything();
                Thread.interrupted();
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Every operation of the store and of a file but those that would hinder a second thread. */
    private void doEverything() throws IOException {
        String mine = "file-" + Thread.currentThread().getId();
        String renamed = mine + "-renamed";
        try (PageFile created = store.create(mine)) {
            assertEquals(PAGE, created.write(ByteBuffer.allocateDirect(PAGE), 0));
            created.force();
            created.truncate(10);
            assertEquals(10, created.size());
        }
        store.rename(mine, renamed);
        store.force();
        store.remove(renamed);
        assertTrue(store.entries().size() >= 2);
        assertEquals(PAGE, file.write(ByteBuffer.allocate(PAGE), PAGE));
        assertEquals(PAGE, file.read(ByteBuffer.allocate(PAGE), PAGE));
        file.force();
        file.forceContent();
        try (PageFile opened = store.open("0000", Access.READ)) {
            assertEquals(4 * PAGE, opened.size());
            assertEquals(4 * PAGE, opened.read(ByteBuffer.allocate(5 * PAGE), 0));
        }
    }

    @FunctionalInterface
    private interface Operation {
        void run() throws IOException;
    }
}
