package dev.moldau.client.net;

import java.util.Objects;

/**
 * Times and sizes of a client's connections.
 *
 * @param clientId {@code client.id}, sent with every request
 * @param connectTimeoutMs {@code socket.connection.setup.timeout.ms}: how long the first attempt to
 *     open a connection may take, in ms, per address and stage (connecting, then negotiating)
 * @param connectTimeoutMaxMs {@code socket.connection.setup.timeout.max.ms}: what that grows to as
 *     attempts fail
 * @param reconnectBackoffMs {@code reconnect.backoff.ms}: the pause after the first failure, in ms
 * @param reconnectBackoffMaxMs {@code reconnect.backoff.max.ms}: what that grows to
 * @param sendBufferBytes {@code send.buffer.bytes}; -1 leaves it to the system
 * @param receiveBufferBytes {@code receive.buffer.bytes}; -1 leaves it to the system
 * @param maxIdleMs {@code connections.max.idle.ms}; negative means never
 * @param maxAnswerBytes the largest answer that is accepted, in bytes
 */
public record NetworkSettings(
        String clientId,
        long connectTimeoutMs,
        long connectTimeoutMaxMs,
        long reconnectBackoffMs,
        long reconnectBackoffMaxMs,
        int sendBufferBytes,
        int receiveBufferBytes,
        long maxIdleMs,
        int maxAnswerBytes) {

    /** The largest answer that is accepted unless something else is said, in bytes. */
    public static final int MAX_ANSWER_BYTES = 100 << 20;

    /** No answer is smaller than its correlation id. */
    private static final int LEAST_ANSWER_BYTES = 4;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException naming the setting that cannot be used
     */
    public NetworkSettings {
        Objects.requireNonNull(clientId, "clientId");
        require(connectTimeoutMs >= 1, "socket.connection.setup.timeout.ms", connectTimeoutMs);
        require(
                connectTimeoutMaxMs >= 1,
                "socket.connection.setup.timeout.max.ms",
                connectTimeoutMaxMs);
        require(reconnectBackoffMs >= 0, "reconnect.backoff.ms", reconnectBackoffMs);
        require(reconnectBackoffMaxMs >= 0, "reconnect.backoff.max.ms", reconnectBackoffMaxMs);
        require(isBufferSize(sendBufferBytes), "send.buffer.bytes", sendBufferBytes);
        require(isBufferSize(receiveBufferBytes), "receive.buffer.bytes", receiveBufferBytes);
        require(maxAnswerBytes >= LEAST_ANSWER_BYTES, "maxAnswerBytes", maxAnswerBytes);
    }

    /** Kafka's defaults. */
    public static NetworkSettings defaults(String clientId) {
        return new NetworkSettings(
                clientId, 10_000, 30_000, 50, 1000, 128 << 10, 32 << 10, 540_000, MAX_ANSWER_BYTES);
    }

    private static boolean isBufferSize(int bytes) {
        return bytes == -1 || bytes > 0;
    }

    private static void require(boolean holds, String setting, long value) {
        if (!holds) {
            throw new IllegalArgumentException(setting + " cannot be " + value);
        }
    }
}
