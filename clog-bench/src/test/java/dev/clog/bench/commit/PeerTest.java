package dev.clog.bench.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Each peer opens, commits what several threads ask it to, and closes")
class PeerTest {
    private static final long THREADS = 3;
    private static final int COMMITS_EACH = 5;
    /** These write a log and nothing that could be asked for an id. */
    private static final Set<String> LOGS_ONLY = Set.of("force", "herddb", "journal");

    @TempDir
    private Path folder;

    static Stream<String> names() {
        return CommitBenchmarks.mechanisms();
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldKeepWhatSeveralThreadsCommitted(String mechanism) throws Exception {
        Peer peer = Peer.open(mechanism, folder);
        try {
            commitAll(peer);
            for (long xid = peer.firstXid(); xid < peer.firstXid() + THREADS * COMMITS_EACH; xid++) {
                assertEquals(LOGS_ONLY.contains(mechanism) ? -1 : 1, peer.status(xid), "xid=" + xid);
            }
        } finally {
            peer.close();
        }
        assertTrue(bytesIn(folder) > THREADS * COMMITS_EACH, "nothing was written");
    }

    private static void commitAll(Peer peer) throws Exception {
        ExecutorService crew = Executors.newFixedThreadPool((int) THREADS);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                long first = peer.firstXid() + i;
                ends.add(crew.submit(() -> {
                    Peer.Session session = peer.session();
                    for (int k = 0; k < COMMITS_EACH; k++) {
                        session.commit(first + k * THREADS);
                    }
                    session.close();
                    return null;
                }));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        } finally {
            crew.shutdown();
        }
    }

    private static long bytesIn(Path folder) throws IOException {
        long bytes = 0;
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(path);
            }
        }
        return bytes;
    }

    @Test
    void shouldRefuseAnUnknownName() {
        assertThrows(IOException.class, () -> Peer.open("nothing", folder));
    }
}
