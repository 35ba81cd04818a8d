package dev.moldau.client.fake;

import dev.moldau.client.net.AnswerBytes;
import java.nio.ByteBuffer;

/**
 * An answer's bytes in memory that is used again at once when nobody keeps it: whoever looks at
 * them after that sees it.
 */
final class SimAnswerBytes implements AnswerBytes {

    private static final byte GARBAGE = 0x5a;

    private final ByteBuffer bytes;
    private int keepers = 1;

    SimAnswerBytes(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    @Override
    public void retain() {
        if (keepers == 0) {
            throw new IllegalStateException("bytes are kept after they were let go");
        }
        keepers++;
    }

    @Override
    public void release() {
        if (keepers == 0) {
            throw new IllegalStateException("bytes are let go too often");
        }
        if (--keepers == 0) {
            for (int i = 0; i < bytes.limit(); i++) {
                bytes.put(i, GARBAGE);
            }
        }
    }
}
