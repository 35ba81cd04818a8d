package dev.moldau.common.config;

import static dev.moldau.common.config.UpdateMode.CLUSTER_WIDE;

import java.util.List;

/** A broker's log directories, and its defaults for the topics' logs. */
public final class LogKeys {

    static final String COMPACTION_LATER = "compaction comes with a later release";

    static final String NO_PREALLOCATION = "files grow as they are written";

    private static final String NOTED_TOGETHER =
            "offsets are noted together: see log.flush.offset.checkpoint.interval.ms";

    public static final ConfigKey<List<String>> LOG_DIR =
            ConfigKey.ofList("log.dir")
                    .defaultsTo(List.of("data"))
                    .means("The data folder, if log.dirs names none.");

    public static final ConfigKey<List<String>> LOG_DIRS =
            ConfigKey.ofList("log.dirs")
                    .means("The data folders, separated by commas; without it log.dir.");

    public static final ConfigKey<Integer> NUM_RECOVERY_THREADS_PER_DATA_DIR =
            ConfigKey.ofInt("num.recovery.threads.per.data.dir")
                    .defaultsTo(2)
                    .atLeast(1)
                    .updatable(CLUSTER_WIDE)
                    .withoutEffect(
                            "logs are opened and recovered on the lanes that own them and on the disk threads")
                    .means("How many threads open and recover the logs of one data folder.");

    public static final ConfigKey<Integer> LOG_SEGMENT_BYTES =
            ConfigKey.ofInt("log.segment.bytes")
                    .defaultsTo(1_073_741_824)
                    .atLeast(14)
                    .unit("bytes")
                    .updatable(CLUSTER_WIDE)
                    .means("The default of the topics' segment.bytes.");

    public static final ConfigKey<Long> LOG_ROLL_MS =
            ConfigKey.ofLong("log.roll.ms")
                    .atLeast(1)
                    .unit("ms")
                    .updatable(CLUSTER_WIDE)
                    .means("The default of the topics' segment.ms; without it log.roll.hours.");

    public static final ConfigKey<Integer> LOG_ROLL_HOURS =
            ConfigKey.ofInt("log.roll.hours")
                    .defaultsTo(168)
                    .atLeast(1)
                    .unit("hours")
                    .means("As log.roll.ms, in hours.");

    public static final ConfigKey<Long> LOG_ROLL_JITTER_MS =
            ConfigKey.ofLong("log.roll.jitter.ms")
                    .atLeast(0)
                    .unit("ms")
                    .updatable(CLUSTER_WIDE)
                    .means(
                            "The default of the topics' segment.jitter.ms; without it"
                                    + " log.roll.jitter.hours.");

    public static final ConfigKey<Integer> LOG_ROLL_JITTER_HOURS =
            ConfigKey.ofInt("log.roll.jitter.hours")
                    .defaultsTo(0)
                    .atLeast(0)
                    .unit("hours")
                    .means("As log.roll.jitter.ms, in hours.");

    public static final ConfigKey<Long> LOG_RETENTION_MS =
            ConfigKey.ofLong("log.retention.ms")
                    .atLeast(-1)
                    .unit("ms")
                    .updatable(CLUSTER_WIDE)
                    .means(
                            "The default of the topics' retention.ms; without it"
                                    + " log.retention.minutes, else log.retention.hours.");

    public static final ConfigKey<Integer> LOG_RETENTION_MINUTES =
            ConfigKey.ofInt("log.retention.minutes")
                    .atLeast(-1)
                    .unit("minutes")
                    .means("As log.retention.ms, in minutes.");

    public static final ConfigKey<Integer> LOG_RETENTION_HOURS =
            ConfigKey.ofInt("log.retention.hours")
                    .defaultsTo(168)
                    .atLeast(-1)
                    .unit("hours")
                    .means("As log.retention.ms, in hours.");

    public static final ConfigKey<Long> LOG_RETENTION_BYTES =
            ConfigKey.ofLong("log.retention.bytes")
                    .defaultsTo(-1L)
                    .atLeast(-1)
                    .unit("bytes")
                    .updatable(CLUSTER_WIDE)
                    .means("The default of the topics' retention.bytes.");

