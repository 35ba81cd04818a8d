package dev.moldau.common.config;

import dev.moldau.common.config.ConfigKey.Counterpart;
import java.util.List;

/**
 * A topic's settings. They change at run time, take effect at once, and come from the broker's
 * counterpart where the topic sets none.
 */
public final class TopicKeys {

    private static final String NO_TIERED_STORAGE = "there is no tiered storage";

    public static final ConfigKey<List<String>> CLEANUP_POLICY =
            ConfigKey.ofList("cleanup.policy")
                    .defaultsTo(List.of("delete"))
                    .anyOf("compact", "delete")
                    .elseFrom(LogKeys.LOG_CLEANUP_POLICY)
                    .means(
                            "What happens to old records: delete drops whole segments by age and"
                                    + " size, compact keeps the last record of each key; both may"
                                    + " be given, and an empty value keeps everything.");

    public static final ConfigKey<String> COMPRESSION_TYPE =
            ConfigKey.ofString("compression.type")
                    .defaultsTo("producer")
                    .oneOf("uncompressed", "zstd", "lz4", "snappy", "gzip", "producer")
                    .elseFrom(LogKeys.COMPRESSION_TYPE)
                    .means(
                            "The codec in which batches are kept; producer keeps each as it came,"
                                    + " which costs no processor time.");

    public static final ConfigKey<Integer> COMPRESSION_GZIP_LEVEL =
            ConfigKey.ofInt("compression.gzip.level")
                    .defaultsTo(-1)
                    .betweenOr(1, 9, -1)
                    .elseFrom(LogKeys.COMPRESSION_GZIP_LEVEL)
                    .means("The level if compression.type is gzip; -1 is the codec's default.");

    public static final ConfigKey<Integer> COMPRESSION_LZ4_LEVEL =
            ConfigKey.ofInt("compression.lz4.level")
                    .defaultsTo(9)
                    .between(1, 17)
                    .elseFrom(LogKeys.COMPRESSION_LZ4_LEVEL)
                    .means("The level if compression.type is lz4.");

    public static final ConfigKey<Integer> COMPRESSION_ZSTD_LEVEL =
            ConfigKey.ofInt("compression.zstd.level")
                    .defaultsTo(3)
                    .between(-131_072, 22)
                    .elseFrom(LogKeys.COMPRESSION_ZSTD_LEVEL)
                    .means("The level if compression.type is zstd.");

    public static final ConfigKey<Long> DELETE_RETENTION_MS =
            ConfigKey.ofLong("delete.retention.ms")
                    .defaultsTo(86_400_000L)
                    .atLeast(0)
                    .unit("ms")
                    .elseFrom(LogKeys.LOG_CLEANER_DELETE_RETENTION_MS)
                    .withoutEffect(LogKeys.COMPACTION_LATER)
                    .means(
                            "How long compaction keeps a key's deletion mark, so that a reader from"
                                    + " the start has time to see it.");

    public static final ConfigKey<Boolean> ERRORS_DEADLETTERQUEUE_GROUP_ENABLE =
            ConfigKey.ofBoolean("errors.deadletterqueue.group.enable")
                    .defaultsTo(false)
                    .withoutEffect("share groups come with a later release")
                    .means("Whether share groups may use the topic as their dead-letter queue.");

    public static final ConfigKey<Long> FILE_DELETE_DELAY_MS =
            ConfigKey.ofLong("file.delete.delay.ms")
                    .defaultsTo(60_000L)
                    .atLeast(0)
                    .unit("ms")
                    .elseFrom(LogKeys.LOG_SEGMENT_DELETE_DELAY_MS)
                    .means("How long the files of a dropped segment stay on disk.");

    public static final ConfigKey<Long> FLUSH_MESSAGES =
            ConfigKey.ofLong("flush.messages")
                    .defaultsTo(Long.MAX_VALUE)
                    .atLeast(1)
                    .elseFrom(LogKeys.LOG_FLUSH_INTERVAL_MESSAGES)
                    .means(
                            "After how many records the log is forced to disk; 1 makes every"
                                    + " acknowledgement durable.");

    public static final ConfigKey<Long> FLUSH_MS =
            ConfigKey.ofLong("flush.ms")
                    .defaultsTo(Long.MAX_VALUE)
                    .atLeast(0)
                    .unit("ms")
                    .elseFrom(
                            LogKeys.LOG_FLUSH_INTERVAL_MS, LogKeys.LOG_FLUSH_SCHEDULER_INTERVAL_MS)
                    .means("How old a record may get before the log is forced to disk.");

    public static final ConfigKey<List<String>> FOLLOWER_REPLICATION_THROTTLED_REPLICAS =
            ConfigKey.ofList("follower.replication.throttled.replicas")
                    .defaultsTo(List.of())
                    .form("\\*|none|\\d+:\\d+", "partition:broker pairs, *, or none")
                    .means(
                            "The replicas that followers fetch no faster than"
                                    + " follower.replication.throttled.rate until they are in sync.");

