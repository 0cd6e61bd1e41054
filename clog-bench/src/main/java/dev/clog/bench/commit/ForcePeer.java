package dev.clog.bench.commit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Floor: each commit writes a few bytes into a file that was allocated before, and forces it. With one thread, a lone force. */
final class ForcePeer implements Peer {
    private static final int RECORD_BYTES = 64;
    private static final int FILE_BYTES = 16 << 20;

    private final FileChannel channel;

    ForcePeer(Path folder) throws IOException {
        channel = FileChannel.open(folder.resolve("records"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        channel.write(ByteBuffer.allocateDirect(FILE_BYTES));
        channel.force(true);
    }

    @Override
    public Session session() {
        ByteBuffer record = ByteBuffer.allocateDirect(RECORD_BYTES);
        return xid -> {
            channel.write(record.clear().putLong(0, xid), xid * RECORD_BYTES % FILE_BYTES);
            channel.force(false);
        };
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
