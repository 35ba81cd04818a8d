package dev.moldau.broker.replication;

import dev.moldau.client.net.NetworkSettings;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.ReplicationKeys;

/**
 * Times and sizes of a follower's fetches.
 *
 * @param brokerId this broker
 * @param fetchersPerLeader {@code num.replica.fetchers}
 * @param partitionMaxBytes {@code replica.fetch.max.bytes}
 * @param responseMaxBytes {@code replica.fetch.response.max.bytes}
 * @param minBytes {@code replica.fetch.min.bytes}
 * @param maxWaitMs {@code replica.fetch.wait.max.ms}
 * @param backoffMs {@code replica.fetch.backoff.ms}
 * @param timeoutMs {@code replica.socket.timeout.ms}
 */
public record ReplicationSettings(
        int brokerId,
        int fetchersPerLeader,
        int partitionMaxBytes,
        int responseMaxBytes,
        int minBytes,
        int maxWaitMs,
        int backoffMs,
        int timeoutMs) {

    /** The first wait after a failure: a leader that has just been elected is there soon. */
    static final int FIRST_BACKOFF_MS = 5;

    private static final long NEVER_IDLE = -1;

    /** What a broker's configuration says. */
    public static ReplicationSettings of(BrokerConfig config) {
        int maxWaitMs = config.get(ReplicationKeys.REPLICA_FETCH_WAIT_MAX_MS);
        return new ReplicationSettings(
                config.nodeId(),
                config.get(ReplicationKeys.NUM_REPLICA_FETCHERS),
                config.get(ReplicationKeys.REPLICA_FETCH_MAX_BYTES),
                config.get(ReplicationKeys.REPLICA_FETCH_RESPONSE_MAX_BYTES),
                config.get(ReplicationKeys.REPLICA_FETCH_MIN_BYTES),
                maxWaitMs,
                config.get(ReplicationKeys.REPLICA_FETCH_BACKOFF_MS),
                // A leader that keeps the request for as long as it may has not failed.
                Math.max(config.get(ReplicationKeys.REPLICA_SOCKET_TIMEOUT_MS), maxWaitMs));
    }

    /**
     * What the network that reaches other brokers goes by. Its connections are never idle for long,
     * and an answer is as large as the largest batch; its memory grows with what really arrives.
     */
    public static NetworkSettings network(BrokerConfig config) {
        NetworkSettings defaults = NetworkSettings.defaults("broker-" + config.nodeId());
        return new NetworkSettings(
                defaults.clientId(),
                defaults.connectTimeoutMs(),
                defaults.connectTimeoutMaxMs(),
                defaults.reconnectBackoffMs(),
                defaults.reconnectBackoffMaxMs(),
                defaults.sendBufferBytes(),
                config.get(ReplicationKeys.REPLICA_SOCKET_RECEIVE_BUFFER_BYTES),
                NEVER_IDLE,
                Integer.MAX_VALUE);
    }

    /** The first of the growing waits after failures, in ms. */
    long firstBackoffMs() {
        return Math.min(FIRST_BACKOFF_MS, backoffMs);
    }
}
