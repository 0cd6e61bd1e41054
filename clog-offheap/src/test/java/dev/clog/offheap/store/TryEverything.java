package dev.clog.offheap.store;

import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore.Access;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Child of a test: tries every operation on a folder and prints a line for each. */
final class TryEverything {
    private final FilePageStore store;

    private TryEverything(FilePageStore store) {
        this.store = store;
    }

    public static void main(String[] args) throws IOException {
        new TryEverything(FilePageStore.openForWriting(Path.of(args[0]))).run();
    }

    private void run() {
        report("entries", this::entries);
        for (String name : new String[] {"0000", "0001"}) {
            report("read " + name, () -> read(name));
            report("write " + name, () -> write(name));
        }
        report("create", () -> store.create("0002").name());
        report("rename", () -> {
            store.rename("0001", "0003");
            return "ok";
        });
        report("remove", () -> {
            store.remove("0001");
            return "ok";
        });
        report("lock", () -> store.lock("test").holder());
        report("force", () -> {
            store.force();
            return "ok";
        });
    }

    private String entries() throws IOException {
        return store.entries().stream()
                .map(entry -> entry.name() + "=" + entry.kind() + ":" + entry.sizeBytes())
                .sorted()
                .collect(Collectors.toList())
                .toString();
    }

    private String read(String name) throws IOException {
        try (PageFile file = store.open(name, Access.READ)) {
            return Integer.toString(file.read(ByteBuffer.allocate(10_000), 0));
        }
    }

    private String write(String name) throws IOException {
        try (PageFile file = store.open(name, Access.WRITE)) {
            return Integer.toString(file.write(ByteBuffer.allocate(1), 0));
        }
    }

    private static void report(String what, Operation operation) {
        try {
            System.out.println(what + " " + operation.run());
        } catch (FileSystemException e) {
            System.out.println(what + " " + e.getClass().getSimpleName() + ": " + e.getReason());
        } catch (IOException e) {
            System.out.println(what + " " + e);
        }
    }

    @FunctionalInterface
    private interface Operation {
        String run() throws IOException;
    }
}
