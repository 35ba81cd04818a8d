package dev.moldau.common.config;

/** Which client settings are for. */
public enum ClientKind {
    /** Sends records. */
    PRODUCER,
    /** Looks at a cluster and changes it. */
    ADMIN;

    /** Every key that it understands, those without effect included. */
    public ConfigCatalogue keys() {
        return this == PRODUCER ? ProducerKeys.all() : AdminKeys.all();
    }

    /** After how long without traffic a connection is closed; the default differs by kind. */
    public ConfigKey<Long> connectionsMaxIdleMs() {
        return this == PRODUCER
                ? ProducerKeys.CONNECTIONS_MAX_IDLE_MS
                : AdminKeys.CONNECTIONS_MAX_IDLE_MS;
    }

    /** SO_RCVBUF of its connections; the default differs by kind. */
    public ConfigKey<Integer> receiveBufferBytes() {
        return this == PRODUCER
                ? ProducerKeys.RECEIVE_BUFFER_BYTES
                : AdminKeys.RECEIVE_BUFFER_BYTES;
    }
}
