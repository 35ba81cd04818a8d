package dev.moldau.broker.group;

import dev.moldau.broker.group.ConsumerGroupRecord.CurrentRemoved;
import dev.moldau.broker.group.ConsumerGroupRecord.CurrentStored;
import dev.moldau.broker.group.ConsumerGroupRecord.EpochRemoved;
import dev.moldau.broker.group.ConsumerGroupRecord.EpochStored;
import dev.moldau.broker.group.ConsumerGroupRecord.MemberRemoved;
import dev.moldau.broker.group.ConsumerGroupRecord.MemberStored;
import dev.moldau.broker.group.ConsumerGroupRecord.RegexRemoved;
import dev.moldau.broker.group.ConsumerGroupRecord.RegexStored;
import dev.moldau.broker.group.ConsumerGroupRecord.TargetEpochRemoved;
import dev.moldau.broker.group.ConsumerGroupRecord.TargetEpochStored;
import dev.moldau.broker.group.ConsumerGroupRecord.TargetRemoved;
import dev.moldau.broker.group.ConsumerGroupRecord.TargetStored;
import dev.moldau.broker.group.assign.PartitionSet;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.message.ConsumerGroupCurrentMemberAssignmentKey;
import dev.moldau.protocol.message.ConsumerGroupCurrentMemberAssignmentKeyCodec;
import dev.moldau.protocol.message.ConsumerGroupCurrentMemberAssignmentValue;
import dev.moldau.protocol.message.ConsumerGroupCurrentMemberAssignmentValueCodec;
import dev.moldau.protocol.message.ConsumerGroupMemberMetadataKey;
import dev.moldau.protocol.message.ConsumerGroupMemberMetadataKeyCodec;
import dev.moldau.protocol.message.ConsumerGroupMemberMetadataValue;
import dev.moldau.protocol.message.ConsumerGroupMemberMetadataValueCodec;
import dev.moldau.protocol.message.ConsumerGroupMetadataKey;
import dev.moldau.protocol.message.ConsumerGroupMetadataKeyCodec;
import dev.moldau.protocol.message.ConsumerGroupMetadataValue;
import dev.moldau.protocol.message.ConsumerGroupMetadataValueCodec;
import dev.moldau.protocol.message.ConsumerGroupRegularExpressionKey;
import dev.moldau.protocol.message.ConsumerGroupRegularExpressionKeyCodec;
import dev.moldau.protocol.message.ConsumerGroupRegularExpressionValue;
import dev.moldau.protocol.message.ConsumerGroupRegularExpressionValueCodec;
import dev.moldau.protocol.message.ConsumerGroupTargetAssignmentMemberKey;
import dev.moldau.protocol.message.ConsumerGroupTargetAssignmentMemberKeyCodec;
import dev.moldau.protocol.message.ConsumerGroupTargetAssignmentMemberValue;
import dev.moldau.protocol.message.ConsumerGroupTargetAssignmentMemberValueCodec;
import dev.moldau.protocol.message.ConsumerGroupTargetAssignmentMetadataKey;
import dev.moldau.protocol.message.ConsumerGroupTargetAssignmentMetadataKeyCodec;
import dev.moldau.protocol.message.ConsumerGroupTargetAssignmentMetadataValue;
import dev.moldau.protocol.message.ConsumerGroupTargetAssignmentMetadataValueCodec;
import dev.moldau.protocol.wire.WireReader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Kafka's record formats of consumer groups in {@code __consumer_offsets}; the part of {@link
 * GroupRecordFormat} for key types 3 and 5 to 16. Type 4, in which Kafka up to 4.0 kept the
 * subscribed topics' partitions, is read over: the epoch's hash took its place.
 */
final class ConsumerRecordFormat {

    private static final short EPOCH_KEY = 3;
    private static final short MEMBER_KEY = 5;
    private static final short TARGET_EPOCH_KEY = 6;
    private static final short TARGET_KEY = 7;
    private static final short CURRENT_KEY = 8;
    private static final short REGEX_KEY = 16;
    private static final short VALUE = 0;

    private ConsumerRecordFormat() {}

