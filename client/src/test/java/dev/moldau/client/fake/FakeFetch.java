package dev.moldau.client.fake;

import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchResponse;
import dev.moldau.protocol.message.ListOffsetsRequest;
import dev.moldau.protocol.message.ListOffsetsResponse;
import dev.moldau.protocol.message.OffsetForLeaderEpochRequest;
import dev.moldau.protocol.message.OffsetForLeaderEpochResponse;
import dev.moldau.protocol.record.MemoryRecords;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Serves records and offsets as a leader does, with fetch sessions. Part of its cluster. */
final class FakeFetch {

    private static final short FIRST_VERSION_BY_ID = 13;
    private static final int MOST_BATCHES = 3;
    private static final byte READ_COMMITTED = 1;

    /** A session as the broker has it: what was asked for last of each partition. */
    private static final class Session {
        final Map<TopicPartition, FetchRequest.Partition> asked = new LinkedHashMap<>();
        int epoch;
    }

    private final FakeCluster cluster;
    private final Map<Integer, Session> sessions = new HashMap<>();
    private int nextSession = 1;

    FakeFetch(FakeCluster cluster) {
        this.cluster = cluster;
    }

    /** Forgets all sessions, as a broker that restarts does. */
    void forgetSessions() {
        sessions.clear();
    }

    FetchResponse handle(ModelBroker broker, short version, FetchRequest request, Fault fault) {
        if (fault instanceof Fault.Refuse refuse
                && refuse.error() == ErrorCode.FETCH_SESSION_ID_NOT_FOUND) {
            sessions.remove(request.sessionId());
            return FetchResponse.error(refuse.error());
        }
        int id = request.sessionId();
        Session session = sessions.get(id);
        if (request.sessionEpoch() == 0) {
            sessions.remove(id);
            id = nextSession++;
            session = new Session();
            sessions.put(id, session);
        } else if (session == null) {
            return FetchResponse.error(ErrorCode.FETCH_SESSION_ID_NOT_FOUND);
        } else if (request.sessionEpoch() != session.epoch) {
            return FetchResponse.error(ErrorCode.INVALID_FETCH_SESSION_EPOCH);
        }
        session.epoch = request.sessionEpoch() + 1;
        update(session, version, request);
        Map<String, FetchResponse.Topic> topics = new LinkedHashMap<>();
        Session serving = session;
        serving.asked.forEach(
                (partition, asked) -> {
                    if (cluster.topicOrNull(partition.topic()) == null) {
                        return; // nothing is said of topics that are gone
                    }
                    FetchResponse.Partition answer = one(broker, partition, asked, request, fault);
                    if (answer != null || request.sessionEpoch() == 0) {
                        topic(topics, partition.topic())
                                .partitions()
                                .add(answer == null ? empty(partition) : answer);
                    }
                });
        return new FetchResponse(0, (short) 0, id, List.copyOf(topics.values()), List.of());
    }

    private FetchResponse.Topic topic(Map<String, FetchResponse.Topic> topics, String name) {
        FakeTopic topic = cluster.topicOrNull(name);
        return topics.computeIfAbsent(
                name,
                key ->
                        new FetchResponse.Topic(
                                name, topic == null ? Uuid.ZERO : topic.id(), new ArrayList<>()));
    }

    private void update(Session session, short version, FetchRequest request) {
        for (FetchRequest.ForgottenTopic gone : request.forgottenTopicsData()) {
            String name = name(version, gone.topic(), gone.topicId());
            if (name != null) {
                gone.partitions()
                        .forEach(index -> session.asked.remove(new TopicPartition(name, index)));
            }
        }
        for (FetchRequest.Topic topic : request.topics()) {
            String name = name(version, topic.topic(), topic.topicId());
            if (name != null) {
                topic.partitions()
                        .forEach(
                                one ->
                                        session.asked.put(
                                                new TopicPartition(name, one.partition()), one));
            }
        }
    }

