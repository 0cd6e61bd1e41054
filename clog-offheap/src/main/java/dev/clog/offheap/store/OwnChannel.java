package dev.clog.offheap.store;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;

/**
 * Does something that only a {@link FileChannel} can, on a channel that nobody else has, until no interrupt comes in
 * between; the interrupt flag is as it would be after. For tasks that may be done again: never for a force or a lock.
 */
final class OwnChannel {
    private OwnChannel() {}

    /** A task on a channel, which is done again after an interrupt. */
    @FunctionalInterface
    interface Task<T> {
        T run(FileChannel channel) throws IOException;
    }

    static <T> T on(Path path, Set<? extends OpenOption> options, Task<T> task) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try (FileChannel channel = FileChannel.open(path, options)) {
                    return task.run(channel);
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                } catch (IOException e) {
                    throw PathFailure.explain(e, path);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
