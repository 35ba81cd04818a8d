package dev.moldau.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;

/**
 * One request as it comes, without its size field, and the share of {@link RequestMemory} that it
 * holds. While it grows it belongs to the event loop of its connection; once it is complete, its
 * bytes may be read by any thread until {@link #release}, which happens exactly once.
 */
final class Frame {

    private final RequestMemory memory;
    private final int sizeBytes;
    private ByteBuf buffer;
    private long chargedBytes;
    private boolean overdraft;

    private Frame(RequestMemory memory, int sizeBytes, ByteBuf buffer, int chargedBytes) {
        this.memory = memory;
        this.sizeBytes = sizeBytes;
        this.buffer = buffer;
        this.chargedBytes = chargedBytes;
    }

    /**
     * A frame whose bytes are all at hand.
     *
     * @param buffer exactly the frame; the frame becomes its owner
     * @param chargedBytes what the caller has {@linkplain RequestMemory#take taken} for it
     */
    static Frame complete(RequestMemory memory, ByteBuf buffer, int chargedBytes) {
        return new Frame(memory, buffer.readableBytes(), buffer, chargedBytes);
    }

    /**
     * A frame that begins; the caller has {@linkplain RequestMemory#take taken} the capacity.
     *
     * @param sizeBytes the declared size
     * @param buffer room for its beginning; the frame becomes its owner
     */
    static Frame begun(RequestMemory memory, int sizeBytes, ByteBuf buffer) {
        return new Frame(memory, sizeBytes, buffer, buffer.capacity());
    }

    /** Whether all declared bytes are there. */
    boolean isComplete() {
        return buffer.writerIndex() == sizeBytes;
    }

    /** Where the next bytes go, or a full buffer if the frame must {@link #grow} first. */
    ByteBuf room() {
        return buffer;
    }

    /** Whether the buffer is full while bytes are missing. */
    boolean mustGrow() {
        return !buffer.isWritable() && !isComplete();
    }

    /**
     * Makes room for up to four times what has arrived.
     *
     * @return false if the memory is used up for now
     */
    boolean grow(ByteBufAllocator allocator) {
        int had = buffer.capacity();
        int wanted = (int) Math.min(sizeBytes, 4L * had);
        // Both buffers are held while the bytes move, but only for this moment.
        long extra = (long) wanted - had;
        if (overdraft || !memory.take(extra)) {
            if (!overdraft && !memory.takeOverdraft()) {
                return false;
            }
            overdraft = true;
            memory.takeBeyond(extra);
        }
        chargedBytes += extra;
        ByteBuf larger = allocator.directBuffer(wanted, wanted);
        larger.writeBytes(buffer);
        buffer.release();
        buffer = larger;
        return true;
    }

    /** The bytes of the complete frame, valid until {@link #release}. */
    ByteBuffer bytes() {
        return buffer.nioBuffer(0, sizeBytes);
    }

    int sizeBytes() {
        return sizeBytes;
    }

    /** How many of the declared bytes are there. */
    int arrivedBytes() {
        return buffer.writerIndex();
    }

    /** Gives the buffer and its share of the memory back. */
    void release() {
        buffer.release();
        if (overdraft) {
            memory.giveOverdraft();
        }
        memory.give(chargedBytes);
    }
}
