package dev.moldau.client.producer.batch;

/**
 * The 32-bit MurmurHash2 with the seed that Kafka's clients hash keys with, so that a key goes to
 * the same partition whichever client sends it.
 */
public final class Murmur2 {

    private static final int SEED = 0x9747b28c;
    private static final int MULTIPLIER = 0x5bd1e995;

    private Murmur2() {}

    /** The partition that a key belongs to, of so many. */
    public static int partition(byte[] key, int partitions) {
        return (hash(key) & Integer.MAX_VALUE) % partitions;
    }

    /** The hash. */
    public static int hash(byte[] data) {
        int length = data.length;
        int h = SEED ^ length;
        int at = 0;
        for (; at + 4 <= length; at += 4) {
            int word =
                    (data[at] & 0xff)
                            | (data[at + 1] & 0xff) << 8
                            | (data[at + 2] & 0xff) << 16
                            | data[at + 3] << 24;
            word *= MULTIPLIER;
            word ^= word >>> 24;
            h = (h * MULTIPLIER) ^ (word * MULTIPLIER);
        }
        int rest = length - at;
        if (rest > 0) {
            for (int i = rest - 1; i >= 0; i--) {
                h ^= (data[at + i] & 0xff) << (8 * i);
            }
            h *= MULTIPLIER;
        }
        h ^= h >>> 13;
        h *= MULTIPLIER;
        return h ^ (h >>> 15);
    }
}
