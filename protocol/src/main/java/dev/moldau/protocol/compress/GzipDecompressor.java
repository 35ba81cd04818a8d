package dev.moldau.protocol.compress;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Inflates gzip of one or more members (RFC 1952); checks each member's checksum and size. */
final class GzipDecompressor extends Decompressor {

    private static final int WINDOW_BYTES = 64 * 1024;
    private static final int FLAG_HEADER_CRC = 0x02;
    private static final int FLAG_EXTRA = 0x04;
    private static final int FLAG_NAME = 0x08;
    private static final int FLAG_COMMENT = 0x10;
    private static final int RESERVED_FLAGS = 0xe0;

    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private final ByteBuffer window = ByteBuffer.allocateDirect(WINDOW_BYTES);
    private ByteBuffer compressed = window;

    @Override
    void begin(ByteBuffer compressed) {
        this.compressed = compressed;
        beginMember();
    }

    private void beginMember() {
        readHeader();
        inflater.reset();
        crc.reset();
        inflater.setInput(compressed);
    }

    @Override
    @Nullable ByteBuffer produce() {
        while (true) {
            window.clear();
            inflateInto(window);
            window.flip();
            if (window.hasRemaining()) {
                crc.update(window.duplicate());
                return window;
            }
            if (!inflater.finished()) {
                throw new CorruptCompressedDataException("gzip: cut off or needs a dictionary");
            }
            endMember();
            if (!compressed.hasRemaining()) {
                return null;
            }
            beginMember();
        }
    }

    private void inflateInto(ByteBuffer target) {
        if (inflater.finished()) {
            return;
        }
        try {
            inflater.inflate(target);
        } catch (DataFormatException e) {
            throw new CorruptCompressedDataException("gzip: " + e.getMessage(), e);
        }
    }

    private void endMember() {
        require(8);
        int storedCrc = Integer.reverseBytes(compressed.getInt());
        int storedSize = Integer.reverseBytes(compressed.getInt());
        if (storedCrc != (int) crc.getValue() || storedSize != (int) inflater.getBytesWritten()) {
            throw new CorruptCompressedDataException("gzip: checksum or size does not match");
        }
    }

    private void readHeader() {
        require(10);
        int signature = compressed.getShort() & 0xffff;
        int method = compressed.get();
        int flags = compressed.get();
        if (signature != 0x1f8b || method != 8 || (flags & RESERVED_FLAGS) != 0) {
            throw new CorruptCompressedDataException("gzip: no gzip header");
        }
        skip(6);
        if ((flags & FLAG_EXTRA) != 0) {
            require(2);
            skip(Short.reverseBytes(compressed.getShort()) & 0xffff);
        }
        if ((flags & FLAG_NAME) != 0) {
            skipZeroTerminated();
        }
        if ((flags & FLAG_COMMENT) != 0) {
            skipZeroTerminated();
        }
        if ((flags & FLAG_HEADER_CRC) != 0) {
            skip(2);
        }
    }

    private void skipZeroTerminated() {
        do {
            require(1);
        } while (compressed.get() != 0);
    }

    private void skip(int bytes) {
        require(bytes);
        compressed.position(compressed.position() + bytes);
    }

    private void require(int bytes) {
        if (compressed.remaining() < bytes) {
            throw new CorruptCompressedDataException("gzip: cut off");
        }
    }

    @Override
    public void close() {
        inflater.end();
    }
}
