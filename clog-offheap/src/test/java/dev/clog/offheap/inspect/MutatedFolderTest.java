package dev.clog.offheap.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.ClogException;
import dev.clog.api.TransactionStatus;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.StoreEntry;
import dev.clog.offheap.format.StatusLayout;
import dev.clog.offheap.store.FilePageStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * FLT-2: folders that somebody was at. Whatever is in them, the inspector answers or throws its own exceptions, opens
 * nothing for writing, closes what it opened, and comes to an end.
 */
class MutatedFolderTest {
    private static final int MUTATIONS = 20_000 * Integer.getInteger("clog.effort", 1);
    private static final int MUTATIONS_ON_DISK = MUTATIONS / 100;
    private static final int MUTATIONS_PER_FOLDER = 100;

    private static final List<String> NAMES = List.of(
            "0000",
            "0001",
            "00001",
            "0FFF",
            "0fff",
            "1000",
            "FFFFFF",
            "FFFFFFFFFFFFFFF",
            "000000000000001",
            "0000.tmp",
            "core",
            "clog.lock",
            "-1",
            "+001",
            "0x01",
            " 0001",
            "0001 ",
            "\u0660001");

    /** One to four changes of a folder. */
    private static void mutate(RandomFolder folder, Random random) {
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            List<String> names = folder.store.names();
            if (names.isEmpty()) {
                folder.store.put("0000", new byte[random.nextInt(3000)]);
                continue;
            }
            String name = names.get(random.nextInt(names.size()));
            byte[] content = folder.store.content(name);
            int at = random.nextInt(content.length + 1);
            switch (random.nextInt(11)) {
                case 0 -> folder.store.put(name, Arrays.copyOf(content, at));
                case 1 -> folder.store.put(name, Arrays.copyOf(content, content.length + random.nextInt(40_000)));
                case 2 -> {
                    folder.store.drop(name);
                    folder.store.put(NAMES.get(random.nextInt(NAMES.size())), content);
                }
                case 3 -> {
                    folder.store.drop(name);
                    folder.store.put(StatusLayout.segmentName(random.nextInt(0x1100)), content);
                }
                case 4 -> folder.store.drop(name);
                case 5 -> folder.store.put(name, kind(random));
                case 6 -> folder.store.deny(name);
                case 7 -> Arrays.fill(content, at, content.length, (byte) (random.nextInt(4) * 0x55));
                case 8 -> folder.store.put(name, new byte[0]);
                case 9 -> random.nextBytes(content);
                default -> {
                    if (at < content.length) {
                        content[at] ^= (byte) (1 << random.nextInt(8));
                    }
                }
            }
        }
    }

    private static StoreEntry.Kind kind(Random random) {
        StoreEntry.Kind[] kinds = {StoreEntry.Kind.FOLDER, StoreEntry.Kind.DANGLING_LINK, StoreEntry.Kind.OTHER};
        return kinds[random.nextInt(kinds.length)];
    }

    /** A range that fits, or one that fits less, or none. */
    private static XidRange range(RandomFolder folder, Random random) {
        XidRange fitting = folder.range();
        XidRange unknown = XidRange.unknown(folder.idSpace);
        long jump = folder.idSpace.skipReserved(folder.next + (random.nextLong() >>> (33 + random.nextInt(20))));
        return switch (random.nextInt(6)) {
            case 0 -> unknown;
            case 1 -> unknown.withNext(folder.next);
            case 2 -> unknown.withOldest(folder.oldest);
            case 3 -> unknown.withNext(jump);
            default -> fitting;
        };
    }

    private static VerifyOptions options(RandomFolder folder, Random random) {
        VerifyOptions options = VerifyOptions.of(range(folder, random)).withLayout(folder.layout);
        if (random.nextInt(8) == 0) {
            options = options.withLayout(new StatusLayout(1024 << random.nextInt(6)));
        }
        if (random.nextInt(4) == 0) {
            options = options.withLive("it runs");
        }
        if (random.nextInt(4) == 0) {
            options = options.withPrepared(List.of(
                    String.format(Locale.ROOT, "%08X", random.nextInt()),
                    String.format(Locale.ROOT, "%016X", random.nextLong()),
                    "tmp"));
        }
        return options;
    }

    /** Uses everything there is on a folder. */
    private static Set<FindingCode> inspect(PageStore store, PageStore sound, VerifyOptions options, Random random)
            throws IOException {
        VerifyResult result = Verifier.verify(store, options, ScanProgress.NONE);
        Set<FindingCode> codes = EnumSet.noneOf(FindingCode.class);
        for (Finding finding : result.findings()) {
            codes.add(finding.code());
            assertTrue(finding.firstXid() <= finding.lastXid(), finding::toString);
            assertTrue(!finding.message().isEmpty() && !finding.file().isEmpty(), finding::toString);
        }
        SegmentFolder folder = SegmentFolder.list(store, options.layout(), options.range());
        StatusScan scan = new StatusScan(folder);
        StatusReader reader = new StatusReader(store, options.layout(), options.range());
        StringBuilder dump = new StringBuilder();
        long before = -1;
        for (SegmentFile segment : folder.segments()) {
            assertTrue(segment.firstXid() > before, () -> folder.segments().toString());
            before = segment.firstXid();
            allow(() -> scan.count(segment));
            allow(() -> reader.read(segment.firstXid() + random.nextInt(100_000)));
            allow(() -> reader.read(segment.lastXid()));
            try {
                HexDump.print(folder, segment, random.nextInt(40_000), random.nextInt(100), dump);
            } catch (ClogException e) {
                assertTrue(e.getMessage().contains("file="), e::getMessage);
            }
        }
        if (folder.firstXid().isPresent() && folder.lastXid().isPresent()) {
            visit(scan, folder.firstXid().getAsLong(), folder.lastXid().getAsLong());
        }
        SegmentFolder reference = SegmentFolder.list(sound, options.layout(), options.range());
        FolderComparison.compare(folder, reference, difference -> {}, ScanProgress.NONE);
        FolderComparison.compare(reference, folder, difference -> {}, ScanProgress.NONE);
        return codes;
    }

    private static void visit(StatusScan scan, long first, long last) {
        long end = Math.min(last, first + 5_000);
        long[] next = {first};
        StatusVisitor visitor = new StatusVisitor() {
            @Override
            public void status(long xid, TransactionStatus status) {
                expect(xid, xid);
            }

            @Override
            public void reserved(long xid, ReservedXid which) {
                expect(xid, xid);
            }

            @Override
            public void unreadable(long firstXid, long lastXid, ClogException why) {
                expect(firstXid, lastXid);
            }

            private void expect(long firstXid, long lastXid) {
                if (firstXid != next[0] || lastXid < firstXid) {
                    throw new AssertionError(firstXid + ".." + lastXid + " where " + next[0] + " was expected");
                }
                next[0] = lastXid + 1;
            }
        };
        scan.visit(first, end, visitor, ScanProgress.NONE);
        assertEquals(Math.max(first, end + 1), next[0]);
    }

    private static void allow(Runnable action) {
        try {
            action.run();
        } catch (ClogException e) {
            assertTrue(e.getMessage().contains("file=") || e.getMessage().contains("outside"), e::getMessage);
        }
    }

    @Test
    @Timeout(600)
    @DisplayName(
            "20,000 mutations: findings or the product's own exceptions, no write, no file left open, no end of time")
    void shouldAnswerWhateverTheFolderHolds() throws IOException {
        Set<FindingCode> seen = EnumSet.noneOf(FindingCode.class);
        RandomFolder sound = null;
        for (int mutation = 0; mutation < MUTATIONS; mutation++) {
            if (mutation % MUTATIONS_PER_FOLDER == 0) {
                sound = RandomFolder.small(mutation);
            }
            Random random = new Random(mutation);
            RandomFolder folder = sound.copy();
            String what = "mutation=" + mutation + " " + folder;
            try {
                mutate(folder, random);
                seen.addAll(inspect(folder.store, sound.store, options(folder, random), random));
            } catch (RuntimeException | Error e) {
                throw new AssertionError(what, e);
            }
            assertEquals(0, folder.store.openFiles() + sound.store.openFiles(), what);
        }
        Set<FindingCode> unseen = EnumSet.complementOf(EnumSet.copyOf(seen));
        unseen.removeAll(EnumSet.of(
                FindingCode.WRAPAROUND,
                FindingCode.OTHER_PAGE_SIZE,
                FindingCode.PREPARED_FINISHED,
                FindingCode.ALL_COMMITTED));
        assertEquals(Set.of(), unseen, "findings that no mutation led to");
    }

    @Test
    @Timeout(600)
    @DisplayName("the same on a disk: every file keeps its content and its times")
    void shouldTouchNothingOnDisk(@TempDir Path temp) throws IOException {
        for (int mutation = 0; mutation < MUTATIONS_ON_DISK; mutation++) {
            Random random = new Random(mutation);
            RandomFolder folder = RandomFolder.small(mutation % 7);
            mutate(folder, random);
            Path path = Files.createDirectory(temp.resolve("m" + mutation));
            for (StoreEntry entry : folder.store.entries()) {
                create(path.resolve(entry.name()), entry, folder.store.content(entry.name()));
            }
            Map<String, String> before = snapshot(path);
            try (PageStore store = FilePageStore.openReadOnly(path)) {
                inspect(store, store, options(folder, random), random);
            } catch (RuntimeException | Error e) {
                throw new AssertionError("mutation=" + mutation, e);
            }
            assertEquals(before, snapshot(path), "mutation=" + mutation);
        }
    }

    private static void create(Path path, StoreEntry entry, byte[] content) throws IOException {
        switch (entry.kind()) {
            case FILE -> Files.write(path, content);
            case DANGLING_LINK -> Files.createSymbolicLink(path, path.resolveSibling("nothing"));
            case FOLDER, OTHER -> Files.createDirectory(path);
        }
    }

    private static Map<String, String> snapshot(Path folder) throws IOException {
        Map<String, String> snapshot = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                Map<String, Object> attributes =
                        Files.readAttributes(path, "unix:size,ino,lastModifiedTime,ctime", LinkOption.NOFOLLOW_LINKS);
                snapshot.put(path.toString(), new TreeMap<>(attributes).toString());
            }
        }
        return snapshot;
    }
}
