package dev.moldau.server.net;

import dev.moldau.protocol.record.Records;
import dev.moldau.storage.FileRecords;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultFileRegion;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Records in a segment's file on their way to a socket by sendfile. Netty's epoll transport sends
 * only {@link DefaultFileRegion} that way, so this is one, but it leaves the file open, which is
 * shared, and lets go of the lease instead once the bytes have left or the connection died.
 */
final class FileRecordsRegion extends DefaultFileRegion {

    private final FileRecords records;

    private FileRecordsRegion(FileRecords records, FileChannel channel) {
        super(channel, records.position(), records.sizeBytes());
        this.records = records;
    }

    /**
     * What to write to a channel for these records; a copy if no file of the machine has them. It
     * lets go of the records, unless this throws.
     */
    static Object of(Records records) {
        if (!(records instanceof FileRecords inFile)) {
            throw new IllegalArgumentException("cannot send " + records.getClass().getName());
        }
        FileChannel channel = inFile.channel();
        if (channel != null) {
            return new FileRecordsRegion(inFile, channel);
        }
        ByteBuffer copy = inFile.toMemory();
        inFile.close();
        return Unpooled.wrappedBuffer(copy);
    }

    @Override
    protected void deallocate() {
        records.close();
    }
}
