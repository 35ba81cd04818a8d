package dev.moldau.client.fake;

import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ConsumerGroupHeartbeatRequest;
import dev.moldau.protocol.message.ConsumerGroupHeartbeatResponse;
import dev.moldau.protocol.message.FindCoordinatorRequest;
import dev.moldau.protocol.message.FindCoordinatorResponse;
import dev.moldau.protocol.message.HeartbeatRequest;
import dev.moldau.protocol.message.HeartbeatResponse;
import dev.moldau.protocol.message.JoinGroupRequest;
import dev.moldau.protocol.message.LeaveGroupRequest;
import dev.moldau.protocol.message.LeaveGroupResponse;
import dev.moldau.protocol.message.OffsetCommitRequest;
import dev.moldau.protocol.message.OffsetCommitResponse;
import dev.moldau.protocol.message.OffsetFetchRequest;
import dev.moldau.protocol.message.OffsetFetchResponse;
import dev.moldau.protocol.message.SyncGroupRequest;
import dev.moldau.protocol.message.SyncGroupResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The groups of a cluster, all coordinated by one broker, which can change. Part of its cluster.
 */
public final class FakeGroups {

    /** Asked for one group up to this version, for several since. */
    private static final short LAST_SINGLE_COORDINATOR = 3;

    private static final short LAST_SINGLE_OFFSETS = 7;

    /**
     * A committed offset.
     *
     * @param epoch -1 if none was told
     */
    public record Committed(long offset, int epoch, String metadata) {}

    private final FakeCluster cluster;
    private final VirtualTime time;
    private final Map<String, FakeGroup> groups = new HashMap<>();
    private final Map<String, FakeBalancedGroup> balanced = new HashMap<>();
    private int coordinator;

    FakeGroups(FakeCluster cluster, VirtualTime time) {
        this.cluster = cluster;
        this.time = time;
    }

    /** Another broker coordinates from now on, with all that is known. */
    public void moveTo(int broker) {
        coordinator = broker;
    }

    /** What a group has committed. */
    public Map<TopicPartition, Committed> committed(String group) {
        return group(group).committed;
    }

    /** How many generations, or epochs, a group has had. */
    public int generation(String group) {
        return group(group).generation() + balanced(group).epoch();
    }

    /** What each member of a group that is balanced here has, by the coordinator's book. */
    public Map<String, Set<TopicPartition>> book(String group) {
        return balanced(group).book();
    }

    /** A member of a group that is balanced here is taken for dead. */
    public void expire(String group, String memberId) {
        balanced(group).expire(memberId);
    }

    private FakeBalancedGroup balanced(String id) {
        return balanced.computeIfAbsent(id, name -> new FakeBalancedGroup(cluster, time));
    }

    private FakeGroup group(String id) {
        return groups.computeIfAbsent(id, name -> new FakeGroup(time, name));
    }

    private boolean isElsewhere(ModelBroker broker) {
        return broker.id() != coordinator;
    }

    FindCoordinatorResponse find(FindCoordinatorRequest request, short version) {
        String key =
                version <= LAST_SINGLE_COORDINATOR
                        ? request.key()
                        : request.coordinatorKeys().get(0);
        ModelBroker broker = cluster.broker(coordinator);
        FindCoordinatorResponse.Coordinator found =
                broker.condition() == ModelBroker.Condition.DOWN
                        ? FindCoordinatorResponse.Coordinator.error(
                                key, ErrorCode.COORDINATOR_NOT_AVAILABLE, null)
                        : new FindCoordinatorResponse.Coordinator(
                                key, coordinator, broker.host(), broker.port(), (short) 0, null);
        return version <= LAST_SINGLE_COORDINATOR
                ? FindCoordinatorResponse.ofOne(found)
                : FindCoordinatorResponse.ofMany(List.of(found));
    }

    void join(
            ModelBroker broker,
            JoinGroupRequest request,
            short version,
            Consumer<ApiMessage> answer) {
        if (isElsewhere(broker)) {
            answer.accept(FakeGroup.refusal(request, version, ErrorCode.NOT_COORDINATOR));
        } else {
            group(request.groupId()).join(request, version, answer);
        }
    }

    void sync(ModelBroker broker, SyncGroupRequest request, Consumer<ApiMessage> answer) {
        if (isElsewhere(broker)) {
            answer.accept(SyncGroupResponse.error(ErrorCode.NOT_COORDINATOR));
        } else {
            group(request.groupId()).sync(request, answer);
        }
    }

    HeartbeatResponse heartbeat(ModelBroker broker, HeartbeatRequest request) {
        ErrorCode error =
                isElsewhere(broker)
                        ? ErrorCode.NOT_COORDINATOR
                        : group(request.groupId())
                                .heartbeat(request.memberId(), request.generationId());
        return new HeartbeatResponse(0, error.code());
    }

