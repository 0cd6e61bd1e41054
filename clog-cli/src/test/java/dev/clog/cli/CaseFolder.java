package dev.clog.cli;

import dev.clog.api.TransactionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A copy of a folder in testdata/cases, with what Git can't keep made good. */
final class CaseFolder {
    private static final Pattern FIELD = Pattern.compile("\"(\\w+)\": (?:\"([^\"]*)\"|(\\d+))");

    private final Path folder;
    private final long nextXid;
    private final long oldestXid;
    private final long oldestActiveXid;
    private Map<String, String> before;

    private CaseFolder(Path folder) throws IOException {
        this.folder = folder;
        Matcher field = FIELD.matcher(Files.readString(folder.resolve("control.json")));
        long next = 0;
        long epoch = 0;
        long oldest = 0;
        long active = 0;
        while (field.find()) {
            switch (field.group(1)) {
                case "nextXid" -> next = Long.parseLong(field.group(3));
                case "nextEpoch" -> epoch = Long.parseLong(field.group(3));
                case "oldestXid" -> oldest = Long.parseLong(field.group(3));
                case "oldestActiveXid" -> active = Long.parseLong(field.group(3));
                default -> {
                    // The state is told by postmaster.pid, pages are of the usual size.
                }
            }
        }
        nextXid = (epoch << 32) + next;
        oldestXid = TransactionId.widen(oldest, nextXid);
        oldestActiveXid = TransactionId.widen(active, nextXid);
    }

    /**
     * Copies a case.
     *
     * @param name its name
     * @param target folder for the copy, which is made in it
     */
    static CaseFolder copy(String name, Path target) throws IOException {
        Path folder = TestData.copy(TestData.cases().resolve(name), target.resolve(name));
        Path pages = folder.resolve("pg_xact");
        if (Files.notExists(pages)) {
            Files.createDirectory(pages);
        }
        if (name.endsWith("dangling")) {
            Path link = pages.resolve("0000");
            Path nowhere = Path.of(Files.readString(link).strip());
            Files.delete(link);
            Files.createSymbolicLink(link, nowhere);
        }
        CaseFolder copy = new CaseFolder(folder);
        copy.before = TestData.snapshot(folder);
        return copy;
    }

    Path folder() {
        return folder;
    }

    Path pages() {
        return folder.resolve("pg_xact");
    }

    long nextXid() {
        return nextXid;
    }

    long oldestXid() {
        return oldestXid;
    }

    /** True if nothing in the copy has changed since it was made. */
    boolean isUntouched() throws IOException {
        return before.equals(TestData.snapshot(folder));
    }

    /** The words of a command on the pages, with the range that the case's control file tells. */
    List<String> words(String command, Object... more) {
        List<String> words = new ArrayList<>(List.of(
                command,
                pages().toString(),
                "--oldest-xid",
                Long.toString(oldestXid),
                "--next-xid",
                Long.toString(nextXid),
                "--oldest-active-xid",
                Long.toString(oldestActiveXid)));
        for (Object word : more) {
            words.add(word.toString());
        }
        return words;
    }

    /** Runs such a command in this process. */
    CommandRun run(String command, Object... more) {
        return CommandRun.of(words(command, more));
    }
}
