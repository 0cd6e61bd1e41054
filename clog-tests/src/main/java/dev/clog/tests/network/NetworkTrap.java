package dev.clog.tests.network;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.DatagramSocketImplFactory;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.net.URLStreamHandler;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Stands where the JDK makes sockets, channels and URL connections, for the life of the JVM: each attempt is noted, with
 * where it came from, and fails. For channels the JVM must be started with {@link #FLAG}.
 */
public final class NetworkTrap {
    /** Puts the trap where the JDK makes channels. */
    public static final String FLAG =
            "-Djava.nio.channels.spi.SelectorProvider=dev.clog.tests.network.TrapSelectorProvider";

    private static final Set<String> LOCAL_PROTOCOLS = Set.of("file", "jar", "jrt", "jmod");

    private static final List<String> ATTEMPTS = new CopyOnWriteArrayList<>();

    private NetworkTrap() {}

    /** Sets the trap; a JVM allows it once. */
    @SuppressWarnings("deprecation") // there is no other way to catch sockets that are not channels
    public static void set() throws IOException {
        Socket.setSocketImplFactory(() -> {
            throw caught("socket");
        });
        ServerSocket.setSocketFactory(() -> {
            throw caught("server socket");
        });
        DatagramSocketImplFactory datagrams = () -> {
            throw caught("datagram socket");
        };
        DatagramSocket.setDatagramSocketImplFactory(datagrams);
        URL.setURLStreamHandlerFactory(NetworkTrap::handler);
    }

    private static URLStreamHandler handler(String protocol) {
        if (LOCAL_PROTOCOLS.contains(protocol)) {
            return null;
        }
        throw caught("URL of protocol " + protocol);
    }

    /** The attempts so far. */
    public static List<String> attempts() {
        return List.copyOf(ATTEMPTS);
    }

    static IllegalStateException caught(String what) {
        IllegalStateException attempt = new IllegalStateException(what);
        String where = StackWalker.getInstance()
                .walk(frames -> frames.map(StackWalker.StackFrame::getClassName)
                        .filter(name -> !name.startsWith("java.") && !name.startsWith("sun."))
                        .filter(name -> !name.startsWith(NetworkTrap.class.getPackageName()))
                        .findFirst()
                        .orElse("the JDK"));
        ATTEMPTS.add(what + " by " + where);
        return attempt;
    }
}
