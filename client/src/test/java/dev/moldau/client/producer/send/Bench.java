package dev.moldau.client.producer.send;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.metadata.ClusterView;
import dev.moldau.client.metadata.Metadata;
import dev.moldau.client.producer.batch.Accumulator;
import dev.moldau.client.producer.batch.AccumulatorSettings;
import dev.moldau.client.producer.batch.Completion;
import dev.moldau.client.scripted.VirtualLoop;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.compress.Compression;
import dev.moldau.protocol.message.InitProducerIdResponse;
import dev.moldau.protocol.message.ProduceRequest;
import dev.moldau.protocol.message.ProduceResponse;
import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.MemoryRecords;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A sender with everything around it in the test's hands: time, network, leaders. Back-off has no
 * jitter: the source of chance always gives the middle.
 */
final class Bench {

    static final Node ONE = new Node(1, "one", 9092, null);
    static final Node TWO = new Node(2, "two", 9092, null);
    static final Uuid TOPIC_ID = new Uuid(7, 7);

    /** Settings with which most tests are content. */
    static SenderSettings settings(boolean idempotent, int maxInFlight) {
        return settings(idempotent, maxInFlight, (short) -1, 1 << 20, Integer.MAX_VALUE);
    }

    static SenderSettings settings(
            boolean idempotent, int maxInFlight, short acks, int maxRequestBytes, int retries) {
        return new SenderSettings(
                acks,
                idempotent,
                maxInFlight,
                maxRequestBytes,
                30_000,
                120_000,
                retries,
                100,
                1_000);
    }

    /** What one caller was told. */
    record Told(
            String value, TopicPartition partition, long offset, @Nullable ClientException cause) {}

    /** Leaders as the test sets them. */
    static final class Leaders implements Leadership {
        final List<String> refreshes = new ArrayList<>();
        final List<String> hints = new ArrayList<>();
        private final List<Metadata.Listener> listeners = new ArrayList<>();
        private final Map<String, Uuid> ids = new HashMap<>();
        private final Map<TopicPartition, Integer> leaders = new HashMap<>();
        private final Map<TopicPartition, Integer> epochs = new HashMap<>();
        private final Map<Integer, Node> nodes = new HashMap<>(Map.of(1, ONE, 2, TWO));
        private ClusterView view = ClusterView.EMPTY;

        void set(String topic, int partition, int leaderId) {
            TopicPartition key = new TopicPartition(topic, partition);
            leaders.put(key, leaderId);
            epochs.merge(key, 1, Integer::sum);
            publish();
        }

        void id(String topic, Uuid id) {
            ids.put(topic, id);
            publish();
        }

        /** A broker is to be found elsewhere. */
        void moved(Node node) {
            nodes.put(node.id(), node);
            publish();
        }

        private void publish() {
            Map<String, List<ClusterView.Partition>> partitions = new HashMap<>();
            leaders.keySet().stream()
                    .sorted()
                    .forEach(
                            key ->
                                    partitions
                                            .computeIfAbsent(key.topic(), t -> new ArrayList<>())
                                            .add(
                                                    new ClusterView.Partition(
                                                            key.partition(),
                                                            leaders.getOrDefault(key, -1),
                                                            epochs.getOrDefault(key, 0),
                                                            List.of(),
                                                            List.of(),
                                                            List.of())));
            Map<String, ClusterView.Topic> topics = new HashMap<>();
            partitions.forEach(
                    (name, list) ->
                            topics.put(
                                    name,
                                    new ClusterView.Topic(
                                            name,
                                            ids.getOrDefault(name, TOPIC_ID),
                                            false,
                                            ErrorCode.NONE,
                                            list)));
            view = new ClusterView(view.version() + 1, "c", Map.copyOf(nodes), 1, topics);
            listeners.forEach(each -> each.changed(view));
        }

        @Override
        public ClusterView view() {
            return view;
        }

