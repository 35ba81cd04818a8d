package dev.moldau.protocol.wire;

/**
 * What a message may contain at most, whatever its size. The limits of an array, of tagged fields
 * and of a string are those of Kafka 4.4.
 */
public final class WireLimits {

    /** The most elements an array may have. */
    public static final int MAX_ARRAY_ELEMENTS = 1_000_000;

    /**
     * The most elements that all arrays of one request may have together. An element costs a few
     * times more memory than bytes on the wire, so that without this a frame of 100 MB of nested
     * arrays would cost a gigabyte.
     */
    public static final int MAX_REQUEST_ELEMENTS = 2_000_000;

    /** So many bytes of a string count as one element, so that long strings are limited too. */
    public static final int STRING_BYTES_PER_ELEMENT = 64;

    /** The most tagged fields a structure may have. */
    public static final int MAX_TAGGED_FIELDS = 10_000;

    /** The longest string, in bytes of UTF-8. */
    public static final int MAX_STRING_BYTES = Short.MAX_VALUE;

    private WireLimits() {}
}
