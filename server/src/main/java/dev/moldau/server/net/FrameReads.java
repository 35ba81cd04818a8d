package dev.moldau.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;

/**
 * Tells Netty where the next read of one connection goes: into the rest of the frame that is
 * arriving, or else into the buffer that all connections of the loop share. So a large frame goes
 * from the socket to its own buffer and is never copied.
 */
final class FrameReads extends DefaultMaxMessagesRecvByteBufAllocator {

    private final FrameAssembler assembler;
    private final ReadBuffer shared;

    FrameReads(FrameAssembler assembler, ReadBuffer shared) {
        this.assembler = assembler;
        this.shared = shared;
    }

    @Override
    // The super type's Handle is what Netty asks for here, deprecated or not.
    @SuppressWarnings("deprecation")
    public RecvByteBufAllocator.Handle newHandle() {
        return new MaxMessageHandle() {
            @Override
            public ByteBuf allocate(ByteBufAllocator allocator) {
                ByteBuf room = assembler.directRoom();
                return room != null ? room.retain() : shared.acquire(allocator);
            }

            @Override
            public int guess() {
                return ReadBuffer.SIZE_BYTES;
            }
        };
    }
}
