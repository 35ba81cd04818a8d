package dev.moldau.broker.group;

import dev.moldau.broker.group.GroupRecord.GenerationStored;
import dev.moldau.broker.group.GroupRecord.GroupRemoved;
import dev.moldau.broker.group.GroupRecord.OffsetRemoved;
import dev.moldau.broker.group.GroupRecord.OffsetStored;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.GroupMetadataKey;
import dev.moldau.protocol.message.GroupMetadataKeyCodec;
import dev.moldau.protocol.message.GroupMetadataValue;
import dev.moldau.protocol.message.GroupMetadataValueCodec;
import dev.moldau.protocol.message.OffsetCommitKey;
import dev.moldau.protocol.message.OffsetCommitKeyCodec;
import dev.moldau.protocol.message.OffsetCommitValue;
import dev.moldau.protocol.message.OffsetCommitValueCodec;
import dev.moldau.protocol.wire.MessageCodec;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Kafka's record formats of {@code __consumer_offsets}. Key and value each begin with a two-byte
 * version; the key's says what the record is about: 0 and 1 an offset, 2 a generation, more a fact
 * about a consumer group ({@link ConsumerRecordFormat}) or what this broker does not keep. A null
 * value takes away what the key names.
 *
 * <p>One per lane task; reading shares equal topic and group names between records.
 */
final class GroupRecordFormat {

    private static final short OFFSET_KEY = 1;
    private static final short GENERATION_KEY = 2;

    /** The version with an expiry of the offset's own. */
    private static final short OFFSET_WITH_EXPIRY = 1;

    private static final short OFFSET = 3;
    private static final short OFFSET_WITH_TOPIC_ID = 4;
    private static final short GENERATION = 3;

    private final Map<String, String> names = new HashMap<>();

    /** The key of the record in the log. */
    static ByteBuffer key(GroupRecord record) {
        return switch (record) {
            case OffsetStored stored ->
                    offsetKey(stored.groupId(), stored.topic(), stored.partition());
            case OffsetRemoved removed ->
                    offsetKey(removed.groupId(), removed.topic(), removed.partition());
            case GenerationStored stored -> groupKey(stored.groupId());
            case GroupRemoved removed -> groupKey(removed.groupId());
            case ConsumerGroupRecord ofConsumers -> ConsumerRecordFormat.key(ofConsumers);
        };
    }

    private static ByteBuffer offsetKey(String groupId, String topic, int partition) {
        return write(
                OffsetCommitKeyCodec.INSTANCE,
                new OffsetCommitKey(groupId, topic, partition),
                OFFSET_KEY);
    }

    private static ByteBuffer groupKey(String groupId) {
        return write(GroupMetadataKeyCodec.INSTANCE, new GroupMetadataKey(groupId), GENERATION_KEY);
    }

    /** The value of the record in the log; null for one that takes something away. */
    static @Nullable ByteBuffer value(GroupRecord record) {
        return switch (record) {
            case OffsetStored stored -> offsetValue(stored.offset());
            case GenerationStored stored ->
                    write(
                            GroupMetadataValueCodec.INSTANCE,
                            generationValue(stored.generation()),
                            GENERATION);
            case OffsetRemoved _, GroupRemoved _ -> null;
            case ConsumerGroupRecord ofConsumers -> ConsumerRecordFormat.value(ofConsumers);
        };
    }

    private static ByteBuffer offsetValue(CommittedOffset offset) {
        short version;
        if (offset.expireTimestampMs() != CommittedOffset.NO_EXPIRY) {
            version = OFFSET_WITH_EXPIRY;
        } else {
            version = offset.topicId().equals(Uuid.ZERO) ? OFFSET : OFFSET_WITH_TOPIC_ID;
        }
        return write(
                OffsetCommitValueCodec.INSTANCE,
                new OffsetCommitValue(
                        offset.offset(),
                        offset.leaderEpoch(),
                        offset.metadata(),
                        offset.commitTimestampMs(),
                        offset.expireTimestampMs(),
                        offset.topicId()),
                version);
    }

