package dev.moldau.client.admin;

import dev.moldau.protocol.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Takes what an answer says about each key. */
interface Verdicts<K, V> {

    /** It is done. */
    void done(K key, V value);

    /**
     * The broker refused, for good or for now.
     *
     * @param message the broker's own words, if there are any
     */
    void failed(K key, ErrorCode error, @Nullable String message);

    /** Either of the two, by the code on the wire. */
    default void settle(K key, short errorCode, @Nullable String message, V value) {
        if (errorCode == ErrorCode.NONE.code()) {
            done(key, value);
        } else {
            failed(key, ErrorCode.of(errorCode), message);
        }
    }
}