    static ByteBuffer key(ConsumerGroupRecord record) {
        return switch (record) {
            case EpochStored stored -> epochKey(stored.groupId());
            case EpochRemoved removed -> epochKey(removed.groupId());
            case MemberStored stored -> memberKey(stored.groupId(), stored.memberId());
            case MemberRemoved removed -> memberKey(removed.groupId(), removed.memberId());
            case TargetEpochStored stored -> targetEpochKey(stored.groupId());
            case TargetEpochRemoved removed -> targetEpochKey(removed.groupId());
            case TargetStored stored -> targetKey(stored.groupId(), stored.memberId());
            case TargetRemoved removed -> targetKey(removed.groupId(), removed.memberId());
            case CurrentStored stored -> currentKey(stored.groupId(), stored.memberId());
            case CurrentRemoved removed -> currentKey(removed.groupId(), removed.memberId());
            case RegexStored stored -> regexKey(stored.groupId(), stored.regex());
            case RegexRemoved removed -> regexKey(removed.groupId(), removed.regex());
        };
    }

    private static ByteBuffer epochKey(String groupId) {
        return GroupRecordFormat.write(
                ConsumerGroupMetadataKeyCodec.INSTANCE,
                new ConsumerGroupMetadataKey(groupId),
                EPOCH_KEY);
    }

    private static ByteBuffer memberKey(String groupId, String memberId) {
        return GroupRecordFormat.write(
                ConsumerGroupMemberMetadataKeyCodec.INSTANCE,
                new ConsumerGroupMemberMetadataKey(groupId, memberId),
                MEMBER_KEY);
    }

    private static ByteBuffer targetEpochKey(String groupId) {
        return GroupRecordFormat.write(
                ConsumerGroupTargetAssignmentMetadataKeyCodec.INSTANCE,
                new ConsumerGroupTargetAssignmentMetadataKey(groupId),
                TARGET_EPOCH_KEY);
    }

    private static ByteBuffer targetKey(String groupId, String memberId) {
        return GroupRecordFormat.write(
                ConsumerGroupTargetAssignmentMemberKeyCodec.INSTANCE,
                new ConsumerGroupTargetAssignmentMemberKey(groupId, memberId),
                TARGET_KEY);
    }

    private static ByteBuffer currentKey(String groupId, String memberId) {
        return GroupRecordFormat.write(
                ConsumerGroupCurrentMemberAssignmentKeyCodec.INSTANCE,
                new ConsumerGroupCurrentMemberAssignmentKey(groupId, memberId),
                CURRENT_KEY);
    }

    private static ByteBuffer regexKey(String groupId, String regex) {
        return GroupRecordFormat.write(
                ConsumerGroupRegularExpressionKeyCodec.INSTANCE,
                new ConsumerGroupRegularExpressionKey(groupId, regex),
                REGEX_KEY);
    }

    static @Nullable ByteBuffer value(ConsumerGroupRecord record) {
        return switch (record) {
            case EpochStored stored ->
                    GroupRecordFormat.write(
                            ConsumerGroupMetadataValueCodec.INSTANCE,
                            new ConsumerGroupMetadataValue(stored.epoch(), stored.topicsHash()),
                            VALUE);
            case MemberStored stored ->
                    GroupRecordFormat.write(
                            ConsumerGroupMemberMetadataValueCodec.INSTANCE,
                            profileValue(stored.profile()),
                            VALUE);
            case TargetEpochStored stored ->
                    GroupRecordFormat.write(
                            ConsumerGroupTargetAssignmentMetadataValueCodec.INSTANCE,
                            new ConsumerGroupTargetAssignmentMetadataValue(
                                    stored.epoch(), stored.wallMs()),
                            VALUE);
            case TargetStored stored ->
                    GroupRecordFormat.write(
                            ConsumerGroupTargetAssignmentMemberValueCodec.INSTANCE,
                            new ConsumerGroupTargetAssignmentMemberValue(
                                    topics(
                                            stored.target(),
                                            ConsumerGroupTargetAssignmentMemberValue.TopicPartition
                                                    ::new)),
                            VALUE);
            case CurrentStored stored ->
                    GroupRecordFormat.write(
                            ConsumerGroupCurrentMemberAssignmentValueCodec.INSTANCE,
                            currentValue(stored.current()),
                            VALUE);
            case RegexStored stored ->
                    GroupRecordFormat.write(
                            ConsumerGroupRegularExpressionValueCodec.INSTANCE,
                            new ConsumerGroupRegularExpressionValue(
                                    List.copyOf(new TreeSet<>(stored.resolved().topics())),
                                    stored.resolved().imageVersion(),
                                    stored.resolved().wallMs()),
                            VALUE);
            case EpochRemoved _,
                    MemberRemoved _,
                    TargetEpochRemoved _,
                    TargetRemoved _,
                    CurrentRemoved _,
                    RegexRemoved _ ->
                    null;
        };
    }

