package dev.moldau.protocol.wire;

/** What a message may contain at most, whatever its size. Kafka 4.4 has the same limits. */
public final class WireLimits {

    /** The most elements an array may have. */
    public static final int MAX_ARRAY_ELEMENTS = 1_000_000;

    /** The most tagged fields a structure may have. */
    public static final int MAX_TAGGED_FIELDS = 10_000;

    /** The longest string, in bytes of UTF-8. */
    public static final int MAX_STRING_BYTES = Short.MAX_VALUE;

    private WireLimits() {}
}
