package dev.moldau.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Cuts one connection's stream of bytes into frames. Small frames are taken out of the shared
 * {@link ReadBuffer}; once a frame is known to be larger than what has arrived, it gets a buffer of
 * its own and the socket is read straight into that ({@link #directRoom}).
 *
 * <p>Confined to the connection's event loop. States: the size is incomplete; the size is known but
 * no memory has been taken (starved); a frame grows; a growing frame is full but may not grow
 * (starved).
 */
final class FrameAssembler {

    /** Smallest request: key, version, correlation id. */
    private static final int SMALLEST_BYTES = 8;

    /** The rest of a frame is read by a system call of its own only from this size on. */
    private static final int DIRECT_READ_FROM_BYTES = 16 << 10;

    private final RequestMemory memory;
    private final int maxBytes;

    private int sizeField;
    private int sizeFieldBytes;
    private boolean sizeChecked;
    private boolean first = true;
    private boolean starved;
    private @Nullable Frame growing;

    /**
     * @param maxBytes the largest frame allowed, {@code socket.request.max.bytes}
     */
    FrameAssembler(RequestMemory memory, int maxBytes) {
        this.memory = memory;
        this.maxBytes = maxBytes;
    }

    /**
     * Takes bytes and returns the next whole frame.
     *
     * @param in what has arrived; consumed as far as it could be used, so that bytes are left only
     *     behind a complete frame or when {@link #isStarved}
     * @return null if more bytes or more memory are needed
     * @throws BadPeerException if the size cannot be that of a Kafka request
     */
    @Nullable Frame next(ByteBuf in, ByteBufAllocator allocator) throws BadPeerException {
        starved = false;
        Frame frame = growing;
        if (frame == null) {
            if (!readSize(in)) {
                return null;
            }
            if (in.readableBytes() >= sizeField) {
                return takeWhole(in);
            }
            frame = begin(allocator);
            if (frame == null) {
                return null;
            }
            growing = frame;
        }
        return fill(frame, in, allocator);
    }

    /**
     * The frame that grows, if the socket should be read straight into it.
     *
     * @return its buffer with room for at least one byte, or null
     */
    @Nullable ByteBuf directRoom() {
        Frame frame = growing;
        if (frame == null || !frame.room().isWritable()) {
            return null;
        }
        int missing = frame.sizeBytes() - frame.arrivedBytes();
        return missing >= DIRECT_READ_FROM_BYTES ? frame.room() : null;
    }

    /** Whether bytes arrived in the frame's own buffer, where they need not be moved. */
    // The same buffer is meant; equal content says nothing.
    @SuppressWarnings("ReferenceEquality")
    boolean isRoom(ByteBuf in) {
        return growing != null && growing.room() == in;
    }

    /** Whether reading has to stop until there is memory again. */
    boolean isStarved() {
        return starved;
    }

    /** Whether a frame or a size has begun and is not complete. */
    boolean isMidFrame() {
        return growing != null || sizeFieldBytes > 0;
    }

    /** How far the incomplete frame is, for the log. */
    String progress() {
        int arrived = growing == null ? 0 : growing.arrivedBytes();
        return sizeFieldBytes < Integer.BYTES
                ? sizeFieldBytes + " bytes of a frame's size"
                : arrived + " of " + sizeField + " bytes of a frame";
    }

    /** Gives up the incomplete frame. */
    void close() {
        if (growing != null) {
            growing.release();
            growing = null;
        }
    }

    private boolean readSize(ByteBuf in) throws BadPeerException {
        while (sizeFieldBytes < Integer.BYTES) {
            if (!in.isReadable()) {
                return false;
            }
            sizeField = sizeField << 8 | in.readUnsignedByte();
            sizeFieldBytes++;
        }
        if (!sizeChecked) {
            check(sizeField);
            sizeChecked = true;
            first = false;
        }
        return true;
    }

    private void check(int size) throws BadPeerException {
        if (first) {
            var stranger = Stranger.recognise(size);
            if (stranger.isPresent()) {
                throw new BadPeerException(stranger.get().describe());
            }
        }
        if (size < 0) {
            throw new BadPeerException(
                    "it sent "
                            + size
                            + " as the size of a request, "
                            + (first
                                    ? "so it is probably not a Kafka client"
                                    : "so its stream is out of step or damaged"));
        }
        if (size > maxBytes) {
            throw new BadPeerException(
                    "it announced a request of "
                            + size
                            + " bytes where socket.request.max.bytes allows "
                            + maxBytes
                            + (first
                                    ? "; it is probably not a Kafka client"
                                    : "; the request is too large or its stream is damaged"));
        }
        if (size < SMALLEST_BYTES) {
            throw new BadPeerException(
                    "it announced a request of "
                            + size
                            + " bytes, less than a request header; it is probably not a Kafka"
                            + " client");
        }
    }

    private @Nullable Frame takeWhole(ByteBuf in) {
        int size = sizeField;
        int held = ReadBuffer.heldBytes(size);
        if (!memory.take(held)) {
            starved = true;
            return null;
        }
        resetSize();
        return Frame.complete(memory, ReadBuffer.detach(in, size), held);
    }

    private @Nullable Frame begin(ByteBufAllocator allocator) {
        int chunk = memory.firstChunkBytes(sizeField);
        if (!memory.take(chunk)) {
            starved = true;
            return null;
        }
        try {
            return Frame.begun(memory, sizeField, allocator.directBuffer(chunk, chunk));
        } catch (OutOfMemoryError e) {
            // The machine has less than we were told; this connection fails, the account is right.
            memory.give(chunk);
            throw e;
        }
    }

    private @Nullable Frame fill(Frame frame, ByteBuf in, ByteBufAllocator allocator) {
        while (true) {
            ByteBuf room = frame.room();
            int count = Math.min(in.readableBytes(), room.writableBytes());
            if (count > 0) {
                room.writeBytes(in, count);
            }
            if (frame.isComplete()) {
                growing = null;
                resetSize();
                return frame;
            }
            if (!frame.mustGrow()) {
                return null;
            }
            if (!frame.grow(allocator)) {
                starved = true;
                return null;
            }
        }
    }

    private void resetSize() {
        sizeField = 0;
        sizeFieldBytes = 0;
        sizeChecked = false;
    }
}
