package dev.moldau.common.config;

import java.util.List;

/** A broker's group and transaction coordinators and its memory of producers. */
public final class CoordinatorKeys {

    private static final String TRANSACTIONS_LATER = "transactions come with a later release";

    public static final ConfigKey<Integer> GROUP_INITIAL_REBALANCE_DELAY_MS =
            ConfigKey.ofInt("group.initial.rebalance.delay.ms")
                    .atLeast(0)
                    .unit("ms")
                    .means(
                            "How long an empty classic group waits for more members to join;"
                                    + " without it until none has come for 100 ms per member, at"
                                    + " most 3 s.");

    public static final ConfigKey<Integer> GROUP_MIN_SESSION_TIMEOUT_MS =
            ConfigKey.ofInt("group.min.session.timeout.ms")
                    .defaultsTo(6_000)
                    .atLeast(1)
                    .unit("ms")
                    .means("The shortest session timeout that a classic group's member may ask.");

    public static final ConfigKey<Integer> GROUP_MAX_SESSION_TIMEOUT_MS =
            ConfigKey.ofInt("group.max.session.timeout.ms")
                    .defaultsTo(1_800_000)
                    .atLeast(1)
                    .unit("ms")
                    .means("The longest session timeout that a classic group's member may ask.");

    public static final ConfigKey<Integer> GROUP_MAX_SIZE =
            ConfigKey.ofInt("group.max.size")
                    .defaultsTo(Integer.MAX_VALUE)
                    .atLeast(1)
                    .means("How many members a classic group may have.");

    public static final ConfigKey<Integer> OFFSET_METADATA_MAX_BYTES =
            ConfigKey.ofInt("offset.metadata.max.bytes")
                    .defaultsTo(4_096)
                    .atLeast(0)
                    .unit("bytes")
                    .means("The longest note that a consumer may commit with an offset.");

    public static final ConfigKey<Integer> OFFSETS_COMMIT_TIMEOUT_MS =
            ConfigKey.ofInt("offsets.commit.timeout.ms")
                    .defaultsTo(5_000)
                    .atLeast(1)
                    .unit("ms")
                    .withoutEffect(
                            "a commit is answered when the replicas have it, or another broker leads, for"
                                    + " a record that is written cannot be taken back; clients have time limits of"
                                    + " their own")
                    .means("How long a commit waits until the offsets topic's replicas have it.");

    public static final ConfigKey<Integer> OFFSETS_LOAD_BUFFER_SIZE =
            ConfigKey.ofInt("offsets.load.buffer.size")
                    .defaultsTo(5_242_880)
                    .atLeast(1)
                    .unit("bytes")
                    .means("How much of the offsets topic is read at a time when groups load.");

    public static final ConfigKey<Integer> OFFSETS_RETENTION_MINUTES =
            ConfigKey.ofInt("offsets.retention.minutes")
                    .defaultsTo(10_080)
                    .atLeast(1)
                    .unit("minutes")
                    .means("How long an empty group keeps its committed offsets.");

    public static final ConfigKey<Long> OFFSETS_RETENTION_CHECK_INTERVAL_MS =
            ConfigKey.ofLong("offsets.retention.check.interval.ms")
                    .defaultsTo(600_000L)
                    .atLeast(1)
                    .unit("ms")
                    .means("How often committed offsets are looked through for expired ones.");

    public static final ConfigKey<Integer> OFFSETS_TOPIC_NUM_PARTITIONS =
            ConfigKey.ofInt("offsets.topic.num.partitions")
                    .defaultsTo(50)
                    .atLeast(1)
                    .means(
                            "How many partitions __consumer_offsets gets when it is created; not"
                                    + " to be changed later.");

    public static final ConfigKey<Short> OFFSETS_TOPIC_REPLICATION_FACTOR =
            ConfigKey.ofShort("offsets.topic.replication.factor")
                    .atLeast(1)
                    .means(
                            "How many replicas __consumer_offsets gets when it is created; without"
                                    + " it 3, or as many as there are brokers.");

