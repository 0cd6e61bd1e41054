package dev.clog.tests.network;

import java.net.ProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;

/** The JDK's source of channels, as a trap; the JDK makes it from {@link NetworkTrap#FLAG}. */
public final class TrapSelectorProvider extends SelectorProvider {

    /** Made by the JDK. */
    public TrapSelectorProvider() {}

    @Override
    public DatagramChannel openDatagramChannel() {
        throw NetworkTrap.caught("datagram channel");
    }

    @Override
    public DatagramChannel openDatagramChannel(ProtocolFamily family) {
        throw NetworkTrap.caught("datagram channel");
    }

    @Override
    public Pipe openPipe() {
        throw NetworkTrap.caught("pipe");
    }

    @Override
    public AbstractSelector openSelector() {
        throw NetworkTrap.caught("selector");
    }

    @Override
    public ServerSocketChannel openServerSocketChannel() {
        throw NetworkTrap.caught("server socket channel");
    }

    @Override
    public SocketChannel openSocketChannel() {
        throw NetworkTrap.caught("socket channel");
    }
}
