package dev.moldau.client.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Cuts what a broker sends into answers. An answer that arrives in one read is not copied; one that
 * does not is gathered, in a buffer that was used before or in one that grows with what has really
 * arrived, whatever size it claims.
 *
 * <p>Confined to the loop; belongs to one connection.
 */
final class AnswerFrames {

    private static final int SIZE_BYTES = 4;

    /** Size and correlation id. */
    private static final int HEAD_BYTES = 8;

    private static final int INITIAL_BYTES = 512;

    /** Larger answers use memory again; smaller ones allocators are good at. */
    private static final int SMALL_BYTES = 64 << 10;

    /** To read less at a time into a large answer costs more than to copy it there. */
    private static final int LEAST_LENT_BYTES = 16 << 10;

    /** Who takes the answers. */
    interface Sink {

        /**
         * An answer, without its size.
         *
         * @param bytes what the answer is a slice of
         * @return whether to go on
         */
        boolean frame(ByteBuffer answer, AnswerBytes bytes);

        /** A size that no answer has; what stands behind it may be a correlation id. */
        void badSize(int sizeBytes, int correlationId);
    }

    /** A buffer of Netty's, which counts who needs it. */
    private record Counted(ByteBuf buffer) implements AnswerBytes {
        @Override
        public void retain() {
            buffer.retain();
        }

        @Override
        public void release() {
            buffer.release();
        }
    }

    private final int maxBytes;
    private final Sink sink;
    private final AnswerMemory memory = new AnswerMemory();

    /** The beginning of an answer, its size included. */
    private @Nullable ByteBuf partial;

    /** Whether that is from the memory for large answers. */
    private boolean isLarge;

    /** The room in it that the next read was given. */
    private @Nullable ByteBuf lent;

    AnswerFrames(int maxBytes, Sink sink) {
        this.maxBytes = maxBytes;
        this.sink = sink;
    }

    /** Whether an answer has begun and not ended. */
    boolean isMidFrame() {
        return partial != null;
    }

    /**
     * Room for what is read next, so that it need not be copied: all that is left of a large
     * answer, and nothing that comes after it. To be given to {@link #read}, or released.
     *
     * @return null if there is no such answer, or if what has been read of it has to be moved first
     */
    @Nullable ByteBuf lend() {
        ByteBuf begun = partial;
        if (begun == null || !isLarge) {
            return null;
        }
        int left = begun.getInt(0) + SIZE_BYTES - begun.readableBytes();
        if (begun.writableBytes() < Math.min(left, LEAST_LENT_BYTES)) {
            return null;
        }
        int room = Math.min(left, begun.writableBytes());
        lent = begun.retainedSlice(begun.writerIndex(), room).clear();
        return lent;
    }

    /** Takes all that can be read; the caller keeps the buffer. */
    @SuppressWarnings("ReferenceEquality") // buffers are equal if their bytes are
    void read(ByteBuf in, ByteBufAllocator allocator) {
        memory.collect();
        ByteBuf begunAndRead = partial;
        if (in == lent && begunAndRead != null) {
            lent = null;
            begunAndRead.writerIndex(begunAndRead.writerIndex() + in.readableBytes());
            in.skipBytes(in.readableBytes());
            finish(begunAndRead);
            return;
        }
        boolean goOn = true;
        while (goOn && in.isReadable()) {
            ByteBuf begun = partial;
            goOn = begun == null ? readWhole(in, allocator) : gather(begun, in, allocator);
        }
    }

    /** Drops what has begun. */
    void close() {
        if (partial != null) {
            partial.release();
            partial = null;
        }
        memory.close();
    }

    /** An answer that is there in full, or the beginning of one. */
    private boolean readWhole(ByteBuf in, ByteBufAllocator allocator) {
        int readable = in.readableBytes();
        if (readable >= HEAD_BYTES) {
            int size = in.getInt(in.readerIndex());
            if (isBad(size)) {
                sink.badSize(size, in.getInt(in.readerIndex() + SIZE_BYTES));
                return false;
            }
            if (readable - SIZE_BYTES >= size) {
                int at = in.readerIndex() + SIZE_BYTES;
                in.readerIndex(at + size);
                return sink.frame(in.nioBuffer(at, size), new Counted(in));
            }
        }
        partial = allocator.directBuffer(INITIAL_BYTES);
        isLarge = false;
        return true;
    }

    private boolean gather(ByteBuf begun, ByteBuf in, ByteBufAllocator allocator) {
        int have = begun.readableBytes();
        if (have < HEAD_BYTES) {
            take(begun, in, HEAD_BYTES);
            if (begun.readableBytes() < HEAD_BYTES) {
                return true;
            }
        }
        int size = begun.getInt(0);
        if (isBad(size)) {
            sink.badSize(size, begun.getInt(SIZE_BYTES));
            return false;
        }
        long whole = (long) SIZE_BYTES + size;
        ByteBuf gathered =
                isLarge || whole <= SMALL_BYTES ? begun : enlarge(begun, whole, allocator);
        take(gathered, in, whole);
        return finish(gathered);
    }

    /** Hands an answer over if it is there in full; false if nothing more is to be read. */
    private boolean finish(ByteBuf gathered) {
        int size = gathered.getInt(0);
        if (gathered.readableBytes() < SIZE_BYTES + (long) size) {
            return true;
        }
        partial = null;
        AnswerBytes bytes = isLarge ? memory.keep(gathered) : new Counted(gathered);
        try {
            return sink.frame(gathered.nioBuffer(SIZE_BYTES, size), bytes);
        } finally {
            bytes.release();
        }
    }

    /** Goes on in memory for large answers, now that the size is known. */
    private ByteBuf enlarge(ByteBuf begun, long whole, ByteBufAllocator allocator) {
        ByteBuf large = memory.take(whole, allocator);
        large.writeBytes(begun);
        begun.release();
        partial = large;
        isLarge = true;
        return large;
    }

    /** Moves bytes until the buffer holds so many. */
    private static void take(ByteBuf to, ByteBuf from, long wanted) {
        int have = to.readableBytes();
        int count = (int) Math.min(wanted - have, from.readableBytes());
        if (to.writableBytes() < count) {
            // Doubled, so that a large answer is copied a few times and not once per read.
            long grown = Math.min(wanted, Math.max(2L * to.capacity(), (long) have + count));
            to.capacity(grown > SMALL_BYTES ? AnswerMemory.roundedUp(grown) : (int) grown);
        }
        to.writeBytes(from, count);
    }

    private boolean isBad(int size) {
        return size < HEAD_BYTES - SIZE_BYTES || size > maxBytes;
    }
}