    public static final ConfigKey<Long> LOG_RETENTION_CHECK_INTERVAL_MS =
            ConfigKey.ofLong("log.retention.check.interval.ms")
                    .defaultsTo(300_000L)
                    .atLeast(1)
                    .unit("ms")
                    .means("How often logs are looked through for segments to delete.");

    public static final ConfigKey<List<String>> LOG_CLEANUP_POLICY =
            ConfigKey.ofList("log.cleanup.policy")
                    .defaultsTo(List.of("delete"))
                    .anyOf("compact", "delete")
                    .updatable(CLUSTER_WIDE)
                    .means("The default of the topics' cleanup.policy.");

    public static final ConfigKey<Integer> LOG_INDEX_INTERVAL_BYTES =
            ConfigKey.ofInt("log.index.interval.bytes")
                    .defaultsTo(4_096)
                    .atLeast(0)
                    .unit("bytes")
                    .updatable(CLUSTER_WIDE)
                    .means("The default of the topics' index.interval.bytes.");

    public static final ConfigKey<Integer> LOG_INDEX_SIZE_MAX_BYTES =
            ConfigKey.ofInt("log.index.size.max.bytes")
                    .defaultsTo(10_485_760)
                    .atLeast(4)
                    .unit("bytes")
                    .updatable(CLUSTER_WIDE)
                    .means("The default of the topics' segment.index.bytes.");

    public static final ConfigKey<Long> LOG_FLUSH_INTERVAL_MESSAGES =
            ConfigKey.ofLong("log.flush.interval.messages")
                    .defaultsTo(Long.MAX_VALUE)
                    .atLeast(1)
                    .updatable(CLUSTER_WIDE)
                    .means("The default of the topics' flush.messages.");

    public static final ConfigKey<Long> LOG_FLUSH_INTERVAL_MS =
            ConfigKey.ofLong("log.flush.interval.ms")
                    .atLeast(0)
                    .unit("ms")
                    .updatable(CLUSTER_WIDE)
                    .means(
                            "The default of the topics' flush.ms; without it"
                                    + " log.flush.scheduler.interval.ms.");

    public static final ConfigKey<Long> LOG_FLUSH_SCHEDULER_INTERVAL_MS =
            ConfigKey.ofLong("log.flush.scheduler.interval.ms")
                    .defaultsTo(Long.MAX_VALUE)
                    .atLeast(1)
                    .unit("ms")
                    .means("How often logs are looked through for records to flush.");

    public static final ConfigKey<Integer> LOG_FLUSH_OFFSET_CHECKPOINT_INTERVAL_MS =
            ConfigKey.ofInt("log.flush.offset.checkpoint.interval.ms")
                    .defaultsTo(60_000)
                    .atLeast(0)
                    .unit("ms")
                    .means(
                            "How often the recovery points are noted, beyond which a crash makes"
                                    + " the logs be read again.");

    public static final ConfigKey<Integer> LOG_FLUSH_START_OFFSET_CHECKPOINT_INTERVAL_MS =
            ConfigKey.ofInt("log.flush.start.offset.checkpoint.interval.ms")
                    .defaultsTo(60_000)
                    .atLeast(0)
                    .unit("ms")
                    .withoutEffect(NOTED_TOGETHER)
                    .means("How often the logs' start offsets are noted.");

    public static final ConfigKey<Long> REPLICA_HIGH_WATERMARK_CHECKPOINT_INTERVAL_MS =
            ConfigKey.ofLong("replica.high.watermark.checkpoint.interval.ms")
                    .defaultsTo(5_000L)
                    .atLeast(1)
                    .unit("ms")
                    .means(
                            "How often the high watermarks of partitions with several replicas are"
                                    + " noted.");

    public static final ConfigKey<Long> LOG_SEGMENT_DELETE_DELAY_MS =
            ConfigKey.ofLong("log.segment.delete.delay.ms")
                    .defaultsTo(60_000L)
                    .atLeast(0)
                    .unit("ms")
                    .updatable(CLUSTER_WIDE)
                    .means("The default of the topics' file.delete.delay.ms.");

