package dev.clog.cli;

import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.StoreEntry;
import dev.clog.offheap.format.StatusLayout;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Tells a folder of page files from the folder around it, which is easily given instead: a server's, or a clog's. */
final class EnclosingFolder {
    private static final List<String> STATUS_FOLDERS = List.of("pg_xact", "pg_clog");
    private static final String SERVER_FILE = "PG_VERSION";
    private static final String JOURNAL_FOLDER = "journal";

    private EnclosingFolder() {}

    /** What is wrong with the choice of a folder that has page files in a folder of its own, and none itself. */
    static Optional<String> mistake(PageStore folder) throws IOException {
        Set<String> names = folder.entries().stream().map(StoreEntry::name).collect(Collectors.toSet());
        if (names.stream().anyMatch(name -> StatusLayout.segmentOf(name).isPresent())) {
            return Optional.empty();
        }
        return STATUS_FOLDERS.stream()
                .filter(names::contains)
                .findFirst()
                .map(statuses -> folder.location() + " is " + kind(names) + ": its page files are in "
                        + folder.location() + "/" + statuses + ", give that folder");
    }

    private static String kind(Set<String> names) {
        if (names.contains(SERVER_FILE)) {
            return "a server's data directory";
        }
        return names.contains(JOURNAL_FOLDER) ? "the folder of a clog with its journal" : "not a folder of page files";
    }
}