    public static final ConfigKey<Integer> INDEX_INTERVAL_BYTES =
            ConfigKey.ofInt("index.interval.bytes")
                    .defaultsTo(4_096)
                    .atLeast(0)
                    .unit("bytes")
                    .elseFrom(LogKeys.LOG_INDEX_INTERVAL_BYTES)
                    .means("How many bytes of log lie between two entries of its indexes.");

    public static final ConfigKey<List<String>> LEADER_REPLICATION_THROTTLED_REPLICAS =
            ConfigKey.ofList("leader.replication.throttled.replicas")
                    .defaultsTo(List.of())
                    .form("\\*|none|\\d+:\\d+", "partition:broker pairs, *, or none")
                    .means(
                            "The replicas that their leaders serve no faster than"
                                    + " leader.replication.throttled.rate to followers that are not in"
                                    + " sync.");

    public static final ConfigKey<Long> LOCAL_RETENTION_BYTES =
            ConfigKey.ofLong("local.retention.bytes")
                    .defaultsTo(-2L)
                    .atLeast(-2)
                    .unit("bytes")
                    .withoutEffect(NO_TIERED_STORAGE)
                    .means("The bytes that stay on the broker when older ones are elsewhere.");

    public static final ConfigKey<Long> LOCAL_RETENTION_MS =
            ConfigKey.ofLong("local.retention.ms")
                    .defaultsTo(-2L)
                    .atLeast(-2)
                    .unit("ms")
                    .withoutEffect(NO_TIERED_STORAGE)
                    .means("The age to which records stay on the broker when older are elsewhere.");

    public static final ConfigKey<Long> MAX_COMPACTION_LAG_MS =
            ConfigKey.ofLong("max.compaction.lag.ms")
                    .defaultsTo(Long.MAX_VALUE)
                    .atLeast(1)
                    .unit("ms")
                    .elseFrom(LogKeys.LOG_CLEANER_MAX_COMPACTION_LAG_MS)
                    .withoutEffect(LogKeys.COMPACTION_LATER)
                    .means("The age at which a record must be up for compaction.");

    public static final ConfigKey<Integer> MAX_DECOMPRESSED_MESSAGE_BYTES =
            ConfigKey.ofInt("max.decompressed.message.bytes")
                    .defaultsTo(2_147_483_639)
                    .between(1, 2_147_483_639)
                    .unit("bytes")
                    .elseFrom(LogKeys.MAX_DECOMPRESSED_MESSAGE_BYTES)
                    .means("The most that a batch may hold when it is unpacked.");

    public static final ConfigKey<Integer> MAX_MESSAGE_BYTES =
            ConfigKey.ofInt("max.message.bytes")
                    .defaultsTo(1_048_588)
                    .atLeast(0)
                    .unit("bytes")
                    .elseFrom(LogKeys.MESSAGE_MAX_BYTES)
                    .means("The largest batch that is taken, as it comes over the wire.");

    public static final ConfigKey<Boolean> MESSAGE_DOWNCONVERSION_ENABLE =
            ConfigKey.ofBoolean("message.downconversion.enable")
                    .defaultsTo(true)
                    .elseFrom(LogKeys.LOG_MESSAGE_DOWNCONVERSION_ENABLE)
                    .means(
                            "Whether consumers from before 0.11 get the records converted to their"
                                    + " format; if not, they get UNSUPPORTED_VERSION.");

    public static final ConfigKey<String> MESSAGE_FORMAT_VERSION =
            ConfigKey.ofString("message.format.version")
                    .withoutEffect("records are always kept in format v2")
                    .means("The record format of old releases.");

    public static final ConfigKey<Long> MESSAGE_TIMESTAMP_AFTER_MAX_MS =
            ConfigKey.ofLong("message.timestamp.after.max.ms")
                    .defaultsTo(3_600_000L)
                    .atLeast(0)
                    .unit("ms")
                    .elseFrom(LogKeys.LOG_MESSAGE_TIMESTAMP_AFTER_MAX_MS)
                    .means(
                            "How far a record's time may lie after the broker's; later ones are"
                                    + " refused. Counts if message.timestamp.type is CreateTime.");

    public static final ConfigKey<Long> MESSAGE_TIMESTAMP_BEFORE_MAX_MS =
            ConfigKey.ofLong("message.timestamp.before.max.ms")
                    .defaultsTo(Long.MAX_VALUE)
                    .atLeast(0)
                    .unit("ms")
                    .elseFrom(LogKeys.LOG_MESSAGE_TIMESTAMP_BEFORE_MAX_MS)
                    .means(
                            "How far a record's time may lie before the broker's; earlier ones are"
                                    + " refused. Counts if message.timestamp.type is CreateTime.");