    private static ConsumerGroupMemberMetadataValue profileValue(MemberProfile profile) {
        MemberProfile.Classic classic = profile.classic();
        return new ConsumerGroupMemberMetadataValue(
                profile.instanceId(),
                profile.rackId(),
                profile.clientId(),
                profile.clientHost(),
                profile.sortedTopics(),
                profile.regex(),
                profile.rebalanceTimeoutMs(),
                profile.assignor(),
                classic == null
                        ? null
                        : new ConsumerGroupMemberMetadataValue.ClassicMemberMetadata(
                                classic.sessionTimeoutMs(),
                                classic.protocols().stream()
                                        .map(ConsumerRecordFormat::classicProtocol)
                                        .toList()));
    }

    private static ConsumerGroupMemberMetadataValue.ClassicProtocol classicProtocol(
            Protocol protocol) {
        return new ConsumerGroupMemberMetadataValue.ClassicProtocol(
                protocol.name(), protocol.metadata());
    }

    private static ConsumerGroupCurrentMemberAssignmentValue currentValue(
            CurrentAssignment current) {
        return new ConsumerGroupCurrentMemberAssignmentValue(
                current.epoch(),
                current.previousEpoch(),
                current.state().id(),
                topics(current.assigned(), ConsumerRecordFormat::currentTopic),
                topics(current.revoking(), ConsumerRecordFormat::currentTopic));
    }

    private static ConsumerGroupCurrentMemberAssignmentValue.TopicPartitions currentTopic(
            Uuid topicId, List<Integer> partitions) {
        return new ConsumerGroupCurrentMemberAssignmentValue.TopicPartitions(
                topicId, partitions, List.of());
    }

    private static <T> List<T> topics(
            PartitionSet partitions, BiFunction<Uuid, List<Integer>, T> topic) {
        List<T> topics = new ArrayList<>(partitions.topics().size());
        for (Uuid topicId : partitions.topics()) {
            topics.add(
                    topic.apply(
                            topicId,
                            Arrays.stream(partitions.partitions(topicId)).boxed().toList()));
        }
        return topics;
    }

    /**
     * Reads a record whose key's version has been read.
     *
     * @return the fact, or empty if the key is of a kind that this broker does not keep
     */
    static Optional<GroupRecord> read(short type, WireReader key, @Nullable ByteBuffer value) {
        return switch (type) {
            case EPOCH_KEY ->
                    Optional.of(
                            readEpoch(
                                    ConsumerGroupMetadataKeyCodec.INSTANCE
                                            .read(key, type)
                                            .groupId(),
                                    value));
            case MEMBER_KEY ->
                    Optional.of(
                            readMember(
                                    ConsumerGroupMemberMetadataKeyCodec.INSTANCE.read(key, type),
                                    value));
            case TARGET_EPOCH_KEY ->
                    Optional.of(
                            readTargetEpoch(
                                    ConsumerGroupTargetAssignmentMetadataKeyCodec.INSTANCE
                                            .read(key, type)
                                            .groupId(),
                                    value));
            case TARGET_KEY ->
                    Optional.of(
                            readTarget(
                                    ConsumerGroupTargetAssignmentMemberKeyCodec.INSTANCE.read(
                                            key, type),
                                    value));
            case CURRENT_KEY ->
                    Optional.of(
                            readCurrent(
                                    ConsumerGroupCurrentMemberAssignmentKeyCodec.INSTANCE.read(
                                            key, type),
                                    value));
            case REGEX_KEY ->
                    Optional.of(
                            readRegex(
                                    ConsumerGroupRegularExpressionKeyCodec.INSTANCE.read(key, type),
                                    value));
            default -> Optional.empty();
        };
    }

    private static GroupRecord readEpoch(String groupId, @Nullable ByteBuffer value) {
        if (value == null) {
            return new EpochRemoved(groupId);
        }
        ConsumerGroupMetadataValue read =
                GroupRecordFormat.readValue(ConsumerGroupMetadataValueCodec.INSTANCE, value);
        return new EpochStored(groupId, read.epoch(), read.metadataHash());
    }

