package dev.moldau.protocol.fuzz;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** Bytes that look like a message now and then: small numbers, and the edges of lengths. */
public final class RandomBytes {

    private static final int[] EDGES = {0, 1, 2, 0x7f, 0x80, 0xff, 0x0f};

    private RandomBytes() {}

    /** Up to so many bytes. */
    public static ByteBuffer of(SplittableRandom random, int maxBytes) {
        byte[] bytes = new byte[random.nextInt(maxBytes + 1)];
        int mood = random.nextInt(4);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = next(random, mood);
        }
        return ByteBuffer.wrap(bytes);
    }

    /** The same bytes with a few changed, and now and then cut off or doubled in part. */
    public static ByteBuffer mutated(SplittableRandom random, ByteBuffer valid) {
        byte[] bytes = new byte[valid.remaining()];
        valid.duplicate().get(bytes);
        for (int changes = random.nextInt(1, 4); changes > 0 && bytes.length > 0; changes--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes[at] = next(random, random.nextInt(4));
                case 2 -> {
                    if (at + 4 <= bytes.length) {
                        ByteBuffer.wrap(bytes).putInt(at, random.nextInt() >> random.nextInt(32));
                    }
                }
                default -> bytes = cutOrDoubled(random, bytes, at);
            }
        }
        return ByteBuffer.wrap(bytes);
    }

    private static byte[] cutOrDoubled(SplittableRandom random, byte[] bytes, int at) {
        if (random.nextBoolean()) {
            return java.util.Arrays.copyOf(bytes, at);
        }
        byte[] longer = java.util.Arrays.copyOf(bytes, 2 * bytes.length - at);
        System.arraycopy(bytes, at, longer, bytes.length, bytes.length - at);
        return longer;
    }

    private static byte next(SplittableRandom random, int mood) {
        return (byte)
                switch (mood) {
                    case 0 -> random.nextInt();
                    case 1 -> random.nextInt(4);
                    case 2 -> EDGES[random.nextInt(EDGES.length)];
                    default -> random.nextInt(8) == 0 ? random.nextInt() : random.nextInt(3);
                };
    }
}
