package dev.clog.offheap.store;

import dev.clog.api.spi.FileImage;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore.Access;
import java.io.IOException;
import java.nio.file.Path;

/** Child of a test: maps the file 0000 of a folder. */
final class MapOnce {
    private MapOnce() {}

    public static void main(String[] args) throws IOException {
        try (FilePageStore store = FilePageStore.openReadOnly(Path.of(args[0]));
                PageFile file = store.open("0000", Access.READ);
                FileImage image = file.image()) {
            System.out.println("octet " + image.octet(0));
        }
    }
}
