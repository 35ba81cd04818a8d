package dev.moldau.common;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.random.RandomGenerator;

/**
 * A 128-bit identity of a topic, directory or cluster. Its text form is the one of Kafka's tools:
 * 22 characters of URL-safe base 64 without padding.
 *
 * @param mostSignificantBits the first eight bytes on the wire
 * @param leastSignificantBits the last eight bytes on the wire
 */
public record Uuid(long mostSignificantBits, long leastSignificantBits)
        implements Comparable<Uuid> {

    /** All bits zero: "no identity". */
    public static final Uuid ZERO = new Uuid(0L, 0L);

    private static final Uuid METADATA_TOPIC = new Uuid(0L, 1L);

    /**
     * A random (version 4) identity. Never {@link #ZERO}, never the reserved value 1, and never one
     * whose text starts with a dash, which command lines would take for a flag.
     *
     * @param random the source of chance
     */
    public static Uuid random(RandomGenerator random) {
        while (true) {
            long most = (random.nextLong() & 0xFFFF_FFFF_FFFF_0FFFL) | 0x4000L;
            long least = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
            Uuid candidate = new Uuid(most, least);
            if (!candidate.toString().startsWith("-")) {
                return candidate;
            }
        }
    }

    /**
     * Reads the text form.
     *
     * @throws IllegalArgumentException if the text is not 22 characters of URL-safe base 64
     */
    public static Uuid parse(String text) {
        if (text.length() != 22) {
            throw new IllegalArgumentException("not an id of 22 characters: '" + text + "'");
        }
        ByteBuffer bytes;
        try {
            bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("not an id in URL-safe base 64: '" + text + "'", e);
        }
        return new Uuid(bytes.getLong(), bytes.getLong());
    }

    /** Whether the value is one that no topic or directory may carry. */
    public boolean isReserved() {
        return equals(ZERO) || equals(METADATA_TOPIC);
    }

    @Override
    public int compareTo(Uuid other) {
        int byMost = Long.compare(mostSignificantBits, other.mostSignificantBits);
        return byMost != 0
                ? byMost
                : Long.compare(leastSignificantBits, other.leastSignificantBits);
    }

    @Override
    public String toString() {
        byte[] bytes =
                ByteBuffer.allocate(16)
                        .putLong(mostSignificantBits)
                        .putLong(leastSignificantBits)
                        .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