    private static GroupMetadataValue generationValue(StoredGeneration generation) {
        return new GroupMetadataValue(
                generation.protocolType(),
                generation.generation(),
                generation.protocolName(),
                generation.leaderId(),
                generation.stateTimestampMs(),
                generation.members().stream().map(GroupRecordFormat::memberValue).toList());
    }

    private static GroupMetadataValue.Member memberValue(StoredGeneration.Member member) {
        return new GroupMetadataValue.Member(
                member.memberId(),
                member.instanceId(),
                member.clientId(),
                member.clientHost(),
                member.rebalanceTimeoutMs(),
                member.sessionTimeoutMs(),
                member.subscription(),
                member.assignment());
    }

    static <M extends ApiMessage> ByteBuffer write(
            MessageCodec<M> codec, M message, short version) {
        WireWriter out = new WireWriter();
        out.writeInt16(version);
        codec.write(message, out, version);
        return out.toBuffer();
    }

    /**
     * Reads a record.
     *
     * @return the fact, or empty if the key is of a kind that this broker does not keep
     * @throws dev.moldau.protocol.wire.MalformedMessageException if key or value are not what their
     *     versions say
     */
    Optional<GroupRecord> read(ByteBuffer key, @Nullable ByteBuffer value) {
        WireReader keyIn = new WireReader(key);
        short version = keyIn.readInt16();
        return switch (version) {
            case 0, OFFSET_KEY ->
                    Optional.of(
                            readOffset(OffsetCommitKeyCodec.INSTANCE.read(keyIn, version), value));
            case GENERATION_KEY ->
                    Optional.of(
                            readGeneration(
                                    GroupMetadataKeyCodec.INSTANCE.read(keyIn, version), value));
            default -> ConsumerRecordFormat.read(version, keyIn, value);
        };
    }

    private GroupRecord readOffset(OffsetCommitKey key, @Nullable ByteBuffer value) {
        String groupId = shared(key.group());
        String topic = shared(key.topic());
        if (value == null) {
            return new OffsetRemoved(groupId, topic, key.partition());
        }
        OffsetCommitValue read = readValue(OffsetCommitValueCodec.INSTANCE, value);
        return new OffsetStored(
                groupId,
                topic,
                key.partition(),
                new CommittedOffset(
                        read.offset(),
                        read.leaderEpoch(),
                        shared(read.metadata()),
                        read.commitTimestamp(),
                        read.expireTimestamp(),
                        read.topicId()));
    }

    private GroupRecord readGeneration(GroupMetadataKey key, @Nullable ByteBuffer value) {
        String groupId = shared(key.group());
        if (value == null) {
            return new GroupRemoved(groupId);
        }
        GroupMetadataValue read = readValue(GroupMetadataValueCodec.INSTANCE, value);
        List<StoredGeneration.Member> members =
                read.members().stream().map(GroupRecordFormat::member).toList();
        return new GenerationStored(
                groupId,
                new StoredGeneration(
                        read.protocolType(),
                        read.generation(),
                        read.protocol(),
                        read.leader(),
                        read.currentStateTimestamp(),
                        members));
    }

    private static StoredGeneration.Member member(GroupMetadataValue.Member read) {
        return new StoredGeneration.Member(
                read.memberId(),
                read.groupInstanceId(),
                read.clientId(),
                read.clientHost(),
                read.rebalanceTimeout() < 0 ? read.sessionTimeout() : read.rebalanceTimeout(),
                read.sessionTimeout(),
                copy(read.subscription()),
                copy(read.assignment()));
    }

    static ByteBuffer copy(ByteBuffer borrowed) {
        return ByteBuffer.allocate(borrowed.remaining()).put(borrowed.duplicate()).flip();
    }

    static <M extends ApiMessage> M readValue(MessageCodec<M> codec, ByteBuffer value) {
        WireReader in = new WireReader(value);
        short version = in.readInt16();
        if (version < codec.lowestVersion() || version > codec.highestVersion()) {
            throw in.malformed(
                    "unknown version " + version + " of " + codec.type().getSimpleName());
        }
        return codec.read(in, version);
    }

    private String shared(String name) {
        if (name.isEmpty()) {
            return "";
        }
        String known = names.putIfAbsent(name, name);
        return known == null ? name : known;
    }
}
