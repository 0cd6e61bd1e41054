package dev.clog.bench.locks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("LCK-8: each lock under test locks, the LWLock of 2011 as a FlexLock type too")
class MechanismTest {

    static Stream<String> names() {
        return Stream.of(LockBenchmarks.ALL);
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldLoseNoWriteAndShowNoReaderAHalf(String name) throws InterruptedException {
        int threads = 4;
        int rounds = 20_000;
        Mechanism lock = Mechanism.of(name);
        Pair pair = new Pair();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> crew = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            crew.add(new Thread(() -> {
                for (int round = 0; round < rounds; round++) {
                    lock.write(pair);
                    lock.read(pair);
                    lock.passShared();
                    lock.passExclusive();
                }
            }));
        }
        for (Thread thread : crew) {
            thread.setUncaughtExceptionHandler((self, e) -> failure.set(e));
            thread.start();
        }
        for (Thread thread : crew) {
            thread.join();
        }
        assertEquals(null, failure.get());
        assertEquals((long) threads * rounds, lock.read(pair));
    }

    @Test
    void shouldRefuseAnUnknownName() {
        assertThrows(IllegalArgumentException.class, () -> Mechanism.of("nothing"));
    }
}