    public static final ConfigKey<String> MESSAGE_TIMESTAMP_TYPE =
            ConfigKey.ofString("message.timestamp.type")
                    .defaultsTo("CreateTime")
                    .oneOf("CreateTime", "LogAppendTime")
                    .elseFrom(LogKeys.LOG_MESSAGE_TIMESTAMP_TYPE)
                    .means("Whether a record bears the producer's time or that of its append.");

    public static final ConfigKey<Double> MIN_CLEANABLE_DIRTY_RATIO =
            ConfigKey.ofDouble("min.cleanable.dirty.ratio")
                    .defaultsTo(0.5)
                    .between(0, 1)
                    .elseFrom(LogKeys.LOG_CLEANER_MIN_CLEANABLE_RATIO)
                    .withoutEffect(LogKeys.COMPACTION_LATER)
                    .means("The share of not yet compacted bytes at which a log is compacted.");

    public static final ConfigKey<Long> MIN_COMPACTION_LAG_MS =
            ConfigKey.ofLong("min.compaction.lag.ms")
                    .defaultsTo(0L)
                    .atLeast(0)
                    .unit("ms")
                    .elseFrom(LogKeys.LOG_CLEANER_MIN_COMPACTION_LAG_MS)
                    .withoutEffect(LogKeys.COMPACTION_LATER)
                    .means("The age below which a record is not compacted.");

    public static final ConfigKey<Integer> MIN_INSYNC_REPLICAS =
            ConfigKey.ofInt("min.insync.replicas")
                    .defaultsTo(1)
                    .atLeast(1)
                    .elseFrom(ClusterKeys.MIN_INSYNC_REPLICAS)
                    .means(
                            "How many replicas must have a record before acks=all is answered; with"
                                    + " fewer in sync, such records are refused. Of a partition with"
                                    + " fewer replicas, all must have it.");

    public static final ConfigKey<Boolean> PREALLOCATE =
            ConfigKey.ofBoolean("preallocate")
                    .defaultsTo(false)
                    .elseFrom(LogKeys.LOG_PREALLOCATE)
                    .withoutEffect(LogKeys.NO_PREALLOCATION)
                    .means("Whether a segment's file gets its full size when it is begun.");

    public static final ConfigKey<Long> REMOTE_COPY_LAG_BYTES =
            ConfigKey.ofLong("remote.copy.lag.bytes")
                    .defaultsTo(-1L)
                    .atLeast(-1)
                    .unit("bytes")
                    .withoutEffect(NO_TIERED_STORAGE)
                    .means("How many bytes stay behind before a segment is copied elsewhere.");

    public static final ConfigKey<Long> REMOTE_COPY_LAG_MS =
            ConfigKey.ofLong("remote.copy.lag.ms")
                    .defaultsTo(0L)
                    .atLeast(-1)
                    .unit("ms")
                    .withoutEffect(NO_TIERED_STORAGE)
                    .means("How long a segment waits before it is copied elsewhere.");

    public static final ConfigKey<Boolean> REMOTE_LOG_COPY_DISABLE =
            ConfigKey.ofBoolean("remote.log.copy.disable")
                    .defaultsTo(false)
                    .withoutEffect(NO_TIERED_STORAGE)
                    .means("Whether copying segments elsewhere is stopped.");

    public static final ConfigKey<Boolean> REMOTE_LOG_DELETE_ON_DISABLE =
            ConfigKey.ofBoolean("remote.log.delete.on.disable")
                    .defaultsTo(false)
                    .withoutEffect(NO_TIERED_STORAGE)
                    .means("Whether segments elsewhere are dropped when the feature is stopped.");

    public static final ConfigKey<Boolean> REMOTE_STORAGE_ENABLE =
            ConfigKey.ofBoolean("remote.storage.enable")
                    .defaultsTo(false)
                    .only(false, "false, for " + NO_TIERED_STORAGE)
                    .withoutEffect(NO_TIERED_STORAGE)
                    .means("Whether old segments move elsewhere.");

    public static final ConfigKey<Long> RETENTION_BYTES =
            ConfigKey.ofLong("retention.bytes")
                    .defaultsTo(-1L)
                    .atLeast(-1)
                    .unit("bytes")
                    .elseFrom(LogKeys.LOG_RETENTION_BYTES)
                    .means(
                            "The size of a partition above which its oldest segments are dropped;"
                                    + " -1 means no limit.");

    public static final ConfigKey<Long> RETENTION_MS =
            ConfigKey.ofLong("retention.ms")
                    .defaultsTo(604_800_000L)
                    .atLeast(-1)
                    .unit("ms")
                    .elseFrom(
                            new Counterpart(LogKeys.LOG_RETENTION_MS, 1),
                            new Counterpart(LogKeys.LOG_RETENTION_MINUTES, 60_000),
                            new Counterpart(LogKeys.LOG_RETENTION_HOURS, 3_600_000))
                    .means("The age at which a segment is dropped; -1 means never.");