    public static final ConfigKey<Boolean> LOG_PREALLOCATE =
            ConfigKey.ofBoolean("log.preallocate")
                    .defaultsTo(false)
                    .updatable(CLUSTER_WIDE)
                    .withoutEffect(NO_PREALLOCATION)
                    .means("The default of the topics' preallocate.");

    public static final ConfigKey<String> LOG_MESSAGE_TIMESTAMP_TYPE =
            ConfigKey.ofString("log.message.timestamp.type")
                    .defaultsTo("CreateTime")
                    .oneOf("CreateTime", "LogAppendTime")
                    .updatable(CLUSTER_WIDE)
                    .means("The default of the topics' message.timestamp.type.");

    public static final ConfigKey<Long> LOG_MESSAGE_TIMESTAMP_BEFORE_MAX_MS =
            ConfigKey.ofLong("log.message.timestamp.before.max.ms")
                    .defaultsTo(Long.MAX_VALUE)
                    .atLeast(0)
                    .unit("ms")
                    .updatable(CLUSTER_WIDE)
                    .means("The default of the topics' message.timestamp.before.max.ms.");

    public static final ConfigKey<Long> LOG_MESSAGE_TIMESTAMP_AFTER_MAX_MS =
            ConfigKey.ofLong("log.message.timestamp.after.max.ms")
                    .defaultsTo(3_600_000L)
                    .atLeast(0)
                    .unit("ms")
                    .updatable(CLUSTER_WIDE)
                    .means("The default of the topics' message.timestamp.after.max.ms.");

    public static final ConfigKey<Boolean> LOG_MESSAGE_DOWNCONVERSION_ENABLE =
            ConfigKey.ofBoolean("log.message.downconversion.enable")
                    .defaultsTo(true)
                    .updatable(CLUSTER_WIDE)
                    .means("The default of the topics' message.downconversion.enable.");

    public static final ConfigKey<Integer> MESSAGE_MAX_BYTES =
            ConfigKey.ofInt("message.max.bytes")
                    .defaultsTo(1_048_588)
                    .atLeast(0)
                    .unit("bytes")
                    .updatable(CLUSTER_WIDE)
                    .means("The default of the topics' max.message.bytes.");

    public static final ConfigKey<Integer> MAX_DECOMPRESSED_MESSAGE_BYTES =
            ConfigKey.ofInt("max.decompressed.message.bytes")
                    .defaultsTo(2_147_483_639)
                    .between(1, 2_147_483_639)
                    .unit("bytes")
                    .updatable(CLUSTER_WIDE)
                    .means("The default of the topics' max.decompressed.message.bytes.");

    public static final ConfigKey<String> COMPRESSION_TYPE =
            ConfigKey.ofString("compression.type")
                    .defaultsTo("producer")
                    .oneOf("uncompressed", "zstd", "lz4", "snappy", "gzip", "producer")
                    .updatable(CLUSTER_WIDE)
                    .means("The default of the topics' compression.type.");

    public static final ConfigKey<Integer> COMPRESSION_GZIP_LEVEL =
            ConfigKey.ofInt("compression.gzip.level")
                    .defaultsTo(-1)
                    .betweenOr(1, 9, -1)
                    .updatable(CLUSTER_WIDE)
                    .means("The default of the topics' compression.gzip.level.");

    public static final ConfigKey<Integer> COMPRESSION_LZ4_LEVEL =
            ConfigKey.ofInt("compression.lz4.level")
                    .defaultsTo(9)
                    .between(1, 17)
                    .updatable(CLUSTER_WIDE)
                    .means("The default of the topics' compression.lz4.level.");

    public static final ConfigKey<Integer> COMPRESSION_ZSTD_LEVEL =
            ConfigKey.ofInt("compression.zstd.level")
                    .defaultsTo(3)
                    .between(-131_072, 22)
                    .updatable(CLUSTER_WIDE)
                    .means("The default of the topics' compression.zstd.level.");

