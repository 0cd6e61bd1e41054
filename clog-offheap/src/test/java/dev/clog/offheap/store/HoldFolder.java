package dev.clog.offheap.store;

import dev.clog.api.spi.FolderHeldException;
import dev.clog.api.spi.FolderLock;
import java.io.IOException;
import java.nio.file.Path;

/** Child of a test: takes a folder, says so, and holds it until its input ends. */
final class HoldFolder {
    private HoldFolder() {}

    public static void main(String[] args) throws IOException {
        try (FilePageStore store = FilePageStore.openForWriting(Path.of(args[0]));
                FolderLock lock = store.lock(args[1])) {
            System.out.println("taken by " + lock.holder());
            System.in.readAllBytes();
        } catch (FolderHeldException e) {
            System.out.println("held by " + e.holder());
        }
    }
}
