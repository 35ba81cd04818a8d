package dev.moldau.common.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A topic's settings at one moment: what the topic sets, else what the broker says, else the
 * default. Immutable and safe for any thread; a change of either makes a new one. The accessors
 * cost a field read: produce and fetch use them for every request.
 */
public final class TopicConfig {

    private final BrokerConfig broker;
    private final Map<String, String> overrides;
    private final Map<ConfigKey<?>, Object> values = new HashMap<>();

    private final boolean compact;
    private final boolean delete;
    private final int maxMessageBytes;
    private final int maxDecompressedMessageBytes;
    private final boolean logAppendTime;
    private final long timestampBeforeMaxMs;
    private final long timestampAfterMaxMs;
    private final boolean downconversion;
    private final String compressionType;
    private final int minInsyncReplicas;
    private final long retentionMs;
    private final long retentionBytes;
    private final int segmentBytes;
    private final long segmentMs;
    private final long segmentJitterMs;
    private final int segmentIndexBytes;
    private final int indexIntervalBytes;
    private final long flushMessages;
    private final long flushMs;
    private final long fileDeleteDelayMs;

    private TopicConfig(BrokerConfig broker, Map<String, String> overrides) {
        this.broker = broker;
        this.overrides = Map.copyOf(overrides);
        TopicKeys.all().keys().forEach(this::resolve);
        List<String> policy = get(TopicKeys.CLEANUP_POLICY);
        this.compact = policy.contains("compact");
        this.delete = policy.contains("delete");
        this.maxMessageBytes = get(TopicKeys.MAX_MESSAGE_BYTES);
        this.maxDecompressedMessageBytes = get(TopicKeys.MAX_DECOMPRESSED_MESSAGE_BYTES);
        this.logAppendTime = get(TopicKeys.MESSAGE_TIMESTAMP_TYPE).equals("LogAppendTime");
        this.timestampBeforeMaxMs = get(TopicKeys.MESSAGE_TIMESTAMP_BEFORE_MAX_MS);
        this.timestampAfterMaxMs = get(TopicKeys.MESSAGE_TIMESTAMP_AFTER_MAX_MS);
        this.downconversion = get(TopicKeys.MESSAGE_DOWNCONVERSION_ENABLE);
        this.compressionType = get(TopicKeys.COMPRESSION_TYPE);
        this.minInsyncReplicas = get(TopicKeys.MIN_INSYNC_REPLICAS);
        this.retentionMs = get(TopicKeys.RETENTION_MS);
        this.retentionBytes = get(TopicKeys.RETENTION_BYTES);
        this.segmentBytes = get(TopicKeys.SEGMENT_BYTES);
        this.segmentMs = get(TopicKeys.SEGMENT_MS);
        this.segmentJitterMs = get(TopicKeys.SEGMENT_JITTER_MS);
        this.segmentIndexBytes = get(TopicKeys.SEGMENT_INDEX_BYTES);
        this.indexIntervalBytes = get(TopicKeys.INDEX_INTERVAL_BYTES);
        this.flushMessages = get(TopicKeys.FLUSH_MESSAGES);
        this.flushMs = get(TopicKeys.FLUSH_MS);
        this.fileDeleteDelayMs = get(TopicKeys.FILE_DELETE_DELAY_MS);
    }

    /**
     * The settings of a topic. Overrides whose key is unknown here do not count: a newer release
     * may have stored them.
     *
     * @param broker the broker's settings
     * @param overrides what the topic sets, by key
     * @throws InvalidConfigException if an override's value is wrong
     */
    public static TopicConfig of(BrokerConfig broker, Map<String, String> overrides) {
        return new TopicConfig(broker, overrides);
    }

    /**
     * Checks what somebody wants to set on a topic.
     *
     * @throws InvalidConfigException if a key is unknown or a value wrong; the message names it
     */
    public static void validate(Map<String, String> overrides) {
        overrides.forEach((name, text) -> TopicKeys.all().require(name).parse(text));
    }

    private void resolve(ConfigKey<?> key) {
        String override = overrides.get(key.name());
        if (override != null) {
            values.put(key, key.parse(override));
            return;
        }
        for (ConfigKey.Counterpart counterpart : key.counterparts()) {
            if (broker.isSet(counterpart.key())) {
                values.put(key, counterpart.convert(broker.get(counterpart.key())));
                return;
            }
        }
        key.defaultValue().ifPresent(value -> values.put(key, value));
    }