    public static final ConfigKey<Long> LOG_CLEANER_DELETE_RETENTION_MS =
            ConfigKey.ofLong("log.cleaner.delete.retention.ms")
                    .defaultsTo(86_400_000L)
                    .atLeast(0)
                    .unit("ms")
                    .updatable(CLUSTER_WIDE)
                    .withoutEffect(COMPACTION_LATER)
                    .means("The default of the topics' delete.retention.ms.");

    public static final ConfigKey<Long> LOG_CLEANER_MIN_COMPACTION_LAG_MS =
            ConfigKey.ofLong("log.cleaner.min.compaction.lag.ms")
                    .defaultsTo(0L)
                    .atLeast(0)
                    .unit("ms")
                    .updatable(CLUSTER_WIDE)
                    .withoutEffect(COMPACTION_LATER)
                    .means("The default of the topics' min.compaction.lag.ms.");

    public static final ConfigKey<Long> LOG_CLEANER_MAX_COMPACTION_LAG_MS =
            ConfigKey.ofLong("log.cleaner.max.compaction.lag.ms")
                    .defaultsTo(Long.MAX_VALUE)
                    .atLeast(1)
                    .unit("ms")
                    .updatable(CLUSTER_WIDE)
                    .withoutEffect(COMPACTION_LATER)
                    .means("The default of the topics' max.compaction.lag.ms.");

    public static final ConfigKey<Double> LOG_CLEANER_MIN_CLEANABLE_RATIO =
            ConfigKey.ofDouble("log.cleaner.min.cleanable.ratio")
                    .defaultsTo(0.5)
                    .between(0, 1)
                    .updatable(CLUSTER_WIDE)
                    .withoutEffect(COMPACTION_LATER)
                    .means("The default of the topics' min.cleanable.dirty.ratio.");

    private LogKeys() {}

    static List<ConfigKey<?>> all() {
        return List.of(
                LOG_DIR,
                LOG_DIRS,
                NUM_RECOVERY_THREADS_PER_DATA_DIR,
                LOG_SEGMENT_BYTES,
                LOG_ROLL_MS,
                LOG_ROLL_HOURS,
                LOG_ROLL_JITTER_MS,
                LOG_ROLL_JITTER_HOURS,
                LOG_RETENTION_MS,
                LOG_RETENTION_MINUTES,
                LOG_RETENTION_HOURS,
                LOG_RETENTION_BYTES,
                LOG_RETENTION_CHECK_INTERVAL_MS,
                LOG_CLEANUP_POLICY,
                LOG_INDEX_INTERVAL_BYTES,
                LOG_INDEX_SIZE_MAX_BYTES,
                LOG_FLUSH_INTERVAL_MESSAGES,
                LOG_FLUSH_INTERVAL_MS,
                LOG_FLUSH_SCHEDULER_INTERVAL_MS,
                LOG_FLUSH_OFFSET_CHECKPOINT_INTERVAL_MS,
                LOG_FLUSH_START_OFFSET_CHECKPOINT_INTERVAL_MS,
                REPLICA_HIGH_WATERMARK_CHECKPOINT_INTERVAL_MS,
                LOG_SEGMENT_DELETE_DELAY_MS,
                LOG_PREALLOCATE,
                LOG_MESSAGE_TIMESTAMP_TYPE,
                LOG_MESSAGE_TIMESTAMP_BEFORE_MAX_MS,
                LOG_MESSAGE_TIMESTAMP_AFTER_MAX_MS,
                LOG_MESSAGE_DOWNCONVERSION_ENABLE,
                MESSAGE_MAX_BYTES,
                MAX_DECOMPRESSED_MESSAGE_BYTES,
                COMPRESSION_TYPE,
                COMPRESSION_GZIP_LEVEL,
                COMPRESSION_LZ4_LEVEL,
                COMPRESSION_ZSTD_LEVEL,
                LOG_CLEANER_DELETE_RETENTION_MS,
                LOG_CLEANER_MIN_COMPACTION_LAG_MS,
                LOG_CLEANER_MAX_COMPACTION_LAG_MS,
                LOG_CLEANER_MIN_CLEANABLE_RATIO);
    }
}
