package dev.clog.bench.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.TransactionStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Each writer sets what several threads commit, in each situation")
class WriterUnderTestTest {
    private static final int THREADS = 4;
    private static final int COMMITS_EACH = 200;

    @ParameterizedTest
    @CsvSource({
        "exclusive, FAST_PATH",
        "exclusive, STALLED",
        "shared, FAST_PATH",
        "shared, STALLED",
        "list, FAST_PATH",
        "list, NO_FAST_PATH",
        "list, STALLED",
        "ring, FAST_PATH",
        "ring, NO_FAST_PATH",
        "ring, STALLED",
        "ring-dedicated, FAST_PATH",
        "ring-dedicated, NO_FAST_PATH",
        "ring-dedicated, STALLED",
        "direct, FAST_PATH",
        "direct, STALLED",
        "exclusive, BACKGROUND",
        "ring, BACKGROUND"
    })
    void shouldSetWhatSeveralThreadsCommit(String mechanism, Situation situation) throws Exception {
        WriterUnderTest writer = WriterUnderTest.of(mechanism, situation);
        BackgroundHolder holder = situation == Situation.BACKGROUND ? BackgroundHolder.start(writer.log()) : null;
        commitAll(writer);
        for (long number = 0; number < (long) THREADS * COMMITS_EACH; number++) {
            assertEquals(TransactionStatus.COMMITTED, writer.log().status(WriterUnderTest.xidOf(number)));
        }
        if (holder != null) {
            holder.stop();
            assertTrue(holder.stalls() > 0, "the holder never had the lock");
        }
        writer.close();
    }

    private static void commitAll(WriterUnderTest writer) throws Exception {
        ExecutorService crew = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                long first = i;
                ends.add(crew.submit(() -> {
                    for (int k = 0; k < COMMITS_EACH; k++) {
                        writer.commit(first + (long) k * THREADS);
                    }
                }));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        } finally {
            crew.shutdown();
        }
    }

    @Test
    void shouldTakeOneAcquisitionForEachCommitOfTheExclusiveWriter() {
        WriterUnderTest writer = WriterUnderTest.of("exclusive", Situation.FAST_PATH);
        long before = writer.lock().exclusiveAcquires();
        for (long number = 0; number < 100; number++) {
            writer.commit(number);
        }
        assertEquals(before + 100, writer.lock().exclusiveAcquires());
        writer.close();
    }

    @Test
    void shouldRefuseAnUnknownName() {
        assertThrows(IllegalArgumentException.class, () -> WriterUnderTest.of("nothing", Situation.FAST_PATH));
    }
}
