package dev.clog.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CyclicBarrier;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("LCK-8: the type that the Javadoc of FlexLockType shows compiles outside the package, and works")
class FlexLockTypeTest {
    @TempDir
    private Path folder;

    @AfterEach
    void releaseAll() {
        HeldLocks.releaseAll();
    }

    @Test
    @SuppressWarnings({"rawtypes", "unchecked"}) // the type is not known to this compiler
    void shouldCompileAndRunTheTypeOfTheJavadoc() throws Exception {
        Class<?> type = compileExample();
        FlexLockType made = (FlexLockType) type.getConstructor().newInstance();
        check(made, (Class) Class.forName("GateType$Mode", true, type.getClassLoader()));
    }

    private static <M extends Enum<M>> void check(FlexLockType<M> type, Class<M> modes) throws Exception {
        M walk = Enum.valueOf(modes, "WALK");
        M drive = Enum.valueOf(modes, "DRIVE");
        FlexLock<M> gate = new FlexLock<>("gate", type, modes);
        CyclicBarrier together = new CyclicBarrier(3);
        gate.acquire(drive);
        try (Crew crew = new Crew()) {
            for (int i = 0; i < 2; i++) {
                crew.start(() -> {
                    assertTrue(gate.tryAcquire(drive));
                    assertFalse(gate.tryAcquire(walk));
                    together.await();
                    assertFalse(gate.tryAcquire(drive), "there are three cars");
                    together.await();
                    gate.release();
                });
            }
            for (int i = 0; i < 5; i++) {
                crew.start(() -> {
                    gate.acquire(walk);
                    gate.release();
                });
            }
            together.await();
            together.await();
            Crew.await("five walkers wait", () -> gate.statistics().blocks() == 5);
            gate.release();
        }
        assertEquals(5, gate.acquires(walk));
        assertEquals(1, gate.acquires(drive));
        assertThrows(IllegalMonitorStateException.class, gate::release);
    }

    private Class<?> compileExample() throws IOException, ReflectiveOperationException {
        String source = Files.readString(Path.of("src/main/java/dev/clog/lock/FlexLockType.java"));
        int start = source.indexOf(" * <pre>{@code\n") + " * <pre>{@code\n".length();
        String example =
                source.substring(start, source.indexOf(" * }</pre>", start)).replaceAll("(?m)^ \\* ?", "");
        Path file = folder.resolve("GateType.java");
        Files.writeString(file, "import dev.clog.lock.*;\n" + example);
        int result = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-d",
                        folder.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        file.toString());
        assertEquals(0, result, example);
        URLClassLoader loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader());
        return loader.loadClass("GateType");
    }
}
