package dev.clog.offheap.store;

import dev.clog.api.spi.PageFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** Child of a test: writes more into the file 0000 of a folder than it may, and says how that ends. */
final class FillFile {
    static final int BYTES = 262_144;

    private FillFile() {}

    public static void main(String[] args) throws IOException {
        try (FilePageStore store = FilePageStore.openForWriting(Path.of(args[0]));
                PageFile file = store.create("0000")) {
            System.out.println("wrote " + file.write(ByteBuffer.allocate(BYTES), 0));
        } catch (IOException e) {
            System.out.println(e.getClass().getName());
        }
    }
}
