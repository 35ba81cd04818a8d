package dev.moldau.cluster.store;

/**
 * A record as it was read. The bytes are the reader's own copy.
 *
 * @param key its name
 * @param value what it holds
 * @param version how often it was replaced since it was created
 */
// Records are read and decoded at once, never compared.
@SuppressWarnings("ArrayRecordComponent")
public record StoreRecord(StoreKey key, byte[] value, int version) {}
