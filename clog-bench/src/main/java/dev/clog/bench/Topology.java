package dev.clog.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The machine that the figures come from, in a line, as far as it tells. */
public final class Topology {
    private static final Path CPUINFO = Path.of("/proc/cpuinfo");
    private static final Path NODES = Path.of("/sys/devices/system/node");

    private Topology() {}

    /** Processors, model, sockets, NUMA nodes, Java and operating system. */
    public static String describe() {
        return "machine: " + Runtime.getRuntime().availableProcessors() + " processors, " + model() + ", "
                + numaNodes() + " NUMA nodes; Java " + Runtime.version() + " " + System.getProperty("java.vm.name")
                + ", "
                + System.getProperty("os.name") + " " + System.getProperty("os.arch");
    }

    private static String model() {
        try {
            List<String> lines = Files.readAllLines(CPUINFO);
            return values(lines, "model name").stream().collect(Collectors.joining("/")) + ", "
                    + values(lines, "physical id").size() + " sockets";
        } catch (IOException e) {
            return "unknown model";
        }
    }

    private static Set<String> values(List<String> lines, String key) {
        return lines.stream()
                .filter(line -> line.startsWith(key))
                .map(line -> line.substring(line.indexOf(':') + 1).trim())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static long numaNodes() {
        try (Stream<Path> entries = Files.list(NODES)) {
            return entries.filter(path -> path.getFileName().toString().matches("node\\d+"))
                    .count();
        } catch (IOException e) {
            return 1;
        }
    }
}
