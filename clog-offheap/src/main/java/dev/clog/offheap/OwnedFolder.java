package dev.clog.offheap;

import dev.clog.api.LogInUseException;
import dev.clog.api.PageIoException;
import dev.clog.api.spi.FolderHeldException;
import dev.clog.api.spi.FolderLock;
import dev.clog.api.spi.PageStore;
import java.io.IOException;
import java.util.function.Supplier;

/** A page store that this log alone uses, from when it is taken until it is let go. */
final class OwnedFolder {
    private final PageStore store;
    private final FolderLock lock;

    private OwnedFolder(PageStore store, FolderLock lock) {
        this.store = store;
        this.lock = lock;
    }

    /** Takes the folder; closes the store where that fails. */
    static OwnedFolder take(PageStore store) {
        try {
            JvmRequirements.check();
            return new OwnedFolder(
                    store, store.lock("process " + ProcessHandle.current().pid()));
        } catch (FolderHeldException e) {
            throw closing(store, new LogInUseException(store.location(), e.holder(), e));
        } catch (IOException e) {
            throw closing(store, new PageIoException("can't take the folder of the log", store.location(), -1, e));
        } catch (RuntimeException e) {
            throw closing(store, e);
        } catch (Error e) {
            throw closing(store, e);
        }
    }

    private static <E extends Throwable> E closing(PageStore store, E failure) {
        try {
            store.close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
        return failure;
    }

    /** What that makes; where it fails, for want of memory or by a mistake of the caller's, the folder is let go. */
    <T> T orLetGo(Supplier<T> maker) {
        try {
            return maker.get();
        } catch (RuntimeException | Error e) {
            release(e);
            throw e;
        }
    }

    PageStore store() {
        return store;
    }

    String location() {
        return store.location();
    }

    /** Lets the folder go and closes the store; what goes wrong is added to a failure that there is already. */
    void release(Throwable failure) {
        try (store;
                lock) {
            assert lock.holder() != null;
        } catch (IOException e) {
            if (failure == null) {
                throw new PageIoException("can't release the folder of the log", store.location(), -1, e);
            }
            failure.addSuppressed(e);
        }
    }
}
