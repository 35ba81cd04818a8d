package dev.moldau.protocol.compress;

import java.nio.ByteBuffer;
import net.jpountz.xxhash.XXHash32;
import net.jpountz.xxhash.XXHashFactory;

/**
 * The LZ4 frame format, version 1.6: signature, descriptor, blocks, end mark. Numbers are
 * little-endian.
 *
 * <p>Clients that write message format v0 compute the descriptor's checksum wrongly: over the
 * signature as well (KAFKA-3160). In that format both forms are read and the wrong one is written;
 * everywhere else only the right one will do.
 */
final class Lz4Frame {

    static final int SIGNATURE = 0x184D2204;
    static final int VERSION_MASK = 0xc0;
    static final int VERSION_1 = 0x40;
    static final int FLAG_INDEPENDENT = 0x20;
    static final int FLAG_BLOCK_CHECKSUM = 0x10;
    static final int FLAG_CONTENT_SIZE = 0x08;
    static final int FLAG_CONTENT_CHECKSUM = 0x04;
    static final int FLAG_RESERVED = 0x02;
    static final int FLAG_DICTIONARY = 0x01;
    static final int PLAIN_BLOCK = 0x80000000;
    static final int BLOCK_64_KB = 4;
    static final int BLOCK_4_MB = 7;

    private static final XXHash32 HASH = XXHashFactory.fastestInstance().hash32();

    private Lz4Frame() {}

    static int hash(ByteBuffer bytes, int from, int length) {
        return HASH.hash(bytes, from, length, 0);
    }

    static byte descriptorChecksum(ByteBuffer bytes, int from, int length) {
        return (byte) (hash(bytes, from, length) >> 8);
    }

    /** The block size that a size id 4 to 7 stands for: 64 KB, 256 KB, 1 MB, 4 MB. */
    static int blockBytes(int sizeId) {
        return 1 << (8 + 2 * sizeId);
    }
}