    private @Nullable String name(short version, String name, Uuid id) {
        if (version < FIRST_VERSION_BY_ID) {
            return name;
        }
        FakeTopic topic = cluster.topicOrNull(id);
        return topic == null ? null : topic.name();
    }

    private FetchResponse.Partition empty(TopicPartition id) {
        FakePartition partition = cluster.partition(id);
        return FetchResponse.Partition.of(
                id.partition(),
                partition.log().endOffset(),
                partition.log().endOffset(),
                partition.log().startOffset(),
                null,
                MemoryRecords.EMPTY);
    }

    /** Null if there is nothing new to say. */
    private FetchResponse.@Nullable Partition one(
            ModelBroker broker,
            TopicPartition id,
            FetchRequest.Partition asked,
            FetchRequest request,
            Fault fault) {
        if (fault instanceof Fault.Refuse refuse && refuse.which().test(id)) {
            return FetchResponse.Partition.error(id.partition(), refuse.error());
        }
        FakePartition partition = cluster.partition(id);
        boolean leads = partition.isLedBy(broker.id());
        if (!leads && partition.readReplica() != broker.id()) {
            return FetchResponse.Partition.error(id.partition(), ErrorCode.NOT_LEADER_OR_FOLLOWER);
        }
        if (asked.currentLeaderEpoch() >= 0 && asked.currentLeaderEpoch() != partition.epoch()) {
            return FetchResponse.Partition.error(
                    id.partition(),
                    asked.currentLeaderEpoch() < partition.epoch()
                            ? ErrorCode.FENCED_LEADER_EPOCH
                            : ErrorCode.UNKNOWN_LEADER_EPOCH);
        }
        FakeLog log = partition.log();
        FetchResponse.EpochEndOffset parting =
                log.divergence(asked.lastFetchedEpoch(), asked.fetchOffset());
        if (parting != null) {
            return diverging(id, parting);
        }
        if (asked.fetchOffset() > log.endOffset() || asked.fetchOffset() < log.startOffset()) {
            return FetchResponse.Partition.error(id.partition(), ErrorCode.OFFSET_OUT_OF_RANGE);
        }
        if (leads && partition.readReplica() >= 0 && !request.rackId().isEmpty()) {
            return elsewhere(id, log, partition.readReplica());
        }
        boolean committed = request.isolationLevel() == READ_COMMITTED;
        long end = committed ? log.stableOffset() : log.endOffset();
        ByteBuffer bytes = log.read(asked.fetchOffset(), end, MOST_BATCHES);
        return bytes.hasRemaining()
                ? FetchResponse.Partition.of(
                        id.partition(),
                        log.endOffset(),
                        log.stableOffset(),
                        log.startOffset(),
                        committed ? log.abortedFrom(asked.fetchOffset()) : null,
                        new MemoryRecords(bytes))
                : null;
    }

    /** Reads from another replica, please (KIP-392). */
    private static FetchResponse.Partition elsewhere(TopicPartition id, FakeLog log, int replica) {
        return new FetchResponse.Partition(
                id.partition(),
                (short) 0,
                log.endOffset(),
                log.stableOffset(),
                log.startOffset(),
                FetchResponse.EpochEndOffset.NONE,
                FetchResponse.Leader.UNKNOWN,
                FetchResponse.SnapshotId.NONE,
                null,
                replica,
                MemoryRecords.EMPTY);
    }

    private static FetchResponse.Partition diverging(
            TopicPartition id, FetchResponse.EpochEndOffset end) {
        return new FetchResponse.Partition(
                id.partition(),
                (short) 0,
                -1,
                -1,
                -1,
                end,
                FetchResponse.Leader.UNKNOWN,
                FetchResponse.SnapshotId.NONE,
                null,
                -1,
                MemoryRecords.EMPTY);
    }

