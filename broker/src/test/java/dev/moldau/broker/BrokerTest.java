package dev.moldau.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.api.InFlightRequest;
import dev.moldau.broker.api.VersionRange;
import dev.moldau.broker.partition.TestBatches;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.CreateTopicsRequest;
import dev.moldau.protocol.message.CreateTopicsResponse;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchResponse;
import dev.moldau.protocol.message.FindCoordinatorRequest;
import dev.moldau.protocol.message.FindCoordinatorResponse;
import dev.moldau.protocol.message.InitProducerIdRequest;
import dev.moldau.protocol.message.InitProducerIdResponse;
import dev.moldau.protocol.message.ProduceRequest;
import dev.moldau.protocol.message.ProduceResponse;
import dev.moldau.protocol.record.Batches;
import dev.moldau.protocol.record.MemoryRecords;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class BrokerTest {

    /** Retention, checkpoints, high watermarks, logs that could not be opened, and followers. */
    private static final int UPKEEP_DEADLINES = 5;

    @TempDir Path folder;

    @Test
    void recordsSurviveARestart() throws Exception {
        try (BrokerUnderTest broker = new BrokerUnderTest(folder)) {
            create(broker, "t", 2);
            assertThat(produce(broker, "t", 1, "a", "b")).isZero();
            assertThat(produce(broker, "t", 1, "c")).isEqualTo(2);
        }
        try (BrokerUnderTest broker = new BrokerUnderTest(folder)) {
            assertThat(produce(broker, "t", 1, "d")).isEqualTo(3);
            consumeAll(broker, 1, 4);
        }
    }

    /** An answer to CreateTopics means that the partitions serve. */
    @Test
    void aThousandPartitionsServeWhenTheirCreationIsAnsweredAndAfterARestart() throws Exception {
        try (BrokerUnderTest broker = new BrokerUnderTest(folder)) {
            create(broker, "many", 1_000);
            for (int index = 0; index < 1_000; index += 37) {
                assertThat(produce(broker, "many", index, "x")).isZero();
            }
        }
        try (BrokerUnderTest broker = new BrokerUnderTest(folder)) {
            for (int index = 0; index < 1_000; index += 37) {
                assertThat(produce(broker, "many", index, "x")).isEqualTo(1);
            }
        }
    }

    @Test
    void producerIdsAreGivenOnceEvenAcrossARestart() throws Exception {
        List<Long> ids = new ArrayList<>();
        for (int run = 0; run < 2; run++) {
            try (BrokerUnderTest broker = new BrokerUnderTest(folder)) {
                for (int i = 0; i < 1_500; i++) {
                    ids.add(
                            broker.ask(
                                            ApiKey.INIT_PRODUCER_ID,
                                            4,
                                            new InitProducerIdRequest(null, 1000, -1, (short) -1),
                                            InitProducerIdResponse.class)
                                    .producerId());
                }
            }
        }
        assertThat(ids).doesNotHaveDuplicates().allMatch(id -> id >= 0);
    }

    @Test
    void theFirstQuestionForACoordinatorMakesTheOffsetsTopic() throws Exception {
        try (BrokerUnderTest broker = new BrokerUnderTest(folder)) {
            FindCoordinatorResponse found =
                    broker.ask(
                            ApiKey.FIND_COORDINATOR,
                            0,
                            new FindCoordinatorRequest("g", (byte) 0, List.of()),
                            FindCoordinatorResponse.class);
            assertThat(ErrorCode.of(found.errorCode())).isEqualTo(ErrorCode.NONE);
            assertThat(found.host()).isEqualTo("10.0.0.1");
            assertThat(broker.broker.image().topic("__consumer_offsets")).isPresent();
        }
    }

    /** FIELD-REPORTS rows 59 to 61 and 63: what old and new clients look for is advertised. */
    @Test
    void theAdvertisedRangesAreThoseOfTheProtocolPage() {
        try (BrokerUnderTest broker = new BrokerUnderTest(folder)) {
            List<VersionRange> ranges = broker.broker.dispatcher().registry().ranges();
            assertThat(ranges)
                    .contains(
                            range(ApiKey.PRODUCE, 13),
                            range(ApiKey.FETCH, 18),
                            range(ApiKey.LIST_OFFSETS, 11),
                            range(ApiKey.METADATA, 13),
                            range(ApiKey.OFFSET_COMMIT, 10),
                            range(ApiKey.OFFSET_FETCH, 10),
                            range(ApiKey.FIND_COORDINATOR, 6),
                            range(ApiKey.JOIN_GROUP, 9),
                            range(ApiKey.HEARTBEAT, 4),
                            range(ApiKey.LEAVE_GROUP, 5),
                            range(ApiKey.SYNC_GROUP, 5),
                            range(ApiKey.INIT_PRODUCER_ID, 5),
                            range(ApiKey.API_VERSIONS, 5))
                    .extracting(VersionRange::api)
                    .contains(ApiKey.DESCRIBE_ACLS, ApiKey.DESCRIBE_CLIENT_QUOTAS);
        }
    }

    private static VersionRange range(ApiKey api, int highest) {
        return new VersionRange(api, (short) 0, (short) highest);
    }

    @Test
    void aFetchWhoseConnectionDiedLetsGoOfItsDeadline() throws Exception {
        try (BrokerUnderTest broker = new BrokerUnderTest(folder)) {
            create(broker, "t", 1);
            awaitDeadlines(broker, UPKEEP_DEADLINES);
            InFlightRequest fetch =
                    broker.begin(ApiKey.FETCH, 11, fetchRequest("t", 0, 0, 86_400_000));
            assertThat(fetch.isDone()).isFalse();
            assertThat(broker.waitingDeadlines()).isEqualTo(UPKEEP_DEADLINES + 1);
            fetch.abandon();
            fetch.reply().toCompletableFuture().get(10, TimeUnit.SECONDS);
            assertThat(broker.waitingDeadlines()).isEqualTo(UPKEEP_DEADLINES);
        }
    }

    /** Requests take their deadlines back just after they are answered. */
    private static void awaitDeadlines(BrokerUnderTest broker, int count) {
        long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (broker.waitingDeadlines() != count) {
            assertThat(System.nanoTime()).as("deadlines never were %d", count).isLessThan(untilNs);
            Thread.onSpinWait();
        }
    }

    /** Producers and tailing consumers on real lanes: each consumer sees each record once. */
    @Test
    void concurrentProducersAndConsumersAgree() throws Exception {
        int perProducer = 400;
        try (BrokerUnderTest broker = new BrokerUnderTest(folder)) {
            create(broker, "t", 3);
            List<Thread> threads = new ArrayList<>();
            List<CompletableFuture<Void>> ends = new ArrayList<>();
            for (int producer = 0; producer < 3; producer++) {
                int index = producer;
                run(threads, ends, () -> produceMany(broker, index, perProducer));
            }
            for (int consumer = 0; consumer < 3; consumer++) {
                int index = consumer;
                run(threads, ends, () -> consumeAll(broker, index, perProducer));
            }
            for (CompletableFuture<Void> end : ends) {
                end.get(40, TimeUnit.SECONDS);
            }
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private static void run(List<Thread> threads, List<CompletableFuture<Void>> ends, Work work) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        ends.add(end);
        threads.add(
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try {
                                        work.run();
                                        end.complete(null);
                                    } catch (Throwable failure) {
                                        end.completeExceptionally(failure);
                                    }
                                }));
    }

    /** Five requests in flight, as an idempotent producer has them. */
    private static void produceMany(BrokerUnderTest broker, int partition, int count)
            throws Exception {
        long id =
                broker.ask(
                                ApiKey.INIT_PRODUCER_ID,
                                4,
                                new InitProducerIdRequest(null, 1000, -1, (short) -1),
                                InitProducerIdResponse.class)
                        .producerId();
        List<CompletableFuture<ProduceResponse>> inFlight = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            MemoryRecords records = TestBatches.idempotent(id, 0, i, "value " + i);
            inFlight.add(
                    broker.send(
                            ApiKey.PRODUCE,
                            9,
                            produceRequest("t", partition, records),
                            ProduceResponse.class));
            if (inFlight.size() == 5) {
                assertThat(offset(inFlight.removeFirst().get(20, TimeUnit.SECONDS)))
                        .isEqualTo(i - 4);
            }
        }
    }

    private static void consumeAll(BrokerUnderTest broker, int partition, long count)
            throws Exception {
        long next = 0;
        while (next < count) {
            next = read(broker, "t", partition, next, 500);
        }
        assertThat(next).isEqualTo(count);
    }

    private static void create(BrokerUnderTest broker, String name, int partitions)
            throws Exception {
        CreateTopicsResponse created =
                broker.ask(
                        ApiKey.CREATE_TOPICS,
                        5,
                        new CreateTopicsRequest(
                                List.of(
                                        new CreateTopicsRequest.Topic(
                                                name, partitions, (short) 1, List.of(), List.of())),
                                20_000,
                                false),
                        CreateTopicsResponse.class);
        assertThat(ErrorCode.of(created.topics().getFirst().errorCode())).isEqualTo(ErrorCode.NONE);
    }

    private static long produce(
            BrokerUnderTest broker, String topic, int partition, String... values)
            throws Exception {
        return offset(
                broker.ask(
                        ApiKey.PRODUCE,
                        9,
                        produceRequest(topic, partition, TestBatches.of(values)),
                        ProduceResponse.class));
    }

    private static long offset(ProduceResponse response) {
        ProduceResponse.Partition answer =
                response.responses().getFirst().partitionResponses().getFirst();
        assertThat(ErrorCode.of(answer.errorCode())).isEqualTo(ErrorCode.NONE);
        return answer.baseOffset();
    }

    private static ProduceRequest produceRequest(
            String topic, int partition, MemoryRecords records) {
        return new ProduceRequest(
                null,
                (short) -1,
                1000,
                List.of(
                        new ProduceRequest.Topic(
                                topic,
                                Uuid.ZERO,
                                List.of(new ProduceRequest.Partition(partition, records)))));
    }

    /** Reads once; the next offset. */
    private static long read(
            BrokerUnderTest broker, String topic, int partition, long offset, int maxWaitMs)
            throws Exception {
        FetchResponse response =
                broker.ask(
                        ApiKey.FETCH,
                        11,
                        fetchRequest(topic, partition, offset, maxWaitMs),
                        FetchResponse.class);
        FetchResponse.Partition found = response.responses().getFirst().partitions().getFirst();
        assertThat(ErrorCode.of(found.errorCode())).isEqualTo(ErrorCode.NONE);
        MemoryRecords records = (MemoryRecords) Objects.requireNonNull(found.records());
        Batches batches = new Batches().over(records.bytes());
        long next = offset;
        while (batches.next()) {
            if (batches.batch().lastOffset() >= next) {
                assertThat(batches.batch().baseOffset()).isLessThanOrEqualTo(next);
                next = batches.batch().lastOffset() + 1;
            }
        }
        return next;
    }

    private static FetchRequest fetchRequest(
            String topic, int partition, long offset, int maxWaitMs) {
        return new FetchRequest(
                null,
                -1,
                new FetchRequest.Replica(-1, -1),
                maxWaitMs,
                1,
                1 << 20,
                (byte) 0,
                0,
                -1,
                List.of(
                        new FetchRequest.Topic(
                                topic,
                                Uuid.ZERO,
                                List.of(
                                        new FetchRequest.Partition(
                                                partition,
                                                -1,
                                                offset,
                                                -1,
                                                -1,
                                                1 << 20,
                                                Uuid.ZERO,
                                                Long.MAX_VALUE)))),
                List.of(),
                "");
    }
}