        @Override
        public void use(String topic) {}

        @Override
        public void refresh(String reason) {
            refreshes.add(reason);
        }

        @Override
        public void leaderChanged(
                String topic, int partition, int leaderId, int leaderEpoch, @Nullable Node node) {
            hints.add(topic + "-" + partition + " -> " + leaderId + " epoch " + leaderEpoch);
            set(topic, partition, leaderId);
        }

        @Override
        public void listen(Metadata.Listener listener) {
            listeners.add(listener);
        }

        @Override
        public String lastProblem(String topic) {
            return "nobody leads " + topic;
        }
    }

    final VirtualLoop loop = new VirtualLoop();
    final ManualNetwork network = new ManualNetwork(loop);
    final Leaders leaders = new Leaders();
    final SenderMetrics metrics = new SenderMetrics();
    final ProducerFault fault = new ProducerFault();
    final List<Told> told = new ArrayList<>();
    final Accumulator accumulator;
    final Sender sender;

    /** How often the sender was woken by news of queues. */
    int wakes;

    Bench(SenderSettings settings) {
        this(settings, 0, 16_384);
    }

    Bench(SenderSettings settings, long lingerMs, int batchBytes) {
        this(
                settings,
                loop ->
                        new Accumulator(
                                new AccumulatorSettings(
                                        batchBytes,
                                        32L << 20,
                                        1 << 20,
                                        lingerMs,
                                        Compression.NONE,
                                        0,
                                        true,
                                        0),
                                loop.clock(),
                                new Random(7),
                                topic -> {}));
    }

    Bench(SenderSettings settings, Function<VirtualLoop, Accumulator> accumulators) {
        accumulator = accumulators.apply(loop);
        sender =
                new Sender(
                        settings,
                        accumulator,
                        loop,
                        network,
                        leaders,
                        new Random() {
                            private static final long serialVersionUID = 1L;

                            @Override
                            public double nextDouble() {
                                return 0.5;
                            }
                        },
                        metrics,
                        fault);
        accumulator.listen(
                () ->
                        loop.execute(
                                () -> {
                                    wakes++;
                                    sender.wake();
                                }));
        sender.start();
        leaders.set("t", 0, 1);
    }

    /** A sender that has its producer id and has delivered one record to partition 0. */
    static Bench warm(int maxInFlight) {
        Bench bench = new Bench(settings(true, maxInFlight));
        bench.send("first");
        bench.grantId(900, 0);
        bench.answer(ErrorCode.NONE, 0);
        bench.told.clear();
        return bench;
    }

    // ---- the callers' side

    void send(String value) {
        send(0, value);
    }

    void send(int partition, String value) {
        append(partition, value);
        loop.turn();
    }

    /** Appends without letting the loop run, so that several records make a batch. */
    void append(int partition, String value) {
        append("t", partition, value);
    }

    void append(String topic, int partition, String value) {
        long timestampMs = loop.clock().wallMs();
        boolean appended =
                accumulator.tryAppend(
                        accumulator.topic(topic),
                        partition,
                        timestampMs,
                        null,
                        value.getBytes(StandardCharsets.UTF_8),
                        List.of(),
                        new Completion(timestampMs) {
                            @Override
                            protected void succeeded(
                                    TopicPartition where, long offset, long timeMs) {
                                told.add(new Told(value, where, offset, null));
                            }

                            @Override
                            protected void failed(TopicPartition where, ClientException cause) {
                                told.add(new Told(value, where, -1, cause));
                            }
                        });
        if (!appended) {
            throw new AssertionError("no memory for " + value);
        }
    }

    /** What callers were told, in short: {@code value@offset} or {@code value!Exception}. */
    List<String> told() {
        List<String> told = new ArrayList<>();
        for (Told each : this.told) {
            ClientException cause = each.cause;
            told.add(
                    each.value
                            + (cause == null
                                    ? "@" + each.offset
                                    : "!" + cause.getClass().getSimpleName()));
        }
        return told;
    }

