package dev.clog.cli;

import dev.clog.api.LogFormatException;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.PageStore.Access;
import dev.clog.offheap.store.FilePageStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.LongStream;

/** Reads the ids in the first column of a CSV file. A first line that is no id is a header; empty lines don't count. */
final class XidFile {
    private static final Path STANDARD_INPUT = Path.of("-");
    private static final int SHOWN_CHARS = 40;
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final String name;
    private long lineNumber;

    private XidFile(String name) {
        this.name = name;
    }

    /**
     * The ids in a file, in its order.
     *
     * @param path the file; {@code -} is standard input
     * @throws LogFormatException if a line does not begin with an id
     * @throws IOException if it is not there or can't be read
     */
    static long[] read(Path path) throws IOException {
        if (path.equals(STANDARD_INPUT)) {
            return read(System.in, "standard input");
        }
        Path name = path.getFileName();
        if (name == null) {
            throw new LogFormatException("a folder where a file was expected", path.toString(), -1);
        }
        Path folder = path.getParent() == null ? Path.of("") : path.getParent();
        try (PageStore store = FilePageStore.openReadOnly(folder);
                PageFile file = store.open(name.toString(), Access.READ)) {
            return read(new PageFileInput(file), path.toString());
        }
    }

    static long[] read(InputStream input, String name) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
        XidFile file = new XidFile(name);
        LongStream.Builder xids = LongStream.builder();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            file.lineNumber++;
            file.parse(line, xids);
        }
        return xids.build().toArray();
    }

    private void parse(String line, LongStream.Builder xids) {
        String cell = firstCell(line);
        if (cell.isEmpty()) {
            return;
        }
        try {
            xids.add(XidConverter.parse(cell));
        } catch (NumberFormatException e) {
            if (lineNumber > 1) {
                String shown = cell.length() > SHOWN_CHARS ? cell.substring(0, SHOWN_CHARS) + "..." : cell;
                throw new LogFormatException(
                        "line " + lineNumber + ": '" + shown + "' is not a transaction id", name, -1);
            }
        }
    }

    private static String firstCell(String line) {
        int start = !line.isEmpty() && line.charAt(0) == BYTE_ORDER_MARK ? 1 : 0;
        int comma = line.indexOf(',');
        String cell = line.substring(start, comma < 0 ? line.length() : comma).strip();
        boolean quoted = cell.length() >= 2 && cell.startsWith("\"") && cell.endsWith("\"");
        return quoted ? cell.substring(1, cell.length() - 1).strip() : cell;
    }
}
