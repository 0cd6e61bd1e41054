package dev.clog.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.clog.tests.child.TouchNetwork;
import dev.clog.tests.child.UseLogAndCommand;
import dev.clog.tests.network.NetworkTrap;
import dev.clog.tests.process.ChildJvm;
import dev.clog.tests.process.RunningProcess;
import java.io.IOException;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log and the command reach for no network: as the JVM sees it, and as the operating system does. */
class NetworkTest {
    /** Addresses of the internet; sockets of this machine, to the name service for one, are no network. */
    private static final Pattern INTERNET_ADDRESS = Pattern.compile("sa_family=AF_INET");

    @TempDir
    Path temp;

    @Test
    @DisplayName("a log and the command make no socket, channel or URL connection")
    void shouldNotReachForTheNetworkInsideTheJvm() throws Exception {
        List<String> lines = trapped()
                .run(UseLogAndCommand.class, "trap", temp.resolve("log"))
                .orFail()
                .lines();
        assertEquals(List.of("used"), lines);
    }

    @Test
    @DisplayName("the trap catches every way to the network")
    void shouldCatchEveryWayToTheNetwork() throws Exception {
        List<String> lines = trapped().run(TouchNetwork.class, "trap").orFail().lines();
        String by = " by " + TouchNetwork.class.getName();
        assertEquals(
                List.of(
                        "socket" + by,
                        "server socket" + by,
                        "datagram socket" + by,
                        "socket channel" + by,
                        "URL of protocol http" + by),
                lines.stream().filter(line -> !line.equals("refused")).toList());
    }

    @Test
    @DisplayName("a log and the command make no system call with an address of the internet")
    void shouldNotReachForTheNetworkOutsideTheJvm() throws Exception {
        assertEquals(List.of(), internetCalls(UseLogAndCommand.class, "open", temp.resolve("log")));
    }

    @Test
    @DisplayName("the trace of system calls shows a connection")
    void shouldSeeConnectionsInTheTrace() throws Exception {
        List<String> calls = internetCalls(TouchNetwork.class, "open");
        assertTrue(calls.stream().anyMatch(call -> call.contains("connect(")), calls::toString);
    }

    @Test
    @DisplayName("the library that reports usage is not there")
    void shouldNotHaveTheLibraryThatReportsUsage() {
        assertNull(ClassLoader.getSystemResource("net/openhft/chronicle/analytics/Analytics.class"));
        for (ModuleReference module : ProductModules.finder().findAll()) {
            assertFalse(module.descriptor().packages().contains("net.openhft.chronicle.analytics"), module::toString);
        }
        assertTrue(
                ProductModules.finder().find("chronicle.core").isPresent(),
                "the library that would load it is not here");
    }

    private static ChildJvm trapped() {
        return ChildJvm.standard().plusFlags(NetworkTrap.FLAG);
    }

    private List<String> internetCalls(Class<?> main, Object... arguments) throws Exception {
        Path trace = temp.resolve("trace");
        String[] strace = {"strace", "-f", "-qq", "-e", "trace=network", "-o", trace.toString()};
        assumeTrue(works(strace), "strace is not installed, or may not trace here");
        ChildJvm.standard().behind(strace).run(main, arguments).orFail();
        return Files.readAllLines(trace).stream()
                .filter(line -> INTERNET_ADDRESS.matcher(line).find())
                .toList();
    }

    private static boolean works(String... strace) throws InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(strace);
        builder.command().add("true");
        try {
            return RunningProcess.run(builder).exitCode() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
