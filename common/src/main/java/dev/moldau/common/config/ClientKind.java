package dev.moldau.common.config;

/** Which client settings are for. */
public enum ClientKind {
    /** Sends records. */
    PRODUCER,
    /** Reads records. */
    CONSUMER,
    /** Looks at a cluster and changes it. */
    ADMIN;

    /** Every key that it understands, those without effect included. */
    public ConfigCatalogue keys() {
        return switch (this) {
            case PRODUCER -> ProducerKeys.all();
            case CONSUMER -> ConsumerKeys.all();
            case ADMIN -> AdminKeys.all();
        };
    }

    /** After how long without traffic a connection is closed; the default differs by kind. */
    public ConfigKey<Long> connectionsMaxIdleMs() {
        return switch (this) {
            case PRODUCER -> ProducerKeys.CONNECTIONS_MAX_IDLE_MS;
            case CONSUMER -> ConsumerKeys.CONNECTIONS_MAX_IDLE_MS;
            case ADMIN -> AdminKeys.CONNECTIONS_MAX_IDLE_MS;
        };
    }

    /** SO_RCVBUF of its connections; the default differs by kind. */
    public ConfigKey<Integer> receiveBufferBytes() {
        return switch (this) {
            case PRODUCER -> ProducerKeys.RECEIVE_BUFFER_BYTES;
            case CONSUMER -> ConsumerKeys.RECEIVE_BUFFER_BYTES;
            case ADMIN -> AdminKeys.RECEIVE_BUFFER_BYTES;
        };
    }
}
