package dev.moldau.protocol.compress;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Inflates one or more Zstandard frames, with or without content size, through one window. */
final class ZstdDecompressor extends Decompressor {

    private static final int WINDOW_BYTES = 128 * 1024;

    /** The largest window that a frame may ask for, as a power of two: the library's own limit. */
    private static final int HIGHEST_WINDOW_LOG = 27;

    /** A frame that had more to say may have left a large window in the context: it is let go. */
    private static final long RETAINED_BYTES = 8 * 1024 * 1024;

    private final ByteBuffer window = ByteBuffer.allocateDirect(WINDOW_BYTES);
    private ZstdDecompressCtx context = newContext();
    private ByteBuffer compressed = window;
    private boolean frameEnded;

    private static ZstdDecompressCtx newContext() {
        return new ZstdDecompressCtx().setLongMax(HIGHEST_WINDOW_LOG);
    }

    @Override
    void begin(ByteBuffer compressed) {
        this.compressed = compressed;
        this.frameEnded = false;
        // Whatever an earlier, abandoned run left behind; it keeps the parameters.
        context.reset();
        context.setLongMax(HIGHEST_WINDOW_LOG);
    }

    @Override
    @Nullable ByteBuffer produce() {
        while (compressed.hasRemaining() || !frameEnded) {
            window.clear();
            int before = compressed.remaining();
            frameEnded = inflateInto(window);
            window.flip();
            if (window.hasRemaining()) {
                return window;
            }
            if (compressed.remaining() == before && !frameEnded) {
                throw new CorruptCompressedDataException("zstd: cut off");
            }
        }
        letGoOfLargeWindow();
        return null;
    }

    private boolean inflateInto(ByteBuffer target) {
        try {
            return context.decompressDirectByteBufferStream(target, compressed);
        } catch (ZstdException e) {
            throw new CorruptCompressedDataException("zstd: " + e.getMessage(), e);
        }
    }

    private void letGoOfLargeWindow() {
        if (producedBytes() > RETAINED_BYTES) {
            context.close();
            context = newContext();
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
