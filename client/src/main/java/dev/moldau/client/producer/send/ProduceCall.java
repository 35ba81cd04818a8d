package dev.moldau.client.producer.send;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.net.Call;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ProduceRequest;
import dev.moldau.protocol.message.ProduceResponse;
import dev.moldau.protocol.record.MemoryRecords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One produce request: at most one batch of each partition, all for one leader. */
final class ProduceCall implements Call<ProduceResponse> {

    /** The first version that carries record batches of format v2. */
    private static final short LOWEST = 3;

    /** The first version that identifies topics by id. */
    private static final short BY_ID = 13;

    private final SendContext context;
    private final Sender sender;
    private final NodeSender node;
    private Flight[] flights = new Flight[4];
    private int count;
    private int bytes;
    private boolean everyTopicHasId = true;

    /** Which version was encoded; the highest until then. */
    private short sentVersion = BY_ID;

    ProduceCall(SendContext context, Sender sender, NodeSender node) {
        this.context = context;
        this.sender = sender;
        this.node = node;
    }

    void add(Flight flight) {
        if (count == flights.length) {
            flights = Arrays.copyOf(flights, count * 2);
        }
        flights[count++] = flight;
        bytes += flight.sizeBytes;
        everyTopicHasId &= !flight.topicId.equals(Uuid.ZERO);
    }

    int bytes() {
        return bytes;
    }

    @Override
    public ApiKey api() {
        return ApiKey.PRODUCE;
    }

    @Override
    public short lowestVersion() {
        return LOWEST;
    }

    @Override
    public short highestVersion() {
        return everyTopicHasId ? BY_ID : BY_ID - 1;
    }

    @Override
    public int timeoutMs() {
        return context.settings().requestTimeoutMs();
    }

    @Override
    public boolean expectsAnswer() {
        return context.settings().acks() != 0;
    }

    @Override
    public ApiMessage message(short version) {
        sentVersion = version;
        return new ProduceRequest(
                null,
                context.settings().acks(),
                context.settings().requestTimeoutMs(),
                count == 1 ? List.of(topic(flights[0], List.of(partition(flights[0])))) : topics());
    }

    private List<ProduceRequest.Topic> topics() {
        Map<String, List<ProduceRequest.Partition>> byName = new LinkedHashMap<>();
        List<ProduceRequest.Topic> topics = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Flight flight = flights[i];
            String name = flight.owner.partition().topic();
            List<ProduceRequest.Partition> partitions = byName.get(name);
            if (partitions == null) {
                partitions = new ArrayList<>();
                byName.put(name, partitions);
                topics.add(topic(flight, partitions));
            }
            partitions.add(partition(flight));
        }
        return topics;
    }

    private static ProduceRequest.Topic topic(
            Flight flight, List<ProduceRequest.Partition> partitions) {
        return new ProduceRequest.Topic(
                flight.owner.partition().topic(), flight.topicId, partitions);
    }

    private static ProduceRequest.Partition partition(Flight flight) {
        return new ProduceRequest.Partition(
                flight.owner.partition().partition(), new MemoryRecords(flight.batch.bytes()));
    }

    private boolean isByName() {
        return sentVersion < BY_ID;
    }

    @Override
    public void answered(ProduceResponse response, short version) {
        node.returned();
        int next = 0;
        for (ProduceResponse.Topic topic : response.responses()) {
            for (ProduceResponse.Partition answer : topic.partitionResponses()) {
                int index = find(topic, answer.index(), next);
                if (index >= 0) {
                    next = index + 1;
                    flights[index].owner.answered(flights[index], answer, node, isByName());
                    learn(flights[index].owner.partition(), answer, response);
                }
            }
        }
        failUnanswered();
        node.throttle(response.throttleTimeMs(), context.nowMs());
        done();
    }

    /** Brokers answer in the order of the request, so the next one is nearly always right. */
    private int find(ProduceResponse.Topic topic, int partition, int expected) {
        for (int i = 0; i < count; i++) {
            int index = expected + i < count ? expected + i : expected + i - count;
            Flight flight = flights[index];
            TopicPartition own = flight.owner.partition();
            boolean sameTopic =
                    isByName()
                            ? own.topic().equals(topic.name())
                            : flight.topicId.equals(topic.topicId());
            if (own.partition() == partition && sameTopic) {
                return index;
            }
        }
        return -1;
    }

    private void failUnanswered() {
        RetriableException cause = null;
        for (int i = 0; i < count; i++) {
            if (flights[i].state == Flight.State.UNDER_WAY) {
                if (cause == null) {
                    cause =
                            new RetriableException(
                                    "its answer leaves " + flights[i].owner.partition() + " out");
                }
                flights[i].owner.failed(flights[i], cause, node, isByName());
            }
        }
    }

    /** Takes a hint at the new leader, or has it looked up, if the answer says that it moved. */
    private void learn(
            TopicPartition partition, ProduceResponse.Partition answer, ProduceResponse response) {
        ErrorCode error = ErrorCode.of(answer.errorCode());
        if (!ProduceOutcome.isStaleView(error)) {
            return;
        }
        ProduceResponse.Leader leader = answer.currentLeader();
        if (leader != null && leader.leaderId() >= 0) {
            context.leadership()
                    .leaderChanged(
                            partition.topic(),
                            partition.partition(),
                            leader.leaderId(),
                            leader.leaderEpoch(),
                            endpoint(leader.leaderId(), response));
        }
        context.leadership()
                .refresh("broker " + node.node() + " answered " + error + " for " + partition);
    }

    private static @Nullable Node endpoint(int id, ProduceResponse response) {
        if (response.nodeEndpoints() != null) {
            for (ProduceResponse.NodeEndpoint each : response.nodeEndpoints()) {
                if (each.nodeId() == id) {
                    return new Node(id, each.host(), each.port(), each.rack());
                }
            }
        }
        return null;
    }

    @Override
    public void sentWithoutAnswer() {
        node.returned();
        for (int i = 0; i < count; i++) {
            flights[i].owner.sentWithoutAnswer(flights[i]);
        }
        done();
    }

    @Override
    public void failed(ClientException cause) {
        node.returned();
        for (int i = 0; i < count; i++) {
            flights[i].owner.failed(flights[i], cause, node, isByName());
        }
        context.leadership()
                .refresh("broker " + node.node() + " did not answer: " + cause.getMessage());
        done();
    }

    private void done() {
        for (int i = 0; i < count; i++) {
            sender.changed(flights[i].owner);
        }
        sender.nodeChanged(node);
    }

    @Override
    public void released() {
        for (int i = 0; i < count; i++) {
            flights[i].released();
        }
        sender.released(this);
    }

    int size() {
        return count;
    }

    Flight flight(int index) {
        return flights[index];
    }
}
