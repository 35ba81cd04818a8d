package dev.moldau.broker.group;

import dev.moldau.broker.group.GroupRecord.OffsetStored;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a commit stores and a fetch finds. Holds no state of its own; runs on the shard's lane. */
final class Offsets {

    private final GroupConfig config;
    private final Topics topics;

    Offsets(GroupConfig config, Topics topics) {
        this.config = config;
        this.topics = topics;
    }

    /** The outcome of each entry, as far as it is known before the append. */
    List<ErrorCode> check(CommitCommand command) {
        List<ErrorCode> errors = new ArrayList<>(command.offsets().size());
        for (CommitCommand.Entry entry : command.offsets()) {
            errors.add(
                    entry.metadata().length() > config.offsetMetadataMaxBytes()
                            ? ErrorCode.OFFSET_METADATA_TOO_LARGE
                            : ErrorCode.NONE);
        }
        return errors;
    }

    /** What to append for the entries that are in order. */
    List<GroupRecord> records(CommitCommand command, List<ErrorCode> errors, long wallMs) {
        List<GroupRecord> records = new ArrayList<>(errors.size());
        for (int i = 0; i < errors.size(); i++) {
            if (errors.get(i) == ErrorCode.NONE) {
                records.add(record(command, command.offsets().get(i), wallMs));
            }
        }
        return records;
    }

    private static GroupRecord record(
            CommitCommand command, CommitCommand.Entry entry, long wallMs) {
        long committedMs = entry.commitTimestampMs() < 0 ? wallMs : entry.commitTimestampMs();
        long expireMs =
                command.retentionMs() < 0
                        ? CommittedOffset.NO_EXPIRY
                        : committedMs + command.retentionMs();
        return new OffsetStored(
                command.groupId(),
                entry.topic(),
                entry.partition(),
                new CommittedOffset(
                        entry.offset(),
                        entry.leaderEpoch(),
                        entry.metadata(),
                        committedMs,
                        expireMs,
                        entry.topicId()));
    }

    /**
     * What is committed.
     *
     * @param stored what the log says about the group; null for nothing
     */
    OffsetFetchResult fetch(@Nullable StoredGroup stored, OffsetFetchCommand command) {
        List<OffsetFetchResult.Entry> entries = new ArrayList<>();
        List<TopicPartition> wanted = command.partitions();
        if (wanted != null) {
            for (TopicPartition partition : wanted) {
                entries.add(entry(stored, partition, command.requireStable()));
            }
        } else if (stored != null) {
            stored.offsets()
                    .forEach(
                            (topic, partition, offset) -> {
                                if (isOfThisTopic(topic, offset)) {
                                    entries.add(
                                            entry(
                                                    stored,
                                                    new TopicPartition(topic, partition),
                                                    command.requireStable()));
                                }
                            });
        }
        return new OffsetFetchResult(ErrorCode.NONE, entries);
    }

    private OffsetFetchResult.Entry entry(
            @Nullable StoredGroup stored, TopicPartition partition, boolean requireStable) {
        if (stored == null) {
            return new OffsetFetchResult.Entry(partition, ErrorCode.NONE, null);
        }
        if (requireStable && stored.isUnstable(partition.topic(), partition.partition())) {
            return new OffsetFetchResult.Entry(partition, ErrorCode.UNSTABLE_OFFSET_COMMIT, null);
        }
        CommittedOffset offset = stored.offsets().get(partition.topic(), partition.partition());
        boolean found = offset != null && isOfThisTopic(partition.topic(), offset);
        return new OffsetFetchResult.Entry(partition, ErrorCode.NONE, found ? offset : null);
    }

    /**
     * Whether the offset was committed for a topic that has been deleted. The broker may have died
     * before it could remove the offset.
     */
    boolean isOfNoTopic(String topic, CommittedOffset offset) {
        return topics.id(topic).isEmpty() || !isOfThisTopic(topic, offset);
    }

    /** Whether the offset was committed for the topic of this name, not for one deleted since. */
    private boolean isOfThisTopic(String topic, CommittedOffset offset) {
        return offset.topicId().equals(Uuid.ZERO)
                || topics.id(topic).map(offset.topicId()::equals).orElse(true);
    }
}
