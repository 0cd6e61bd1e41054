package dev.clog.offheap.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.spi.FileImage;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore.Access;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** FLT-1, FLT-2, FLT-5: reading whole files. */
class MappedImageTest {
    @TempDir
    private Path folder;

    private FilePageStore store() throws IOException {
        return FilePageStore.openReadOnly(folder);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 9, 4095, 4096, 4097, 8192, 262_144, 262_149})
    @DisplayName("FMT-3: an image has the bytes of its file, whatever its length")
    void shouldReadEveryByteAndWord(int length) throws IOException {
        byte[] content = new byte[length];
        new Random(length).nextBytes(content);
        Files.write(folder.resolve("0000"), content);
        try (PageFile file = store().open("0000", Access.READ);
                FileImage image = file.image()) {
            assertEquals(length, image.size());
            for (int i = 0; i < length; i++) {
                assertEquals(content[i] & 0xFF, image.octet(i));
            }
            for (int i = 0; i + 8 <= length; i++) {
                long expected = 0;
                for (int k = 7; k >= 0; k--) {
                    expected = expected << 8 | (content[i + k] & 0xFF);
                }
                assertEquals(expected, image.word(i));
            }
        }
    }

    @Test
    void shouldRefuseToReadPastTheEnd() throws IOException {
        Files.write(folder.resolve("0000"), new byte[20]);
        try (PageFile file = store().open("0000", Access.READ);
                FileImage image = file.image()) {
            assertThrows(IndexOutOfBoundsException.class, () -> image.octet(20));
            assertThrows(IndexOutOfBoundsException.class, () -> image.word(13));
            assertThrows(IndexOutOfBoundsException.class, () -> image.octet(-1));
            assertThrows(IndexOutOfBoundsException.class, () -> image.word(-8));
        }
    }

    @Test
    void shouldHaveAnImageOfAnEmptyFile() throws IOException {
        Files.createFile(folder.resolve("0000"));
        try (PageFile file = store().open("0000", Access.READ);
                FileImage image = file.image()) {
            assertEquals(0, image.size());
            assertThrows(IndexOutOfBoundsException.class, () -> image.octet(0));
        }
    }

    @Test
    @DisplayName("Goals: maps and handles are back at the start")
    void shouldUnmapWhenItIsClosed() throws IOException {
        Path path = folder.resolve("0ABC");
        Files.write(path, new byte[262_144]);
        for (int i = 0; i < 100; i++) {
            try (PageFile file = store().open("0ABC", Access.READ)) {
                FileImage image = file.image();
                assertEquals(1, OpenResources.maps(path));
                image.close();
                image.close();
                assertEquals(0, OpenResources.maps(path));
                assertThrows(IndexOutOfBoundsException.class, () -> image.word(0));
            }
            assertEquals(0, OpenResources.descriptors(path));
        }
    }

    @Test
    @DisplayName("FLT-4: an interrupted thread gets its image and keeps its flag")
    void shouldMapInAnInterruptedThread() throws IOException {
        Files.write(folder.resolve("0000"), new byte[] {5});
        try (PageFile file = store().open("0000", Access.READ)) {
            Thread.currentThread().interrupt();
            FileImage image = file.image();
            assertTrue(Thread.currentThread().isInterrupted());
            assertEquals(5, image.octet(0));
            image.close();
            assertTrue(Thread.interrupted());
            assertEquals(0, OpenResources.maps(folder.resolve("0000")));
        }
    }

    @Test
    @DisplayName("FLT-2: an image is of the file that was opened, or there is none")
    void shouldRefuseAFileThatWasReplaced() throws IOException {
        Files.write(folder.resolve("0000"), new byte[] {1});
        Files.write(folder.resolve("new"), new byte[] {2});
        try (PageFile file = store().open("0000", Access.READ)) {
            Files.move(folder.resolve("new"), folder.resolve("0000"), StandardCopyOption.ATOMIC_MOVE);
            IOException e = assertThrows(IOException.class, file::image);
            assertTrue(e.getMessage().contains("replaced"), e.getMessage());
        }
    }

    @Test
    @DisplayName("Error output is for errors: a first mapping does not complain of cleaners")
    void shouldNotComplainOfCleaners() throws Exception {
        Files.write(folder.resolve("0000"), new byte[100]);
        ChildProcess child = ChildProcess.start(MapOnce.class, folder.toString());
        assertEquals(0, child.waitFor(), child::errors);
        assertEquals("octet 0", child.readLine());
        // What SLF4J without a provider and JDK 25 about Unsafe say is the application's to settle.
        String complaints = child.errors();
        assertFalse(complaints.contains("Cleaner"), complaints);
    }
}
