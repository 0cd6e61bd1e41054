package dev.clog.tests.child;

import dev.clog.tests.network.NetworkTrap;
import java.io.IOException;
import java.nio.file.Path;

/** {@link UseLog} in a JVM whose network is a trap; prints the attempts to reach it, then {@code used}. */
public final class UseLogInTrap {
    private UseLogInTrap() {}

    /** The first argument is the folder, which must not be there. */
    public static void main(String[] args) throws IOException {
        NetworkTrap.set();
        UseLog.use(Path.of(args[0]));
        NetworkTrap.attempts().forEach(System.out::println);
        System.out.println("used");
    }
}