    /** How long an answer without records waits, in ms. */
    static long waitMs(FetchRequest request, FetchResponse response) {
        boolean news =
                response.errorCode() != 0
                        || response.responses().stream()
                                .flatMap(topic -> topic.partitions().stream())
                                .anyMatch(
                                        one ->
                                                one.errorCode() != 0
                                                        || one.divergingEpoch().endOffset() >= 0
                                                        || one.preferredReadReplica() >= 0
                                                        || (one.records() != null
                                                                && one.records().sizeBytes() > 0));
        return news ? 0 : request.maxWaitMs();
    }

    ListOffsetsResponse offsets(ModelBroker broker, ListOffsetsRequest request, Fault fault) {
        List<ListOffsetsResponse.Topic> topics = new ArrayList<>();
        for (ListOffsetsRequest.Topic topic : request.topics()) {
            List<ListOffsetsResponse.Partition> partitions = new ArrayList<>();
            for (ListOffsetsRequest.Partition asked : topic.partitions()) {
                partitions.add(
                        offset(
                                broker,
                                new TopicPartition(topic.name(), asked.partitionIndex()),
                                asked,
                                request.isolationLevel() == READ_COMMITTED,
                                fault));
            }
            topics.add(new ListOffsetsResponse.Topic(topic.name(), partitions));
        }
        return new ListOffsetsResponse(0, topics);
    }

    private ListOffsetsResponse.Partition offset(
            ModelBroker broker,
            TopicPartition id,
            ListOffsetsRequest.Partition asked,
            boolean committed,
            Fault fault) {
        FakePartition partition = cluster.partition(id);
        if (fault instanceof Fault.Refuse refuse && refuse.which().test(id)) {
            return ListOffsetsResponse.Partition.error(id.partition(), refuse.error());
        }
        if (!partition.isLedBy(broker.id())) {
            return ListOffsetsResponse.Partition.error(
                    id.partition(), ErrorCode.NOT_LEADER_OR_FOLLOWER);
        }
        FakeLog log = partition.log();
        long timestamp = asked.timestamp();
        if (timestamp == -1) {
            long end = committed ? log.stableOffset() : log.endOffset();
            return ListOffsetsResponse.Partition.found(id.partition(), -1, end, log.epochAt(end));
        }
        if (timestamp == -2) {
            return ListOffsetsResponse.Partition.found(
                    id.partition(), -1, log.startOffset(), log.epochAt(log.startOffset()));
        }
        for (LoggedRecord record : log.records()) {
            if (record.timestampMs() >= timestamp && record.offset() >= log.startOffset()) {
                return ListOffsetsResponse.Partition.found(
                        id.partition(),
                        record.timestampMs(),
                        record.offset(),
                        log.epochAt(record.offset()));
            }
        }
        return ListOffsetsResponse.Partition.found(id.partition(), -1, -1, -1);
    }

    OffsetForLeaderEpochResponse ends(ModelBroker broker, OffsetForLeaderEpochRequest request) {
        List<OffsetForLeaderEpochResponse.Topic> topics = new ArrayList<>();
        for (OffsetForLeaderEpochRequest.Topic topic : request.topics()) {
            List<OffsetForLeaderEpochResponse.Partition> partitions = new ArrayList<>();
            for (OffsetForLeaderEpochRequest.Partition asked : topic.partitions()) {
                FakePartition partition =
                        cluster.partition(new TopicPartition(topic.topic(), asked.partition()));
                FetchResponse.EpochEndOffset end = partition.log().endOfEpoch(asked.leaderEpoch());
                partitions.add(
                        partition.isLedBy(broker.id())
                                ? new OffsetForLeaderEpochResponse.Partition(
                                        (short) 0, asked.partition(), end.epoch(), end.endOffset())
                                : OffsetForLeaderEpochResponse.Partition.error(
                                        asked.partition(), ErrorCode.NOT_LEADER_OR_FOLLOWER));
            }
            topics.add(new OffsetForLeaderEpochResponse.Topic(topic.topic(), partitions));
        }
        return new OffsetForLeaderEpochResponse(0, topics);
    }
}