    ConsumerGroupHeartbeatResponse heartbeat(
            ModelBroker broker, ConsumerGroupHeartbeatRequest request, Fault fault) {
        ErrorCode refusal = FakeReplies.errorFor(fault);
        ConsumerGroupHeartbeatResponse response =
                isElsewhere(broker)
                        ? FakeBalancedGroup.refusal(ErrorCode.NOT_COORDINATOR)
                        : fault.handled()
                                ? balanced(request.groupId()).heartbeat(request)
                                : FakeBalancedGroup.refusal(refusal);
        return refusal == ErrorCode.NONE ? response : FakeBalancedGroup.refusal(refusal);
    }

    LeaveGroupResponse leave(ModelBroker broker, LeaveGroupRequest request) {
        if (isElsewhere(broker)) {
            return new LeaveGroupResponse(0, ErrorCode.NOT_COORDINATOR.code(), List.of());
        }
        request.members().forEach(member -> group(request.groupId()).leave(member.memberId()));
        return new LeaveGroupResponse(0, (short) 0, List.of());
    }

    OffsetCommitResponse commit(ModelBroker broker, OffsetCommitRequest request, Fault fault) {
        FakeGroup group = group(request.groupId());
        ErrorCode refusal = FakeReplies.errorFor(fault);
        ErrorCode error =
                isElsewhere(broker)
                        ? ErrorCode.NOT_COORDINATOR
                        : refusal != ErrorCode.NONE ? refusal : mayCommit(group, request);
        List<OffsetCommitResponse.Topic> topics = new ArrayList<>();
        for (OffsetCommitRequest.Topic topic : request.topics()) {
            List<OffsetCommitResponse.Partition> partitions = new ArrayList<>();
            for (OffsetCommitRequest.Partition one : topic.partitions()) {
                if (error == ErrorCode.NONE) {
                    group.committed.put(
                            new TopicPartition(topic.name(), one.partitionIndex()),
                            new Committed(
                                    one.committedOffset(),
                                    one.committedLeaderEpoch(),
                                    Objects.requireNonNullElse(one.committedMetadata(), "")));
                }
                partitions.add(
                        new OffsetCommitResponse.Partition(one.partitionIndex(), error.code()));
            }
            topics.add(new OffsetCommitResponse.Topic(topic.name(), Uuid.ZERO, partitions));
        }
        return new OffsetCommitResponse(0, topics);
    }

    private ErrorCode mayCommit(FakeGroup group, OffsetCommitRequest request) {
        FakeBalancedGroup members = balanced(request.groupId());
        if (members.isEmpty()) {
            return group.mayCommit(request.memberId(), request.generationIdOrMemberEpoch());
        }
        Set<TopicPartition> partitions = new HashSet<>();
        for (OffsetCommitRequest.Topic topic : request.topics()) {
            topic.partitions()
                    .forEach(
                            one ->
                                    partitions.add(
                                            new TopicPartition(
                                                    topic.name(), one.partitionIndex())));
        }
        return members.mayCommit(
                request.memberId(), request.generationIdOrMemberEpoch(), partitions);
    }

    private ErrorCode mayFetch(OffsetFetchRequest.Group asked) {
        String memberId = asked.memberId();
        return memberId == null || asked.memberEpoch() < 0
                ? ErrorCode.NONE
                : balanced(asked.groupId()).mayFetch(memberId, asked.memberEpoch());
    }

    OffsetFetchResponse fetch(ModelBroker broker, OffsetFetchRequest request, short version) {
        boolean single = version <= LAST_SINGLE_OFFSETS;
        String id = single ? request.groupId() : request.groups().get(0).groupId();
        ErrorCode refusal = single ? ErrorCode.NONE : mayFetch(request.groups().get(0));
        short error = (isElsewhere(broker) ? ErrorCode.NOT_COORDINATOR : refusal).code();
        List<OffsetFetchRequest.Topic> asked =
                single ? request.topics() : request.groups().get(0).topics();
        List<OffsetFetchResponse.Topic> topics = new ArrayList<>();
        for (OffsetFetchRequest.Topic topic : Objects.requireNonNull(asked)) {
            topics.add(
                    new OffsetFetchResponse.Topic(
                            topic.name(),
                            Uuid.ZERO,
                            topic.partitionIndexes().stream()
                                    .map(index -> one(id, topic.name(), index))
                                    .toList()));
        }
        return single
                ? new OffsetFetchResponse(0, topics, error, List.of())
                : new OffsetFetchResponse(
                        0,
                        List.of(),
                        (short) 0,
                        List.of(new OffsetFetchResponse.Group(id, topics, error)));
    }

    private OffsetFetchResponse.Partition one(String id, String topic, int index) {
        Committed committed = group(id).committed.get(new TopicPartition(topic, index));
        return committed == null
                ? OffsetFetchResponse.Partition.none(index)
                : new OffsetFetchResponse.Partition(
                        index,
                        committed.offset(),
                        committed.epoch(),
                        committed.metadata(),
                        (short) 0);
    }
}
