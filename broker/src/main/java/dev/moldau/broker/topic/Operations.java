package dev.moldau.broker.topic;

/**
 * What a client may do, as bits by the operations' numbers. Without an authorizer, everybody may do
 * everything that makes sense for the resource.
 */
final class Operations {

    /** Read, write, create, delete, alter, describe, describe and alter settings. */
    static final int TOPIC = bits(3, 4, 5, 6, 7, 8, 10, 11);

    /** Create, alter, describe, cluster action, describe and alter settings, idempotent write. */
    static final int CLUSTER = bits(5, 7, 8, 9, 10, 11, 12);

    /** Stands for "nobody asked". */
    static final int NOT_ASKED = Integer.MIN_VALUE;

    private Operations() {}

    private static int bits(int... operations) {
        int bits = 0;
        for (int operation : operations) {
            bits |= 1 << operation;
        }
        return bits;
    }
}
