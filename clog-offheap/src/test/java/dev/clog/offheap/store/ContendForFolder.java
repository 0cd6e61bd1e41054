package dev.clog.offheap.store;

import dev.clog.api.spi.FolderHeldException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Child of a test: takes a folder and lets it go as often as it can for some milliseconds. While it owns the folder it
 * makes a file that nobody else can have made.
 */
final class ContendForFolder {
    private ContendForFolder() {}

    public static void main(String[] args) throws IOException {
        FilePageStore store = FilePageStore.openForWriting(Path.of(args[0]));
        Path owned = Path.of(args[0], "owned");
        long end = System.nanoTime() + Long.parseLong(args[1]) * 1_000_000;
        int times = 0;
        while (System.nanoTime() < end) {
            try (var lock = store.lock("contender")) {
                assert lock.holder().equals("contender");
                Files.createFile(owned);
                Files.delete(owned);
                times++;
            } catch (FolderHeldException e) {
                Thread.onSpinWait();
            }
        }
        System.out.println("owned it " + times + " times");
    }
}