    ClientException cause(String value) {
        for (Told each : told) {
            ClientException cause = each.cause;
            if (each.value.equals(value) && cause != null) {
                return cause;
            }
        }
        throw new AssertionError(value + " has not failed: " + told());
    }

    // ---- the broker's side

    void grantId(long id, int epoch) {
        network.open(ApiKey.INIT_PRODUCER_ID)
                .get(0)
                .answer(new InitProducerIdResponse(0, ErrorCode.NONE.code(), id, (short) epoch));
        loop.turn();
    }

    /** Answers the oldest request: all its batches alike. */
    void answer(ErrorCode error, long offset) {
        ManualNetwork.Sent oldest = network.open().get(0);
        oldest.answer(response(oldest, error, offset));
        loop.turn();
    }

    static ProduceResponse response(ManualNetwork.Sent sent, ErrorCode error, long offset) {
        return response(sent, error, offset, 0);
    }

    static ProduceResponse response(
            ManualNetwork.Sent sent, ErrorCode error, long offset, int throttleMs) {
        List<ProduceResponse.Topic> topics = new ArrayList<>();
        for (ProduceRequest.Topic topic : sent.produce().topicData()) {
            List<ProduceResponse.Partition> partitions = new ArrayList<>();
            for (ProduceRequest.Partition partition : topic.partitionData()) {
                partitions.add(
                        error == ErrorCode.NONE
                                ? ProduceResponse.Partition.appended(
                                        partition.index(), offset, -1, 0)
                                : ProduceResponse.Partition.error(partition.index(), error));
            }
            topics.add(new ProduceResponse.Topic(topic.name(), topic.topicId(), partitions));
        }
        return new ProduceResponse(topics, throttleMs, List.of());
    }

    /** An answer for a request with one batch. */
    static ProduceResponse response(ManualNetwork.Sent sent, ProduceResponse.Partition partition) {
        ProduceRequest.Topic topic = sent.produce().topicData().get(0);
        return new ProduceResponse(
                List.of(
                        new ProduceResponse.Topic(
                                topic.name(), topic.topicId(), List.of(partition))),
                0,
                List.of());
    }

    /** Requests without an end, each as its batches' values. */
    List<String> underWay() {
        List<String> all = new ArrayList<>();
        for (ManualNetwork.Sent each : network.open()) {
            all.add(describe(each));
        }
        return all;
    }

    static String describe(ManualNetwork.Sent sent) {
        List<String> values = new ArrayList<>();
        for (ByteBuffer batch : batches(sent)) {
            values.addAll(ModelLog.values(batch));
        }
        return String.join(",", values);
    }

    static List<ByteBuffer> batches(ManualNetwork.Sent sent) {
        List<ByteBuffer> batches = new ArrayList<>();
        for (ProduceRequest.Topic topic : sent.produce().topicData()) {
            for (ProduceRequest.Partition partition : topic.partitionData()) {
                if (partition.records() instanceof MemoryRecords records) {
                    batches.add(records.bytes());
                }
            }
        }
        return batches;
    }

    static ByteBuffer batch(ManualNetwork.Sent sent) {
        return batches(sent).get(0);
    }

    /** Producer id, epoch and sequence of a request's only batch: {@code 900/0/5}. */
    static String stamp(ManualNetwork.Sent sent) {
        ByteBuffer bytes = batch(sent);
        BatchView view = new BatchView().wrap(bytes, bytes.position());
        return view.producerId() + "/" + view.producerEpoch() + "/" + view.baseSequence();
    }

    List<String> stamps() {
        List<String> all = new ArrayList<>();
        network.open().forEach(each -> all.add(stamp(each)));
        return all;
    }

    boolean memoryIsBack() {
        return accumulator.isIdle() && accumulator.availableBytes() == accumulator.totalBytes();
    }
}
