package dev.moldau.cluster.store;

/** One step of a transaction. */
// Writes are handed over and encoded at once, never compared.
@SuppressWarnings("ArrayRecordComponent")
public sealed interface StoreWrite {

    /** Stands for "whatever version the record has". */
    int ANY_VERSION = -1;

    /** The record concerned. */
    StoreKey key();

    /**
     * Makes a record, version 0. Fails if it exists.
     *
     * @param key its name
     * @param value what it is to hold
     */
    record Create(StoreKey key, byte[] value) implements StoreWrite {}

    /**
     * Makes a record that vanishes with the session that made it. Fails if it exists.
     *
     * @param key its name
     * @param value what it is to hold
     */
    record CreateEphemeral(StoreKey key, byte[] value) implements StoreWrite {}

    /**
     * Replaces what a record holds. Fails if it does not exist or has another version.
     *
     * @param key its name
     * @param value what it is to hold
     * @param version the version it must have, or {@link #ANY_VERSION}
     */
    record Replace(StoreKey key, byte[] value, int version) implements StoreWrite {}

    /**
     * Takes a record away. Fails if it does not exist or has another version.
     *
     * @param key its name
     * @param version the version it must have, or {@link #ANY_VERSION}
     */
    record Delete(StoreKey key, int version) implements StoreWrite {}

    /**
     * Changes nothing. Fails if the record does not exist or has another version.
     *
     * @param key its name
     * @param version the version it must have, or {@link #ANY_VERSION}
     */
    record Check(StoreKey key, int version) implements StoreWrite {}
}
