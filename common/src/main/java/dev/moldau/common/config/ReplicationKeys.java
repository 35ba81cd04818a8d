package dev.moldau.common.config;

import static dev.moldau.common.config.UpdateMode.CLUSTER_WIDE;

import java.util.List;

/** How partitions are kept on several brokers. */
public final class ReplicationKeys {

    public static final ConfigKey<Integer> NUM_REPLICA_FETCHERS =
            ConfigKey.ofInt("num.replica.fetchers")
                    .defaultsTo(1)
                    .atLeast(1)
                    .means(
                            "How many fetchers share the partitions of one leader; each has one"
                                    + " request under way, and a connection of its own to every"
                                    + " other broker, which keeps up to 16 MiB for answers.");

    public static final ConfigKey<Integer> REPLICA_FETCH_BACKOFF_MS =
            ConfigKey.ofInt("replica.fetch.backoff.ms")
                    .defaultsTo(1_000)
                    .atLeast(0)
                    .unit("ms")
                    .means(
                            "How long a follower waits at most after a fetch that failed; the first"
                                    + " waits are shorter.");

    public static final ConfigKey<Integer> REPLICA_FETCH_MAX_BYTES =
            ConfigKey.ofInt("replica.fetch.max.bytes")
                    .defaultsTo(1_048_576)
                    .atLeast(0)
                    .unit("bytes")
                    .means(
                            "The most that a follower fetches of one partition at a time; a larger"
                                    + " first batch comes whole.");

    public static final ConfigKey<Integer> REPLICA_FETCH_MIN_BYTES =
            ConfigKey.ofInt("replica.fetch.min.bytes")
                    .defaultsTo(1)
                    .atLeast(0)
                    .unit("bytes")
                    .means("How much a leader gathers before it answers a follower's fetch.");

    public static final ConfigKey<Integer> REPLICA_FETCH_RESPONSE_MAX_BYTES =
            ConfigKey.ofInt("replica.fetch.response.max.bytes")
                    .defaultsTo(10_485_760)
                    .atLeast(0)
                    .unit("bytes")
                    .means(
                            "The most that one answer to a follower holds; a larger first batch"
                                    + " comes whole.");

    public static final ConfigKey<Integer> REPLICA_FETCH_WAIT_MAX_MS =
            ConfigKey.ofInt("replica.fetch.wait.max.ms")
                    .defaultsTo(500)
                    .atLeast(0)
                    .unit("ms")
                    .means("How long a leader may keep a follower's fetch waiting for records.");

    public static final ConfigKey<Integer> REPLICA_SOCKET_TIMEOUT_MS =
            ConfigKey.ofInt("replica.socket.timeout.ms")
                    .defaultsTo(30_000)
                    .atLeast(1)
                    .unit("ms")
                    .means(
                            "How long a follower waits for an answer before it connects anew; at"
                                    + " least replica.fetch.wait.max.ms.");

    public static final ConfigKey<Integer> REPLICA_SOCKET_RECEIVE_BUFFER_BYTES =
            ConfigKey.ofInt("replica.socket.receive.buffer.bytes")
                    .defaultsTo(65_536)
                    .atLeast(-1)
                    .unit("bytes")
                    .means(
                            "The receive buffer of connections to other brokers; -1 leaves it to"
                                    + " the system.");

    public static final ConfigKey<Long> LEADER_REPLICATION_THROTTLED_RATE =
            ConfigKey.ofLong("leader.replication.throttled.rate")
                    .defaultsTo(Long.MAX_VALUE)
                    .atLeast(0)
                    .unit("bytes/s")
                    .updatable(CLUSTER_WIDE)
                    .means(
                            "How much a broker serves of the replicas that"
                                    + " leader.replication.throttled.replicas of their topic"
                                    + " names, to followers that are not in sync.");

    public static final ConfigKey<Long> FOLLOWER_REPLICATION_THROTTLED_RATE =
            ConfigKey.ofLong("follower.replication.throttled.rate")
                    .defaultsTo(Long.MAX_VALUE)
                    .atLeast(0)
                    .unit("bytes/s")
                    .updatable(CLUSTER_WIDE)
                    .means(
                            "How much a broker fetches for the replicas that"
                                    + " follower.replication.throttled.replicas of their topic"
                                    + " names, while they are not in sync.");

    public static final ConfigKey<Long> REPLICA_LAG_TIME_MAX_MS =
            ConfigKey.ofLong("replica.lag.time.max.ms")
                    .defaultsTo(30_000L)
                    .atLeast(1)
                    .unit("ms")
                    .means(
                            "How long a follower may be behind its leader before it does not count"
                                    + " as in sync any more.");

    public static final ConfigKey<String> REPLICA_SELECTOR_CLASS =
            ConfigKey.ofString("replica.selector.class")
                    .form(
                            "([a-z.]+\\.)?RackAwareReplicaSelector",
                            "RackAwareReplicaSelector, or its full name in Kafka")
                    .means(
                            "With RackAwareReplicaSelector, consumers that name their rack"
                                    + " (client.rack) read from an in-sync follower there; without"
                                    + " it all read from leaders.");

    /** Known because Kafka's tools take it away after every reassignment. */
    public static final ConfigKey<Long> REPLICA_ALTER_LOG_DIRS_IO_MAX_BYTES_PER_SECOND =
            ConfigKey.ofLong("replica.alter.log.dirs.io.max.bytes.per.second")
                    .defaultsTo(Long.MAX_VALUE)
                    .atLeast(0)
                    .unit("bytes/s")
                    .updatable(CLUSTER_WIDE)
                    .withoutEffect("replicas are not moved between a broker's data folders")
                    .means("How fast a broker moves replicas from one data folder to another.");

    private ReplicationKeys() {}

    static List<ConfigKey<?>> all() {
        return List.of(
                NUM_REPLICA_FETCHERS,
                REPLICA_FETCH_BACKOFF_MS,
                REPLICA_FETCH_MAX_BYTES,
                REPLICA_FETCH_MIN_BYTES,
                REPLICA_FETCH_RESPONSE_MAX_BYTES,
                REPLICA_FETCH_WAIT_MAX_MS,
                REPLICA_SOCKET_TIMEOUT_MS,
                REPLICA_SOCKET_RECEIVE_BUFFER_BYTES,
                LEADER_REPLICATION_THROTTLED_RATE,
                FOLLOWER_REPLICATION_THROTTLED_RATE,
                REPLICA_LAG_TIME_MAX_MS,
                REPLICA_SELECTOR_CLASS,
                REPLICA_ALTER_LOG_DIRS_IO_MAX_BYTES_PER_SECOND);
    }
}
