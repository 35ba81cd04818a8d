package dev.moldau.server.net;

import dev.moldau.broker.api.Reply;
import dev.moldau.broker.fetch.ConvertedRecords;
import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.protocol.record.Records;
import dev.moldau.protocol.wire.WirePiece;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns replies into what a channel writes. The bytes of one drain are gathered into one pooled
 * direct buffer, so that many small responses cost one system call and one buffer; regions of files
 * go between as they are, for sendfile. Made for one drain and confined to the event loop.
 */
final class ResponseWriter {

    /** Smallest buffer to gather into, in bytes. */
    private static final int GATHER_BYTES = 512;

    /** A gathering buffer is handed to the channel from this size on, in bytes. */
    private static final int GATHERED_BYTES = 64 << 10;

    private final ChannelHandlerContext context;
    private @Nullable ByteBuf gathered;

    ResponseWriter(ChannelHandlerContext context) {
        this.context = context;
    }

    /**
     * Writes one answer; what it holds is let go of once it has left. If that fails, the channel
     * has got a part of it and must be closed.
     */
    void write(Reply.Response response) {
        List<WirePiece> pieces = response.pieces();
        int next = 0;
        try {
            for (; next < pieces.size(); next++) {
                switch (pieces.get(next)) {
                    case WirePiece.Bytes bytes -> gather(bytes.buffer());
                    case WirePiece.Payload payload -> write(payload.records());
                }
            }
        } finally {
            response.closeFrom(next);
        }
    }

    /** Hands what is gathered to the channel; the caller flushes. */
    void finish() {
        ByteBuf buffer = gathered;
        if (buffer != null) {
            gathered = null;
            var _ = context.write(buffer, context.voidPromise());
        }
    }

    private void write(Records records) {
        switch (records) {
            case MemoryRecords memory -> gather(memory.bytes());
            case ConvertedRecords converted -> {
                finish();
                var _ =
                        context.write(Unpooled.wrappedBuffer(converted.bytes()))
                                .addListener(left -> converted.close());
            }
            default -> {
                Object region = FileRecordsRegion.of(records);
                finish();
                var _ = context.write(region, context.voidPromise());
            }
        }
    }

    private void gather(ByteBuffer bytes) {
        ByteBuf buffer = gathered;
        int count = bytes.remaining();
        if (buffer != null && buffer.readableBytes() + count > GATHERED_BYTES) {
            finish();
            buffer = null;
        }
        if (buffer == null) {
            buffer = context.alloc().directBuffer(Math.max(GATHER_BYTES, count));
            gathered = buffer;
        }
        buffer.writeBytes(bytes.duplicate());
    }
}
