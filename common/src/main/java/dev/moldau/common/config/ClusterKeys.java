package dev.moldau.common.config;

import static dev.moldau.common.config.UpdateMode.CLUSTER_WIDE;

import java.util.List;

/** A broker's identity, its place in the cluster, and how topics come to be. */
public final class ClusterKeys {

    public static final ConfigKey<Integer> NODE_ID =
            ConfigKey.ofInt("node.id")
                    .atLeast(0)
                    .means("The broker's number in the cluster; without it broker.id, else 1.");

    public static final ConfigKey<Integer> BROKER_ID =
            ConfigKey.ofInt("broker.id")
                    .defaultsTo(-1)
                    .atLeast(-1)
                    .means("The older name of node.id; -1 means unset.");

    public static final ConfigKey<String> BROKER_RACK =
            ConfigKey.ofString("broker.rack")
                    .means(
                            "The rack or zone that the broker stands in; replicas spread over them.");

    public static final ConfigKey<Boolean> AUTO_CREATE_TOPICS_ENABLE =
            ConfigKey.ofBoolean("auto.create.topics.enable")
                    .defaultsTo(true)
                    .means("Whether asking for an unknown topic's metadata may create the topic.");

    public static final ConfigKey<Boolean> DELETE_TOPIC_ENABLE =
            ConfigKey.ofBoolean("delete.topic.enable")
                    .defaultsTo(true)
                    .means("Whether topics can be deleted.");

    public static final ConfigKey<Integer> NUM_PARTITIONS =
            ConfigKey.ofInt("num.partitions")
                    .defaultsTo(1)
                    .atLeast(1)
                    .means("How many partitions a topic gets when its creator names no number.");

    public static final ConfigKey<Integer> DEFAULT_REPLICATION_FACTOR =
            ConfigKey.ofInt("default.replication.factor")
                    .defaultsTo(1)
                    .between(1, Short.MAX_VALUE)
                    .means("How many replicas a partition gets when its creator names no number.");

    public static final ConfigKey<Integer> MAX_REQUEST_PARTITION_SIZE_LIMIT =
            ConfigKey.ofInt("max.request.partition.size.limit")
                    .defaultsTo(2_000)
                    .atLeast(1)
                    .means("How many partitions one DescribeTopicPartitions answer may hold.");

    public static final ConfigKey<Integer> MIN_INSYNC_REPLICAS =
            ConfigKey.ofInt("min.insync.replicas")
                    .defaultsTo(1)
                    .atLeast(1)
                    .updatable(CLUSTER_WIDE)
                    .means("The default of the topics' min.insync.replicas.");

    public static final ConfigKey<Boolean> UNCLEAN_LEADER_ELECTION_ENABLE =
            ConfigKey.ofBoolean("unclean.leader.election.enable")
                    .defaultsTo(false)
                    .updatable(CLUSTER_WIDE)
                    .means("The default of the topics' unclean.leader.election.enable.");

    public static final ConfigKey<Boolean> CONTROLLED_SHUTDOWN_ENABLE =
            ConfigKey.ofBoolean("controlled.shutdown.enable")
                    .defaultsTo(true)
                    .means(
                            "Whether a broker that stops has others lead what it leads before it"
                                    + " stops to answer, for which it waits 10 s at most. Without, its"
                                    + " partitions have no leader until it is missed.");

    public static final ConfigKey<Integer> FETCH_MAX_BYTES =
            ConfigKey.ofInt("fetch.max.bytes")
                    .defaultsTo(57_671_680)
                    .atLeast(1_024)
                    .unit("bytes")
                    .means("The most that one fetch answer holds, whatever the consumer asks for.");

    public static final ConfigKey<Integer> MAX_INCREMENTAL_FETCH_SESSION_CACHE_SLOTS =
            ConfigKey.ofInt("max.incremental.fetch.session.cache.slots")
                    .defaultsTo(1_000)
                    .atLeast(0)
                    .means("How many fetch sessions are kept; the oldest idle one makes room.");

    private ClusterKeys() {}

    static List<ConfigKey<?>> all() {
        return List.of(
                NODE_ID,
                BROKER_ID,
                BROKER_RACK,
                AUTO_CREATE_TOPICS_ENABLE,
                DELETE_TOPIC_ENABLE,
                NUM_PARTITIONS,
                DEFAULT_REPLICATION_FACTOR,
                MAX_REQUEST_PARTITION_SIZE_LIMIT,
                MIN_INSYNC_REPLICAS,
                UNCLEAN_LEADER_ELECTION_ENABLE,
                CONTROLLED_SHUTDOWN_ENABLE,
                FETCH_MAX_BYTES,
                MAX_INCREMENTAL_FETCH_SESSION_CACHE_SLOTS);
    }
}
