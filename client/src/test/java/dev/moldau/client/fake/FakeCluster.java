package dev.moldau.client.fake;

import dev.moldau.client.Node;
import dev.moldau.common.Clock;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.header.RequestFrame;
import dev.moldau.protocol.wire.MalformedMessageException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Brokers and topics without sockets, threads or time of their own: a frame comes in, what to do
 * about it comes out. Confined to its caller. All replicas of a partition share one log, so that a
 * leader can move without losing anything; {@link FakeLog#loseUnacknowledgedTail} is how it loses
 * what it may lose.
 *
 * <p>What no right client does (a damaged batch, a version that is not served, a partition twice in
 * one request) is answered as brokers do and kept as a complaint for the test to look at.
 */
public final class FakeCluster implements SimHosts, AutoCloseable {

    private static final int FIRST_PORT = 9092;
    private static final String CLUSTER_ID = "fake";

    private final RandomGenerator random;
    private final Clock clock;
    private final Codecs codecs = new Codecs();
    private final Map<Integer, ModelBroker> brokers = new TreeMap<>();
    private final Map<String, FakeTopic> topics = new LinkedHashMap<>();
    private final List<FakePartition> everyPartition = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();
    private final List<Listener> listeners = new ArrayList<>();
    private final FakeReplies replies = new FakeReplies(this);
    private @Nullable FakeGroups groups;
    private FaultPolicy policy = FaultPolicy.NO_FAULTS;
    private long nextProducerId = 1000;
    private short firstProducerEpoch;
    private int autoCreatePartitions = 1;
    private boolean autoCreates = true;
    private boolean hints = true;

    /** Brokers 0 to n-1, all up, and no topics. */
    public FakeCluster(int brokerCount, RandomGenerator random, Clock clock) {
        this.random = random;
        this.clock = clock;
        for (int id = 0; id < brokerCount; id++) {
            brokers.put(id, new ModelBroker(this, id, "broker-" + id, FIRST_PORT + id));
        }
    }

    /** What a broker does about a frame, given without its size; it must be up. */
    public Reply arrive(int brokerId, ByteBuffer frame) {
        ModelBroker broker = broker(brokerId);
        try {
            RequestFrame read = RequestFrame.read(frame);
            if (read instanceof RequestFrame.Known known) {
                int nth = broker.arrived(known.header().api());
                return replies.reply(
                        broker,
                        new Arrival(brokerId, nth, known.header(), known.readBody()),
                        policy);
            }
            if (read instanceof RequestFrame.UnsupportedVersion unsupported
                    && unsupported.header().api() == ApiKey.API_VERSIONS) {
                broker.arrived(ApiKey.API_VERSIONS);
                return replies.tooNewApiVersions(broker, unsupported.header().correlationId());
            }
            complain("broker " + brokerId + " does not know " + read);
        } catch (MalformedMessageException e) {
            complain("malformed request to broker " + brokerId + ": " + e.getMessage());
        }
        return new Reply.Disconnect();
    }

    /** Decides how brokers misbehave from now on. */
    public void policy(FaultPolicy next) {
        policy = next;
    }

    /** What no right client does. */
    public List<String> complaints() {
        return List.copyOf(complaints);
    }

    void complain(String complaint) {
        complaints.add(complaint);
    }

    // ---- brokers

    /** A broker; it must exist. */
    public ModelBroker broker(int id) {
        ModelBroker broker = brokers.get(id);
        if (broker == null) {
            throw new IllegalArgumentException("no broker " + id);
        }
        return broker;
    }

    /** All brokers, by id. */
    public List<ModelBroker> brokers() {
        return List.copyOf(brokers.values());
    }

    /** The broker that listens at an address, if there is one. */
    public @Nullable ModelBroker brokerAt(String host, int port) {
        for (ModelBroker broker : brokers.values()) {
            if (broker.host().equals(host) && broker.port() == port) {
                return broker;
            }
        }
        return null;
    }

    @Override
    public @Nullable SimHost hostAt(String host, int port) {
        return brokerAt(host, port);
    }

    @Override
    public List<SimHost> all() {
        return List.copyOf(brokers.values());
    }

    /** A broker as a client reaches it. */
    public Node node(int id) {
        ModelBroker broker = broker(id);
        return new Node(id, broker.host(), broker.port(), null);
    }

    /** The brokers' addresses, as {@code bootstrap.servers} has them: ids unknown. */
    public List<Node> bootstrap() {
        List<Node> nodes = new ArrayList<>();
        brokers.values()
                .forEach(b -> nodes.add(new Node(-1 - nodes.size(), b.host(), b.port(), null)));
        return nodes;
    }

    /** Says where a broker listens. */
    public void address(int id, String host, int port) {
        broker(id).address(host, port);
    }

    /** Ends a broker's connections; its partitions keep their leader until moved. */
    public void stop(int id) {
        condition(id, ModelBroker.Condition.DOWN);
    }

    /** Lets a broker neither answer nor handle anything, with its connections open. */
    public void pause(int id) {
        condition(id, ModelBroker.Condition.PAUSED);
    }

    /** Brings a broker back, with all that it had. */
    public void resume(int id) {
        condition(id, ModelBroker.Condition.UP);
    }

    private void condition(int id, ModelBroker.Condition condition) {
        ModelBroker broker = broker(id);
        if (broker.condition() != condition) {
            broker.condition(condition);
            listeners.forEach(listener -> listener.changed(broker, condition));
        }
    }

    @Override
    public void listen(Listener listener) {
        listeners.add(listener);
    }

    // ---- groups

    /** Lets brokers serve consumers, and coordinate their groups in this time; once. */
    public FakeGroups serveConsumers(VirtualTime time) {
        FakeGroups served = new FakeGroups(this, time);
        groups = served;
        brokers.values().forEach(broker -> broker.versions().withConsumers());
        return served;
    }

    FakeGroups groups() {
        FakeGroups served = groups;
        if (served == null) {
            throw new IllegalStateException("the cluster does not serve consumers");
        }
        return served;
    }

    /** All brokers forget their fetch sessions. */
    public void forgetFetchSessions() {
        replies.forgetFetchSessions();
    }

    // ---- topics

    /** Creates a topic whose partitions are led by the brokers in turn and served at once. */
    public FakeTopic createTopic(String name, int partitionCount) {
        FakeTopic topic = createTopicUnheard(name, partitionCount);
        topic.partitions().forEach(this::hearEverywhere);
        return topic;
    }

    /** Creates a topic that no broker has heard of yet: they neither list nor serve it. */
    public FakeTopic createTopicUnheard(String name, int partitionCount) {
        if (topics.containsKey(name)) {
            throw new IllegalArgumentException("there is a topic " + name);
        }
        Uuid id = Uuid.random(random);
        List<FakePartition> partitions = new ArrayList<>();
        for (int i = 0; i < partitionCount; i++) {
            partitions.add(
                    new FakePartition(
                            new TopicPartition(name, i),
                            id,
                            (topics.size() + i) % brokers.size(),
                            brokers.size()));
        }
        FakeTopic topic = new FakeTopic(name, id, partitions);
        topics.put(name, topic);
        everyPartition.addAll(partitions);
        return topic;
    }

    /** Deletes a topic; its logs stay for the judge. */
    public void deleteTopic(String name) {
        topics.remove(name);
    }

    /** The topic of that name now. */
    public FakeTopic topic(String name) {
        FakeTopic topic = topics.get(name);
        if (topic == null) {
            throw new IllegalArgumentException("no topic " + name);
        }
        return topic;
    }

    @Nullable FakeTopic topicOrNull(String name) {
        return topics.get(name);
    }

    @Nullable FakeTopic topicOrNull(Uuid id) {
        for (FakeTopic topic : topics.values()) {
            if (topic.id().equals(id)) {
                return topic;
            }
        }
        return null;
    }

    /** All topics there are now. */
    public List<FakeTopic> topics() {
        return List.copyOf(topics.values());
    }

    /** A partition of a topic that there is now. */
    public FakePartition partition(TopicPartition partition) {
        return topic(partition.topic()).partitions().get(partition.partition());
    }

    /** All partitions there are and were, those of deleted topics included. */
    public List<FakePartition> everyPartition() {
        return List.copyOf(everyPartition);
    }

    /** How many partitions a topic gets that is created by being asked for. */
    public void autoCreatePartitions(int count) {
        autoCreatePartitions = count;
    }

    /** Whether topics come into being by being asked for. */
    public void autoCreates(boolean on) {
        autoCreates = on;
    }

    boolean autoCreates() {
        return autoCreates;
    }

    int autoCreatePartitions() {
        return autoCreatePartitions;
    }

    // ---- leaders

    /**
     * Gives a partition another leader, in a new epoch. The old and the new one hear of it at once;
     * others when told.
     *
     * @param to a broker's id or -1
     */
    public void moveLeader(TopicPartition id, int to) {
        FakePartition partition = partition(id);
        int from = partition.leader();
        partition.lead(to);
        if (from >= 0) {
            partition.hear(from);
        }
        if (to >= 0) {
            partition.hear(to);
        }
    }

    /** Lets a broker hear of all topics and leaders. */
    public void catchUp(int broker) {
        topics.values().forEach(t -> t.partitions().forEach(p -> p.hear(broker)));
    }

    /** Lets all brokers hear of a partition and its leader. */
    public void hearEverywhere(FakePartition partition) {
        brokers.keySet().forEach(partition::hear);
    }

    /** Whether brokers name the new leader when they refuse a batch (KIP-951). */
    public void leaderHints(boolean on) {
        hints = on;
    }

    boolean leaderHints() {
        return hints;
    }

    // ---- for the handlers

    String clusterId() {
        return CLUSTER_ID;
    }

    long nextProducerId() {
        return nextProducerId++;
    }

    /** The epoch that comes with each producer id; 0 unless something else is to be tried. */
    public void firstProducerEpoch(int epoch) {
        firstProducerEpoch = (short) epoch;
    }

    short firstProducerEpoch() {
        return firstProducerEpoch;
    }

    Codecs codecs() {
        return codecs;
    }

    Clock clock() {
        return clock;
    }

    /** Gives back what the codecs hold. */
    @Override
    public void close() {
        codecs.close();
    }
}
