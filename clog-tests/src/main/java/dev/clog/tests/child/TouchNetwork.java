package dev.clog.tests.child;

import dev.clog.tests.network.NetworkTrap;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Callable;

/**
 * Does what clog must not: reaches for the network in each way that there is, of this machine only. With {@code trap} as its
 * argument it sets the trap before, and prints what was caught.
 */
public final class TouchNetwork {
    private static final int DISCARD_PORT = 9;

    private TouchNetwork() {}

    /** The first argument is {@code trap} or {@code open}. */
    public static void main(String[] args) throws IOException {
        if (args[0].equals("trap")) {
            NetworkTrap.set();
        }
        InetAddress loopback = InetAddress.getLoopbackAddress();
        attempt(() -> new Socket(loopback, DISCARD_PORT));
        attempt(ServerSocket::new);
        attempt(DatagramSocket::new);
        attempt(() -> SocketChannel.open(new InetSocketAddress(loopback, DISCARD_PORT)));
        attempt(() -> url("http://127.0.0.1:" + DISCARD_PORT).openStream());
        NetworkTrap.attempts().forEach(System.out::println);
    }

    @SuppressWarnings("deprecation") // its replacement asks for no handler before JDK 20
    private static URL url(String text) throws IOException {
        return new URL(text);
    }

    private static void attempt(Callable<? extends AutoCloseable> opening) {
        try (AutoCloseable opened = opening.call()) {
            System.out.println("opened " + opened.getClass().getSimpleName());
        } catch (Exception e) {
            System.out.println("refused");
        }
    }
}
