package dev.moldau.client;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A key and bytes that travel with a record beside its key and value. Keys may repeat. Immutable as
 * long as nobody changes the array, which is not copied. Equal by content.
 */
public final class Header {

    private final String key;
    private final byte @Nullable [] value;

    /**
     * A header.
     *
     * @param key need not be the only one of its name
     * @param value not copied; may be null
     * @throws NullPointerException if there is no key
     */
    public Header(String key, byte @Nullable [] value) {
        this.key = Objects.requireNonNull(key, "key of a header");
        this.value = value;
    }

    /** The key. */
    public String key() {
        return key;
    }

    /** The bytes, or null. */
    public byte @Nullable [] value() {
        return value;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Header that
                && key.equals(that.key)
                && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return 31 * key.hashCode() + Arrays.hashCode(value);
    }

    /** The key and the number of bytes; never the bytes. */
    @Override
    public String toString() {
        return key + "=" + (value == null ? "null" : value.length + " bytes");
    }
}
