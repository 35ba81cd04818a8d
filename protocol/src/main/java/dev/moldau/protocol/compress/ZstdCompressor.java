package dev.moldau.protocol.compress;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.nio.ByteBuffer;

/** Writes one Zstandard frame with its content size. */
final class ZstdCompressor implements Compressor {

    private final ZstdCompressCtx context = new ZstdCompressCtx();

    @Override
    public ByteBuffer compress(ByteBuffer plain, int level, Scratch out) {
        context.setLevel(level);
        int bound = Math.toIntExact(Zstd.compressBound(plain.remaining()));
        ByteBuffer target = out.room(bound);
        int size =
                context.compressDirectByteBuffer(
                        target, 0, target.capacity(), plain, plain.position(), plain.remaining());
        return target.limit(size);
    }

    @Override
    public void close() {
        context.close();
    }
}
