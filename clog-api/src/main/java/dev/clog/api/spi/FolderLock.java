package dev.clog.api.spi;

import java.io.Closeable;
import java.io.IOException;

/** A folder taken by {@link PageStore#lock}; closing it lets go. */
public interface FolderLock extends Closeable {

    /** The text the folder was taken with. */
    String holder();

    /** Lets the folder go; calling it again does nothing. */
    @Override
    void close() throws IOException;
}