    private static GroupRecord readMember(
            ConsumerGroupMemberMetadataKey key, @Nullable ByteBuffer value) {
        if (value == null) {
            return new MemberRemoved(key.groupId(), key.memberId());
        }
        ConsumerGroupMemberMetadataValue read =
                GroupRecordFormat.readValue(ConsumerGroupMemberMetadataValueCodec.INSTANCE, value);
        return new MemberStored(
                key.groupId(),
                key.memberId(),
                new MemberProfile(
                        read.instanceId(),
                        read.rackId(),
                        read.clientId(),
                        read.clientHost(),
                        new HashSet<>(read.subscribedTopicNames()),
                        read.subscribedTopicRegex(),
                        read.rebalanceTimeoutMs(),
                        read.serverAssignor(),
                        classic(read.classicMemberMetadata())));
    }

    /** A record of nothing but defaults stands for a member that does not speak it. */
    private static MemberProfile.@Nullable Classic classic(
            ConsumerGroupMemberMetadataValue.@Nullable ClassicMemberMetadata read) {
        if (read == null || read.supportedProtocols().isEmpty()) {
            return null;
        }
        return new MemberProfile.Classic(
                read.sessionTimeoutMs(),
                read.supportedProtocols().stream()
                        .map(
                                protocol ->
                                        new Protocol(
                                                protocol.name(),
                                                GroupRecordFormat.copy(protocol.metadata())))
                        .toList());
    }

    private static GroupRecord readTargetEpoch(String groupId, @Nullable ByteBuffer value) {
        if (value == null) {
            return new TargetEpochRemoved(groupId);
        }
        ConsumerGroupTargetAssignmentMetadataValue read =
                GroupRecordFormat.readValue(
                        ConsumerGroupTargetAssignmentMetadataValueCodec.INSTANCE, value);
        return new TargetEpochStored(groupId, read.assignmentEpoch(), read.assignmentTimestamp());
    }

    private static GroupRecord readTarget(
            ConsumerGroupTargetAssignmentMemberKey key, @Nullable ByteBuffer value) {
        if (value == null) {
            return new TargetRemoved(key.groupId(), key.memberId());
        }
        PartitionSet.Builder target = PartitionSet.builder();
        for (ConsumerGroupTargetAssignmentMemberValue.TopicPartition topic :
                GroupRecordFormat.readValue(
                                ConsumerGroupTargetAssignmentMemberValueCodec.INSTANCE, value)
                        .topicPartitions()) {
            addAll(target, topic.topicId(), topic.partitions());
        }
        return new TargetStored(key.groupId(), key.memberId(), target.build());
    }

    private static GroupRecord readCurrent(
            ConsumerGroupCurrentMemberAssignmentKey key, @Nullable ByteBuffer value) {
        if (value == null) {
            return new CurrentRemoved(key.groupId(), key.memberId());
        }
        ConsumerGroupCurrentMemberAssignmentValue read =
                GroupRecordFormat.readValue(
                        ConsumerGroupCurrentMemberAssignmentValueCodec.INSTANCE, value);
        return new CurrentStored(
                key.groupId(),
                key.memberId(),
                new CurrentAssignment(
                        read.memberEpoch(),
                        read.previousMemberEpoch(),
                        CurrentAssignment.State.of(read.state()),
                        partitions(read.assignedPartitions()),
                        partitions(read.partitionsPendingRevocation())));
    }

    private static PartitionSet partitions(
            List<ConsumerGroupCurrentMemberAssignmentValue.TopicPartitions> topics) {
        PartitionSet.Builder all = PartitionSet.builder();
        topics.forEach(topic -> addAll(all, topic.topicId(), topic.partitions()));
        return all.build();
    }

    private static void addAll(PartitionSet.Builder all, Uuid topicId, List<Integer> partitions) {
        // A negative index names no partition, and nobody can own it.
        partitions.stream()
                .filter(partition -> partition >= 0)
                .forEach(partition -> all.add(topicId, partition));
    }

    private static GroupRecord readRegex(
            ConsumerGroupRegularExpressionKey key, @Nullable ByteBuffer value) {
        if (value == null) {
            return new RegexRemoved(key.groupId(), key.regularExpression());
        }
        ConsumerGroupRegularExpressionValue read =
                GroupRecordFormat.readValue(
                        ConsumerGroupRegularExpressionValueCodec.INSTANCE, value);
        return new RegexStored(
                key.groupId(),
                key.regularExpression(),
                new ResolvedRegex(new HashSet<>(read.topics()), read.version(), read.timestamp()));
    }
}
