package dev.moldau.broker.api;

import dev.moldau.protocol.ApiKey;
import java.util.Map;

/**
 * Whether the versions are served that Kafka 4.0 removed (KIP-896). They are, unless the
 * configuration asks for Kafka 4's surface exactly.
 */
public enum OldVersions {
    /** Every version that a handler declares. */
    SERVED,

    /** What Kafka 4.0.1 and later serve. */
    REFUSED;

    /**
     * The lowest version that Kafka 4 serves, where it is not 0. JoinGroup came back with 4.0.1.
     */
    private static final Map<ApiKey, Integer> LOWEST_SINCE_KAFKA_4 =
            Map.ofEntries(
                    Map.entry(ApiKey.PRODUCE, 3),
                    Map.entry(ApiKey.FETCH, 4),
                    Map.entry(ApiKey.LIST_OFFSETS, 1),
                    Map.entry(ApiKey.OFFSET_COMMIT, 2),
                    Map.entry(ApiKey.OFFSET_FETCH, 1),
                    Map.entry(ApiKey.CREATE_TOPICS, 2),
                    Map.entry(ApiKey.DELETE_TOPICS, 1),
                    Map.entry(ApiKey.OFFSET_FOR_LEADER_EPOCH, 2),
                    Map.entry(ApiKey.DESCRIBE_ACLS, 1),
                    Map.entry(ApiKey.CREATE_ACLS, 1),
                    Map.entry(ApiKey.DELETE_ACLS, 1),
                    Map.entry(ApiKey.DESCRIBE_CONFIGS, 1),
                    Map.entry(ApiKey.ALTER_REPLICA_LOG_DIRS, 1),
                    Map.entry(ApiKey.DESCRIBE_LOG_DIRS, 1),
                    Map.entry(ApiKey.CREATE_DELEGATION_TOKEN, 1),
                    Map.entry(ApiKey.RENEW_DELEGATION_TOKEN, 1),
                    Map.entry(ApiKey.EXPIRE_DELEGATION_TOKEN, 1),
                    Map.entry(ApiKey.DESCRIBE_DELEGATION_TOKEN, 1));

    /** The versions that are dispatched, of those that a handler declares. */
    VersionRange served(VersionRange declared) {
        int lowest = LOWEST_SINCE_KAFKA_4.getOrDefault(declared.api(), 0);
        return this == SERVED || declared.lowest() >= lowest
                ? declared
                : new VersionRange(declared.api(), (short) lowest, declared.highest());
    }

    /**
     * The versions that ApiVersions tells, of those that a handler declares. Produce is told from 0
     * in any case, as Kafka 4 does: librdkafka before 2.11 takes the lack of version 0 for a broker
     * that knows no compression (KAFKA-18659, FIELD-REPORTS 60).
     */
    VersionRange told(VersionRange declared) {
        return declared.api() == ApiKey.PRODUCE ? declared : served(declared);
    }
}
