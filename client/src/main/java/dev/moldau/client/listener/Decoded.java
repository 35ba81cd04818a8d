package dev.moldau.client.listener;

import org.jspecify.annotations.Nullable;

/**
 * A record as the deserializers made it.
 *
 * @param refusal why it could not be decoded, then without key and value; null if it could
 */
record Decoded<K, V>(Message<K, V> message, @Nullable Exception refusal) {}
