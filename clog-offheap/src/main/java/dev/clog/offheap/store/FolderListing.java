package dev.clog.offheap.store;

import dev.clog.api.spi.StoreEntry;
import dev.clog.api.spi.StoreEntry.Kind;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/** Reads the entries of a folder. An entry that can't be looked at is listed as what can be seen of it. */
final class FolderListing {
    private FolderListing() {}

    static List<StoreEntry> of(Path folder) throws IOException {
        List<StoreEntry> entries = new ArrayList<>();
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(folder)) {
            for (Path path : paths) {
                StoreEntry entry = entry(path);
                if (entry != null) {
                    entries.add(entry);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw PathFailure.explain(e.getCause(), folder);
        } catch (IOException e) {
            throw PathFailure.explain(e, folder);
        }
        return entries;
    }

    /** What is at the path; null if it has gone since the folder was read. */
    private static StoreEntry entry(Path path) {
        String name = path.getFileName().toString();
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            Kind kind = kind(attributes);
            return new StoreEntry(name, kind, kind == Kind.FILE ? attributes.size() : 0);
        } catch (IOException e) {
            return unreachable(path, name, e);
        }
    }

    private static StoreEntry unreachable(Path path, String name, IOException cause) {
        try {
            BasicFileAttributes link = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            boolean leadsNowhere = link.isSymbolicLink() && cause instanceof NoSuchFileException;
            return new StoreEntry(name, leadsNowhere ? Kind.DANGLING_LINK : Kind.OTHER, 0);
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            return new StoreEntry(name, Kind.OTHER, 0);
        }
    }

    private static Kind kind(BasicFileAttributes attributes) {
        if (attributes.isRegularFile()) {
            return Kind.FILE;
        }
        return attributes.isDirectory() ? Kind.FOLDER : Kind.OTHER;
    }
}
