package dev.moldau.client.net;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.header.FrameWriter;
import dev.moldau.protocol.header.RequestHeader;
import dev.moldau.protocol.message.ApiCodecs;
import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.protocol.wire.MessageCodec;
import dev.moldau.protocol.wire.WireBuffers;
import dev.moldau.protocol.wire.WirePiece;
import dev.moldau.protocol.wire.WireWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns requests into what a channel writes: the envelope in a pooled direct buffer, and between
 * its parts the records, in the buffers in which they are, so that all goes out by one gathering
 * write and no record is copied. Runs of records so small that copying is cheaper are part of the
 * envelope already ({@link WireWriter}).
 *
 * <p>Confined to the loop; one request at a time.
 */
final class RequestEncoder implements WireBuffers {

    /** Enough for the envelope of most requests, in bytes. */
    private static final int ENVELOPE_BYTES = 512;

    private final ByteBufAllocator allocator;
    private final String clientId;

    /** What is written into now. */
    private @Nullable ByteBuf current;

    /** What was written into before, until the writer gives it back. */
    private @Nullable ByteBuf outgrown;

    RequestEncoder(ByteBufAllocator allocator, String clientId) {
        this.allocator = allocator;
        this.clientId = clientId;
    }

    /**
     * Encodes a request and hands it to the channel, without a flush.
     *
     * @param promise done when the channel refers to none of its bytes any more
     * @return how many bytes the request has
     * @throws dev.moldau.protocol.wire.UnsupportedFieldException if the version cannot carry what
     *     the message says; nothing was written then
     * @throws dev.moldau.protocol.wire.ValueTooLongException if a string is too long for the
     *     protocol; nothing was written then
     */
    long write(
            ApiKey api,
            short version,
            int correlationId,
            ApiMessage message,
            Channel channel,
            ChannelPromise promise) {
        WireWriter writer;
        List<WirePiece> pieces;
        try {
            writer = encode(new RequestHeader(api, version, correlationId, clientId), message);
            pieces = writer.pieces();
            requireMemory(pieces);
        } catch (RuntimeException | Error notWritten) {
            drop();
            throw notWritten;
        }
        ByteBuf envelope = taken().writerIndex(writer.position());
        hand(pieces, envelope, channel, promise);
        return writer.sizeBytes();
    }

    private WireWriter encode(RequestHeader header, ApiMessage message) {
        WireWriter writer = new WireWriter(this, ENVELOPE_BYTES);
        FrameWriter.writeRequest(header, codec(header.api()), message, writer);
        return writer;
    }

    @SuppressWarnings("unchecked") // the wrong message fails in the codec, by its class
    private static MessageCodec<ApiMessage> codec(ApiKey api) {
        return (MessageCodec<ApiMessage>) ApiCodecs.request(api).orElseThrow();
    }

    /** Before anything is written: half a request cannot be taken back. */
    private static void requireMemory(List<WirePiece> pieces) {
        for (WirePiece piece : pieces) {
            if (piece instanceof WirePiece.Payload payload
                    && !(payload.records() instanceof MemoryRecords)) {
                throw new IllegalArgumentException(
                        "a client's records are in memory: " + payload.records());
            }
        }
    }

    private static void hand(
            List<WirePiece> pieces, ByteBuf envelope, Channel channel, ChannelPromise promise) {
        int last = pieces.size() - 1;
        try {
            // Writes are done in their order, so that the last one's promise stands for all.
            for (int i = 0; i <= last; i++) {
                ChannelPromise done = i == last ? promise : channel.voidPromise();
                ChannelFuture ignored = channel.write(toBuffer(pieces.get(i), envelope), done);
            }
        } finally {
            envelope.release();
        }
    }

    private static ByteBuf toBuffer(WirePiece piece, ByteBuf envelope) {
        return piece instanceof WirePiece.Payload payload
                        && payload.records() instanceof MemoryRecords memory
                ? Unpooled.wrappedBuffer(memory.bytes())
                : envelope.readRetainedSlice(piece.sizeBytes());
    }

    @Override
    public ByteBuffer take(int minBytes) {
        ByteBuf buffer = allocator.directBuffer(minBytes);
        outgrown = current;
        current = buffer;
        return buffer.internalNioBuffer(0, buffer.capacity());
    }

    @Override
    public void giveBack(ByteBuffer buffer) {
        dropOutgrown();
    }

    private void dropOutgrown() {
        if (outgrown != null) {
            outgrown.release();
            outgrown = null;
        }
    }

    private ByteBuf taken() {
        ByteBuf buffer = current;
        if (buffer == null) {
            throw new IllegalStateException("nothing was encoded");
        }
        current = null;
        return buffer;
    }

    private void drop() {
        dropOutgrown();
        if (current != null) {
            current.release();
            current = null;
        }
    }
}
