package dev.moldau.client.fake;

import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ProduceRequest;
import dev.moldau.protocol.message.ProduceResponse;
import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.Batches;
import dev.moldau.protocol.record.CorruptRecordsException;
import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.protocol.record.Records;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Appends batches as a leader does. Part of its cluster. */
final class FakeProduce {

    private static final short FIRST_VERSION_BY_ID = 13;
    private static final short FIRST_VERSION_WITH_HINTS = 10;

    private final FakeCluster cluster;

    FakeProduce(FakeCluster cluster) {
        this.cluster = cluster;
    }

    /** The response of one request while it is put together. */
    private static final class Request {
        final ModelBroker broker;
        final short version;
        final short acks;
        final Fault fault;
        final Set<Integer> named = new TreeSet<>();
        final Set<TopicPartition> seen = new HashSet<>();

        Request(ModelBroker broker, short version, short acks, Fault fault) {
            this.broker = broker;
            this.version = version;
            this.acks = acks;
            this.fault = fault;
        }

        boolean acknowledges() {
            return acks != 0 && fault.answered();
        }

        Fault.@Nullable Refuse refusal(TopicPartition partition) {
            return fault instanceof Fault.Refuse refuse && refuse.which().test(partition)
                    ? refuse
                    : null;
        }

        /** A refusal is a matter of single partitions; nobody sees what is said here otherwise. */
        boolean isCarriedOut() {
            return fault instanceof Fault.Refuse || fault.handled();
        }
    }

    ProduceResponse handle(ModelBroker broker, short version, ProduceRequest message, Fault fault) {
        Request request = new Request(broker, version, message.acks(), fault);
        List<ProduceResponse.Topic> topics = new ArrayList<>();
        for (ProduceRequest.Topic asked : message.topicData()) {
            FakeTopic topic = find(asked, version);
            List<ProduceResponse.Partition> partitions = new ArrayList<>();
            for (ProduceRequest.Partition partition : asked.partitionData()) {
                partitions.add(one(request, topic, partition));
            }
            topics.add(new ProduceResponse.Topic(asked.name(), asked.topicId(), partitions));
        }
        return new ProduceResponse(topics, FakeReplies.throttle(fault), endpoints(request));
    }

    private @Nullable FakeTopic find(ProduceRequest.Topic asked, short version) {
        return version >= FIRST_VERSION_BY_ID
                ? cluster.topicOrNull(asked.topicId())
                : cluster.topicOrNull(asked.name());
    }

    private ProduceResponse.Partition one(
            Request request, @Nullable FakeTopic topic, ProduceRequest.Partition asked) {
        int index = asked.index();
        if (request.acks < -1 || request.acks > 1) {
            return ProduceResponse.Partition.error(index, ErrorCode.INVALID_REQUIRED_ACKS);
        }
        if (topic == null
                || index >= topic.partitions().size()
                || !topic.partitions().get(index).heardAnything(request.broker.id())) {
            return ProduceResponse.Partition.error(index, unknown(request.version));
        }
        FakePartition partition = topic.partitions().get(index);
        if (!request.seen.add(partition.id())) {
            cluster.complain(partition.id() + " is twice in one request");
        }
        Fault.Refuse refuse = request.refusal(partition.id());
        if (refuse != null && !refuse.handled()) {
            return ProduceResponse.Partition.error(index, refuse.error());
        }
        if (!request.isCarriedOut()) {
            return ProduceResponse.Partition.error(index, ErrorCode.UNKNOWN_SERVER_ERROR);
        }
        if (!partition.isLedBy(request.broker.id())) {
            return notLeader(request, partition);
        }
        FakeLog.Outcome outcome = append(partition, topic, asked.records());
        if (outcome.error() != ErrorCode.NONE) {
            return refused(index, outcome);
        }
        if (refuse != null) {
            return ProduceResponse.Partition.error(index, refuse.error());
        }
        if (request.acknowledges()) {
            partition.log().acknowledge(outcome.baseOffset());
        }
        return ProduceResponse.Partition.appended(index, outcome.baseOffset(), -1, 0);
    }

    private static ErrorCode unknown(short version) {
        return version >= FIRST_VERSION_BY_ID
                ? ErrorCode.UNKNOWN_TOPIC_ID
                : ErrorCode.UNKNOWN_TOPIC_OR_PARTITION;
    }

    private static ProduceResponse.Partition refused(int index, FakeLog.Outcome outcome) {
        return new ProduceResponse.Partition(
                index,
                outcome.error().code(),
                -1,
                -1,
                -1,
                List.of(),
                outcome.detail(),
                ProduceResponse.Leader.UNKNOWN);
    }

    private ProduceResponse.Partition notLeader(Request request, FakePartition partition) {
        int index = partition.id().partition();
        int leader = partition.heardLeader(request.broker.id());
        boolean hint =
                cluster.leaderHints()
                        && request.version >= FIRST_VERSION_WITH_HINTS
                        && leader >= 0
                        && leader != request.broker.id();
        if (!hint) {
            return ProduceResponse.Partition.error(index, ErrorCode.NOT_LEADER_OR_FOLLOWER);
        }
        request.named.add(leader);
        return new ProduceResponse.Partition(
                index,
                ErrorCode.NOT_LEADER_OR_FOLLOWER.code(),
                -1,
                -1,
                -1,
                List.of(),
                null,
                new ProduceResponse.Leader(leader, partition.heardEpoch(request.broker.id())));
    }

    private List<ProduceResponse.NodeEndpoint> endpoints(Request request) {
        List<ProduceResponse.NodeEndpoint> endpoints = new ArrayList<>();
        for (int id : request.named) {
            ModelBroker broker = cluster.broker(id);
            endpoints.add(new ProduceResponse.NodeEndpoint(id, broker.host(), broker.port(), null));
        }
        return endpoints;
    }

    private FakeLog.Outcome append(
            FakePartition partition, FakeTopic topic, @Nullable Records records) {
        if (!(records instanceof MemoryRecords memory)) {
            return damaged(partition, "no records");
        }
        ByteBuffer bytes = memory.bytes();
        Batches batches = new Batches().over(bytes);
        try {
            if (!batches.next() || batches.remainingBytes() > 0 || !batches.batch().isV2()) {
                return damaged(partition, "not one whole batch of format 2");
            }
        } catch (CorruptRecordsException e) {
            return damaged(partition, e.getMessage());
        }
        BatchView batch = batches.batch();
        if (!batch.checksumMatches()) {
            return damaged(partition, "wrong checksum of " + batch);
        }
        if (batch.sizeBytes() > topic.maxMessageBytes()) {
            return new FakeLog.Outcome(
                    ErrorCode.MESSAGE_TOO_LARGE, -1, batch + " exceeds the topic's limit");
        }
        return partition.log().append(batch, cluster.codecs(), partition.epoch());
    }

    private FakeLog.Outcome damaged(FakePartition partition, @Nullable String detail) {
        cluster.complain("damaged batch for " + partition.id() + ": " + detail);
        return new FakeLog.Outcome(ErrorCode.CORRUPT_MESSAGE, -1, detail);
    }
}