    public static final ConfigKey<Integer> OFFSETS_TOPIC_SEGMENT_BYTES =
            ConfigKey.ofInt("offsets.topic.segment.bytes")
                    .defaultsTo(104_857_600)
                    .atLeast(14)
                    .unit("bytes")
                    .means("The segment.bytes of __consumer_offsets.");

    public static final ConfigKey<Integer> TRANSACTION_MAX_TIMEOUT_MS =
            ConfigKey.ofInt("transaction.max.timeout.ms")
                    .defaultsTo(900_000)
                    .atLeast(1)
                    .unit("ms")
                    .withoutEffect(TRANSACTIONS_LATER)
                    .means("The longest transaction timeout that a producer may ask.");

    public static final ConfigKey<Integer> TRANSACTIONAL_ID_EXPIRATION_MS =
            ConfigKey.ofInt("transactional.id.expiration.ms")
                    .defaultsTo(604_800_000)
                    .atLeast(1)
                    .unit("ms")
                    .withoutEffect(TRANSACTIONS_LATER)
                    .means("How long an unused transactional id is remembered.");

    public static final ConfigKey<Integer> TRANSACTION_STATE_LOG_NUM_PARTITIONS =
            ConfigKey.ofInt("transaction.state.log.num.partitions")
                    .defaultsTo(50)
                    .atLeast(1)
                    .means(
                            "How many partitions __transaction_state gets when it is created; not"
                                    + " to be changed later.");

    public static final ConfigKey<Short> TRANSACTION_STATE_LOG_REPLICATION_FACTOR =
            ConfigKey.ofShort("transaction.state.log.replication.factor")
                    .atLeast(1)
                    .means(
                            "How many replicas __transaction_state gets when it is created; without"
                                    + " it 3, or as many as there are brokers.");

    public static final ConfigKey<Integer> TRANSACTION_STATE_LOG_MIN_ISR =
            ConfigKey.ofInt("transaction.state.log.min.isr")
                    .atLeast(1)
                    .means(
                            "The min.insync.replicas of __transaction_state; without it 2, or as"
                                    + " many as it has replicas.");

    public static final ConfigKey<Integer> TRANSACTION_STATE_LOG_SEGMENT_BYTES =
            ConfigKey.ofInt("transaction.state.log.segment.bytes")
                    .defaultsTo(104_857_600)
                    .atLeast(14)
                    .unit("bytes")
                    .means("The segment.bytes of __transaction_state.");

    public static final ConfigKey<Integer> PRODUCER_ID_EXPIRATION_MS =
            ConfigKey.ofInt("producer.id.expiration.ms")
                    .defaultsTo(86_400_000)
                    .atLeast(1)
                    .unit("ms")
                    .updatable(UpdateMode.CLUSTER_WIDE)
                    .means("How long a partition remembers an idempotent producer that is silent.");

    private CoordinatorKeys() {}

    static List<ConfigKey<?>> all() {
        return List.of(
                GROUP_INITIAL_REBALANCE_DELAY_MS,
                GROUP_MIN_SESSION_TIMEOUT_MS,
                GROUP_MAX_SESSION_TIMEOUT_MS,
                GROUP_MAX_SIZE,
                OFFSET_METADATA_MAX_BYTES,
                OFFSETS_COMMIT_TIMEOUT_MS,
                OFFSETS_LOAD_BUFFER_SIZE,
                OFFSETS_RETENTION_MINUTES,
                OFFSETS_RETENTION_CHECK_INTERVAL_MS,
                OFFSETS_TOPIC_NUM_PARTITIONS,
                OFFSETS_TOPIC_REPLICATION_FACTOR,
                OFFSETS_TOPIC_SEGMENT_BYTES,
                TRANSACTION_MAX_TIMEOUT_MS,
                TRANSACTIONAL_ID_EXPIRATION_MS,
                TRANSACTION_STATE_LOG_NUM_PARTITIONS,
                TRANSACTION_STATE_LOG_REPLICATION_FACTOR,
                TRANSACTION_STATE_LOG_MIN_ISR,
                TRANSACTION_STATE_LOG_SEGMENT_BYTES,
                PRODUCER_ID_EXPIRATION_MS);
    }
}