    public static final ConfigKey<Integer> SEGMENT_BYTES =
            ConfigKey.ofInt("segment.bytes")
                    .defaultsTo(1_073_741_824)
                    .atLeast(14)
                    .unit("bytes")
                    .elseFrom(LogKeys.LOG_SEGMENT_BYTES)
                    .means("The size at which a segment is closed and the next one begun.");

    public static final ConfigKey<Integer> SEGMENT_INDEX_BYTES =
            ConfigKey.ofInt("segment.index.bytes")
                    .defaultsTo(10_485_760)
                    .atLeast(4)
                    .unit("bytes")
                    .elseFrom(LogKeys.LOG_INDEX_SIZE_MAX_BYTES)
                    .means("The size of a segment's index at which the next segment is begun.");

    public static final ConfigKey<Long> SEGMENT_JITTER_MS =
            ConfigKey.ofLong("segment.jitter.ms")
                    .defaultsTo(0L)
                    .atLeast(0)
                    .unit("ms")
                    .elseFrom(
                            new Counterpart(LogKeys.LOG_ROLL_JITTER_MS, 1),
                            new Counterpart(LogKeys.LOG_ROLL_JITTER_HOURS, 3_600_000))
                    .means("By how much, at random, segment.ms is shortened, against stampedes.");

    public static final ConfigKey<Long> SEGMENT_MS =
            ConfigKey.ofLong("segment.ms")
                    .defaultsTo(604_800_000L)
                    .atLeast(1)
                    .unit("ms")
                    .elseFrom(
                            new Counterpart(LogKeys.LOG_ROLL_MS, 1),
                            new Counterpart(LogKeys.LOG_ROLL_HOURS, 3_600_000))
                    .means("The age at which a segment is closed even if it is not full.");

    public static final ConfigKey<Boolean> UNCLEAN_LEADER_ELECTION_ENABLE =
            ConfigKey.ofBoolean("unclean.leader.election.enable")
                    .defaultsTo(false)
                    .elseFrom(ClusterKeys.UNCLEAN_LEADER_ELECTION_ENABLE)
                    .means(
                            "Whether a replica that has fallen behind may become leader when no"
                                    + " other is left, at the price of lost records.");

    private static final ConfigCatalogue CATALOGUE =
            new ConfigCatalogue(
                    List.of(
                            CLEANUP_POLICY,
                            COMPRESSION_TYPE,
                            COMPRESSION_GZIP_LEVEL,
                            COMPRESSION_LZ4_LEVEL,
                            COMPRESSION_ZSTD_LEVEL,
                            DELETE_RETENTION_MS,
                            ERRORS_DEADLETTERQUEUE_GROUP_ENABLE,
                            FILE_DELETE_DELAY_MS,
                            FLUSH_MESSAGES,
                            FLUSH_MS,
                            FOLLOWER_REPLICATION_THROTTLED_REPLICAS,
                            INDEX_INTERVAL_BYTES,
                            LEADER_REPLICATION_THROTTLED_REPLICAS,
                            LOCAL_RETENTION_BYTES,
                            LOCAL_RETENTION_MS,
                            MAX_COMPACTION_LAG_MS,
                            MAX_DECOMPRESSED_MESSAGE_BYTES,
                            MAX_MESSAGE_BYTES,
                            MESSAGE_DOWNCONVERSION_ENABLE,
                            MESSAGE_FORMAT_VERSION,
                            MESSAGE_TIMESTAMP_AFTER_MAX_MS,
                            MESSAGE_TIMESTAMP_BEFORE_MAX_MS,
                            MESSAGE_TIMESTAMP_TYPE,
                            MIN_CLEANABLE_DIRTY_RATIO,
                            MIN_COMPACTION_LAG_MS,
                            MIN_INSYNC_REPLICAS,
                            PREALLOCATE,
                            REMOTE_COPY_LAG_BYTES,
                            REMOTE_COPY_LAG_MS,
                            REMOTE_LOG_COPY_DISABLE,
                            REMOTE_LOG_DELETE_ON_DISABLE,
                            REMOTE_STORAGE_ENABLE,
                            RETENTION_BYTES,
                            RETENTION_MS,
                            SEGMENT_BYTES,
                            SEGMENT_INDEX_BYTES,
                            SEGMENT_JITTER_MS,
                            SEGMENT_MS,
                            UNCLEAN_LEADER_ELECTION_ENABLE));

    private TopicKeys() {}

    /** All topic keys. */
    public static ConfigCatalogue all() {
        return CATALOGUE;
    }
}
