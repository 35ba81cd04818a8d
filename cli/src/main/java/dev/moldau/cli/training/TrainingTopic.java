package dev.moldau.cli.training;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.message.CreateTopicsRequest;
import dev.moldau.protocol.message.CreateTopicsResponse;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchResponse;
import dev.moldau.protocol.message.MetadataRequest;
import dev.moldau.protocol.message.MetadataResponse;
import dev.moldau.protocol.message.ProduceRequest;
import dev.moldau.protocol.message.ProduceResponse;
import dev.moldau.protocol.record.BatchWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A topic of the training cluster, and clients that send to it and read from it whoever leads.
 * Confined to its thread, but for the clients of {@link #produceWhile}, which have one each.
 */
final class TrainingTopic {

    private static final String NAME = "moving";
    private static final int PARTITIONS = 4;
    private static final int PATIENCE_S = 30;

    /** How much each partition gets before its leader goes, and afterwards. */
    private static final int BATCHES = 100;

    private static final int FETCH_BYTES = 1 << 20;

    private Map<Integer, Integer> ports;
    private Uuid id = Uuid.ZERO;

    /**
     * @param ports where the brokers are
     */
    TrainingTopic(Map<Integer, Integer> ports) {
        this.ports = ports;
    }

    /** The brokers are elsewhere now. */
    void movedTo(Map<Integer, Integer> now) {
        ports = now;
    }

    void create(int replicas) throws IOException {
        CreateTopicsRequest.Topic topic =
                new CreateTopicsRequest.Topic(
                        NAME, PARTITIONS, (short) replicas, List.of(), List.of());
        try (TrainingClient client = client(ports)) {
            client.ask(
                    ApiKey.CREATE_TOPICS,
                    7,
                    new CreateTopicsRequest(List.of(topic), PATIENCE_S * 1_000, false),
                    CreateTopicsResponse.class);
        }
    }

    private static TrainingClient client(Map<Integer, Integer> ports) throws IOException {
        return new TrainingClient(ports.values().iterator().next());
    }

    /** Waits until all partitions have so many replicas in sync. */
    void awaitInSync(int replicas) throws IOException {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
        while (!isInSync(replicas)) {
            if (System.nanoTime() > endNs) {
                throw new IOException("the replicas of " + NAME + " do not get in sync");
            }
            pause();
        }
    }

    private boolean isInSync(int replicas) throws IOException {
        try (TrainingClient client = client(ports)) {
            MetadataResponse.Topic topic = metadata(client);
            id = topic.topicId();
            return topic.errorCode() == ErrorCode.NONE.code()
                    && topic.partitions().stream()
                            .allMatch(partition -> partition.isrNodes().size() == replicas);
        }
    }

    private static MetadataResponse.Topic metadata(TrainingClient client) throws IOException {
        return client.ask(
                        ApiKey.METADATA,
                        13,
                        new MetadataRequest(
                                List.of(new MetadataRequest.Topic(Uuid.ZERO, NAME)),
                                false,
                                false,
                                false),
                        MetadataResponse.class)
                .topics()
                .getFirst();
    }

    /**
     * Sends to all partitions while something is done, and until they have got something
     * afterwards.
     *
     * @param now where the brokers are
     * @param change what is done; takes a broker away
     */
    void produceWhile(Map<Integer, Integer> now, Runnable change) throws IOException {
        ports = now;
        CompletableFuture<Void> changed = new CompletableFuture<>();
        List<CompletableFuture<Void>> begun = new ArrayList<>();
        List<CompletableFuture<Void>> clients = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            int index = partition;
            CompletableFuture<Void> ready = new CompletableFuture<>();
            begun.add(ready);
            clients.add(
                    CompletableFuture.runAsync(
                            () -> new Sender(index, ready, changed).run(),
                            Thread::startVirtualThread));
        }
        try {
            join(begun);
            change.run();
        } finally {
            changed.complete(null);
        }
        join(clients);
    }

    private static void join(List<CompletableFuture<Void>> all) {
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                // Whoever has no more patience says what is wrong; this is for those who cannot.
                .orTimeout(2 * PATIENCE_S, TimeUnit.SECONDS)
                .join();
    }

    /** Sends to one partition, whoever leads it. */
    private final class Sender {

        private final int partition;
        private final CompletableFuture<Void> begun;
        private final CompletableFuture<Void> changed;
        private int sent;
        private int sentSince;

        Sender(int partition, CompletableFuture<Void> begun, CompletableFuture<Void> changed) {
            this.partition = partition;
            this.begun = begun;
            this.changed = changed;
        }

        void run() {
            try {
                send();
            } catch (RuntimeException e) {
                begun.completeExceptionally(e);
                throw e;
            }
        }

        private void send() {
            long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
            while (sentSince < BATCHES) {
                if (System.nanoTime() > endNs) {
                    throw new IllegalStateException(
                            "nobody takes batches of " + NAME + "-" + partition + " any more");
                }
                ports.values().forEach(this::sendTo);
            }
        }

        private void sendTo(int port) {
            try (TrainingClient client = new TrainingClient(port);
                    Codecs codecs = new Codecs()) {
                BatchWriter writer = new BatchWriter(codecs);
                while (sentSince < BATCHES && produce(client, partition, writer)) {
                    fetch(client, partition, sent);
                    if (++sent == BATCHES) {
                        begun.complete(null);
                    }
                    sentSince += changed.isDone() ? 1 : 0;
                }
            } catch (IOException e) {
                // It is the one that goes, or has gone: the other one leads.
                pause();
            }
        }
    }

    /** Whether it leads and has taken it. */
    private boolean produce(TrainingClient client, int partition, BatchWriter writer)
            throws IOException {
        ProduceRequest.Partition records =
                new ProduceRequest.Partition(partition, TrainingScript.batch(writer));
        return client.ask(
                                ApiKey.PRODUCE,
                                13,
                                new ProduceRequest(
                                        null,
                                        (short) -1,
                                        PATIENCE_S * 1_000,
                                        List.of(
                                                new ProduceRequest.Topic(
                                                        NAME, id, List.of(records)))),
                                ProduceResponse.class)
                        .responses()
                        .getFirst()
                        .partitionResponses()
                        .getFirst()
                        .errorCode()
                == ErrorCode.NONE.code();
    }

    private void fetch(TrainingClient client, int partition, long offset) throws IOException {
        FetchRequest.Partition from =
                new FetchRequest.Partition(
                        partition, -1, offset, -1, -1, FETCH_BYTES, Uuid.ZERO, Long.MAX_VALUE);
        client.ask(
                ApiKey.FETCH,
                18,
                new FetchRequest(
                        null,
                        -1,
                        FetchRequest.Replica.CLIENT,
                        0,
                        1,
                        FETCH_BYTES,
                        (byte) 0,
                        0,
                        -1,
                        List.of(new FetchRequest.Topic(NAME, id, List.of(from))),
                        List.of(),
                        ""),
                FetchResponse.class);
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