    /**
     * The value of a key.
     *
     * @throws IllegalStateException if the key has neither a value nor a default
     */
    // The map holds under each key what the key itself parsed, so the cast cannot fail.
    @SuppressWarnings("unchecked")
    public <T> T get(ConfigKey<T> key) {
        @Nullable T value = (T) values.get(key);
        if (value == null) {
            throw new IllegalStateException(key + " has no value and no default");
        }
        return value;
    }

    /** What the topic itself sets. */
    public Map<String, String> overrides() {
        return overrides;
    }

    /** Every setting. */
    public List<ConfigEntry> describe() {
        return TopicKeys.all().keys().stream().map(this::describe).toList();
    }

    /** The setting of one key. */
    public ConfigEntry describe(ConfigKey<?> key) {
        List<ConfigEntry.Synonym> synonyms = new ArrayList<>();
        String override = overrides.get(key.name());
        if (override != null) {
            synonyms.add(new ConfigEntry.Synonym(key.name(), override, ConfigSource.TOPIC));
        }
        key.counterparts().forEach(c -> synonyms.addAll(broker.sources(c.key())));
        if (key.counterparts().isEmpty()) {
            key.defaultValue()
                    .map(ConfigType::format)
                    .ifPresent(
                            text ->
                                    synonyms.add(
                                            new ConfigEntry.Synonym(
                                                    key.name(), text, ConfigSource.DEFAULT)));
        }
        Object value = values.get(key);
        return new ConfigEntry(
                key,
                value == null ? null : ConfigType.format(value),
                synonyms.isEmpty() ? ConfigSource.DEFAULT : synonyms.get(0).source(),
                false,
                synonyms);
    }

    /** Whether the log keeps the last record of each key. */
    public boolean compact() {
        return compact;
    }

    /** Whether old segments are dropped by age and size. */
    public boolean delete() {
        return delete;
    }

    /** The largest batch that is taken, in bytes. */
    public int maxMessageBytes() {
        return maxMessageBytes;
    }

    /** The most that a batch may hold when it is unpacked, in bytes. */
    public int maxDecompressedMessageBytes() {
        return maxDecompressedMessageBytes;
    }

    /** Whether records bear the time of their append instead of the producer's. */
    public boolean logAppendTime() {
        return logAppendTime;
    }

    /** How far before the broker's time a record's may lie, in milliseconds. */
    public long timestampBeforeMaxMs() {
        return timestampBeforeMaxMs;
    }

    /** How far after the broker's time a record's may lie, in milliseconds. */
    public long timestampAfterMaxMs() {
        return timestampAfterMaxMs;
    }

    /** Whether old consumers get records converted to their format. */
    public boolean downconversion() {
        return downconversion;
    }

    /** The codec in which batches are kept, or {@code producer}. */
    public String compressionType() {
        return compressionType;
    }

    /** How many replicas must be in sync for {@code acks=all}. */
    public int minInsyncReplicas() {
        return minInsyncReplicas;
    }

    /** The age at which a segment is dropped, in milliseconds; -1 for never. */
    public long retentionMs() {
        return retentionMs;
    }

    /** The size above which the oldest segments are dropped, in bytes; -1 for no limit. */
    public long retentionBytes() {
        return retentionBytes;
    }

    /** The size at which a segment is closed, in bytes. */
    public int segmentBytes() {
        return segmentBytes;
    }

    /** The age at which a segment is closed, in milliseconds. */
    public long segmentMs() {
        return segmentMs;
    }

    /** By how much at most {@link #segmentMs} is shortened at random, in milliseconds. */
    public long segmentJitterMs() {
        return segmentJitterMs;
    }

    /** The size of an index at which a segment is closed, in bytes. */
    public int segmentIndexBytes() {
        return segmentIndexBytes;
    }

    /** How many bytes of log lie between two index entries. */
    public int indexIntervalBytes() {
        return indexIntervalBytes;
    }

    /** After how many records the log is forced to disk. */
    public long flushMessages() {
        return flushMessages;
    }

    /** How old a record may get before the log is forced to disk, in milliseconds. */
    public long flushMs() {
        return flushMs;
    }

    /** How long the files of a dropped segment stay on disk, in milliseconds. */
    public long fileDeleteDelayMs() {
        return fileDeleteDelayMs;
    }
}
