package dev.moldau.broker.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.partition.LocalTopic;
import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.partition.PartitionSettings;
import dev.moldau.broker.partition.PartitionsUnderTest;
import dev.moldau.broker.partition.Recompression;
import dev.moldau.broker.throttle.ReplicationThrottle;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.compress.Compression;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchResponse;
import dev.moldau.protocol.record.BatchRules;
import dev.moldau.protocol.record.Records;
import dev.moldau.storage.LogSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FetchHandlerTest {

    private final PartitionsUnderTest broker = new PartitionsUnderTest();
    private final FetchSessionCache sessions =
            new FetchSessionCache(10, 256L << 20, broker.timer, new Random(3));
    private final FetchHandler handler =
            new FetchHandler(
                    FetchSettings.DEFAULTS,
                    new FetchPorts(
                            broker.lookup,
                            sessions,
                            broker.timer,
                            Runnable::run,
                            new ReplicationThrottle(broker.timer, ReplicationThrottle.UNLIMITED)));

    @Test
    void whatIsThereIsAnsweredAtOnce() {
        Partition partition = partition("t");
        broker.append(partition, "a", "b");
        CompletableFuture<FetchResponse> fetch = fetch(4, at("t", 0, 0), 500, 1);
        FetchResponse.Partition found = only(fetch);
        assertThat(found.highWatermark()).isEqualTo(2);
        assertThat(found.lastStableOffset()).isEqualTo(2);
        assertThat(size(found)).isPositive();
        assertThat(broker.timer.size()).isZero();
    }

    @Test
    void aFetchAtTheEndWaitsUntilRecordsCome() {
        Partition partition = partition("t");
        CompletableFuture<FetchResponse> fetch = fetch(11, at("t", 0, 0), 500, 1);
        assertThat(fetch).isNotDone();
        broker.append(partition, "a");
        assertThat(fetch).isDone();
        assertThat(size(only(fetch))).isPositive();
        assertThat(broker.timer.size()).isZero();
    }

    @Test
    void aFetchWaitsForItsMinimumOfBytes() {
        Partition partition = partition("t");
        broker.append(partition, "x".repeat(100));
        CompletableFuture<FetchResponse> fetch = fetch(11, at("t", 0, 0), 500, 1000);
        for (int i = 0; i < 4; i++) {
            assertThat(fetch).as("after %d batches", i + 1).isNotDone();
            broker.append(partition, "x".repeat(100));
        }
        broker.append(partition, "x".repeat(300));
        assertThat(fetch).isDone();
        assertThat(size(only(fetch))).isGreaterThanOrEqualTo(1000);
    }

    @Test
    void aFetchAnswersWhatThereIsWhenItsTimeIsUp() {
        Partition partition = partition("t");
        broker.append(partition, "a");
        CompletableFuture<FetchResponse> fetch = fetch(11, at("t", 0, 0), 500, 100_000);
        broker.timer.advance(499);
        assertThat(fetch).isNotDone();
        broker.timer.advance(1);
        assertThat(size(only(fetch))).isPositive();
    }

    @Test
    void theFirstBatchComesWholeWhateverTheLimits() {
        Partition partition = partition("t");
        broker.append(partition, "x".repeat(5000));
        broker.append(partition, "y");
        FetchRequest.Partition asked =
                new FetchRequest.Partition(0, -1, 0, -1, -1, 10, Uuid.ZERO, Long.MAX_VALUE);
        FetchResponse.Partition found = only(fetch(11, List.of(topic("t", asked)), 0, 1));
        assertThat(size(found)).isBetween(5000, 5200);
    }

    @Test
    void theLimitOfAResponseHoldsForAllPartitionsTogether() {
        LocalTopic topic = broker.topic("many", 3);
        topic.forEach(partition -> broker.append(partition, "x".repeat(1000)));
        List<FetchRequest.Topic> asked =
                List.of(
                        new FetchRequest.Topic(
                                "many",
                                Uuid.ZERO,
                                IntStream.range(0, 3).mapToObj(i -> partitionAt(i, 0)).toList()));
        FetchRequest request =
                new FetchRequest(
                        null,
                        -1,
                        new FetchRequest.Replica(-1, -1),
                        0,
                        1,
                        1500,
                        (byte) 0,
                        0,
                        -1,
                        asked,
                        List.of(),
                        "");
        FetchResponse response = run(11, request).join();
        List<FetchResponse.Partition> found = response.responses().getFirst().partitions();
        assertThat(found).hasSize(3);
        assertThat(size(found.get(0))).isPositive();
        assertThat(size(found.get(1)) + size(found.get(2))).isZero();
        assertThat(found.get(2).highWatermark()).isEqualTo(1);
    }

    @Test
    void anOffsetOutsideTheLogIsOutOfRange() {
        broker.append(partition("t"), "a");
        assertThat(error(fetch(11, at("t", 0, 5), 500, 1)))
                .isEqualTo(ErrorCode.OFFSET_OUT_OF_RANGE);
    }

    @Test
    void leaderEpochsFence() {
        partition("t");
        assertThat(error(fetch(11, at("t", 4, 0), 500, 1)))
                .isEqualTo(ErrorCode.FENCED_LEADER_EPOCH);
        assertThat(error(fetch(11, at("t", 6, 0), 500, 1)))
                .isEqualTo(ErrorCode.UNKNOWN_LEADER_EPOCH);
    }

    @Test
    void unknownTopicsAndIdsAreNamedAsSuch() {
        assertThat(error(fetch(11, at("nobody", -1, 0), 500, 1)))
                .isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
        FetchRequest.Topic byId =
                new FetchRequest.Topic("", new Uuid(5, 5), List.of(partitionAt(0, 0)));
        assertThat(error(fetch(13, List.of(byId), 500, 1))).isEqualTo(ErrorCode.UNKNOWN_TOPIC_ID);
    }

    /**
     * FIELD-REPORTS row 28: a waiting consumer is told at once that the leader moved, and where.
     */
    @Test
    void aWaitingFetchHearsOfANewLeader() {
        Partition partition = partition("t");
        CompletableFuture<FetchResponse> fetch = fetch(16, byId(partition, 0), 30_000, 1);
        assertThat(fetch).isNotDone();
        broker.publish("t", partition.topicId(), 1, 2, 6);
        broker.moveAway(partition, 6);
        FetchResponse.Partition found = only(fetch);
        assertThat(found.errorCode()).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER.code());
        assertThat(found.currentLeader()).isEqualTo(new FetchResponse.Leader(2, 6));
        assertThat(fetch.join().nodeEndpoints())
                .containsExactly(new FetchResponse.NodeEndpoint(2, "there", 9093, null));
    }

    /** FIELD-REPORTS row 34: the epoch is the last known one, never -1, for a partition that is. */
    @Test
    void theLeaderEpochIsKeptWhileThereIsNoLeader() {
        Partition partition = partition("t");
        broker.publish("t", partition.topicId(), 1, -1, 7);
        var led = partition.become(PartitionsUnderTest.ledBy(-1, 7));
        broker.lane.runAll();
        led.join();
        FetchResponse.Partition found = only(fetch(16, byId(partition, 0), 500, 1));
        assertThat(found.currentLeader()).isEqualTo(new FetchResponse.Leader(-1, 7));
    }

    @Test
    void aSessionBringsOnlyWhatIsNews() {
        LocalTopic topic = broker.topic("many", 3);
        List<FetchRequest.Topic> all =
                List.of(
                        new FetchRequest.Topic(
                                "many",
                                Uuid.ZERO,
                                IntStream.range(0, 3).mapToObj(i -> partitionAt(i, 0)).toList()));
        FetchResponse first = run(11, request(all, 0, 1, 0, 0, List.of())).join();
        int id = first.sessionId();
        assertThat(id).isPositive();
        assertThat(first.responses().getFirst().partitions()).hasSize(3);

        FetchResponse nothing = run(11, request(List.of(), 0, 1, id, 1, List.of())).join();
        assertThat(nothing.sessionId()).isEqualTo(id);
        assertThat(nothing.responses()).isEmpty();

        broker.append(Objects.requireNonNull(topic.partition(1)), "a");
        FetchResponse news = run(11, request(List.of(), 0, 1, id, 2, List.of())).join();
        assertThat(news.responses().getFirst().partitions())
                .extracting(FetchResponse.Partition::partitionIndex)
                .containsExactly(1);
    }

    @Test
    void aSessionWithAWrongEpochOrUnknownIdIsRefused() {
        partition("t");
        int id = run(11, request(at("t", -1, 0), 0, 1, 0, 0, List.of())).join().sessionId();
        assertThat(run(11, request(List.of(), 0, 1, id, 2, List.of())).join().errorCode())
                .isEqualTo(ErrorCode.INVALID_FETCH_SESSION_EPOCH.code());
        assertThat(run(11, request(List.of(), 0, 1, id + 1, 1, List.of())).join().errorCode())
                .isEqualTo(ErrorCode.FETCH_SESSION_ID_NOT_FOUND.code());
        assertThat(run(13, request(List.of(), 0, 1, id, 1, List.of())).join().errorCode())
                .isEqualTo(ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR.code());
    }

    @Test
    void epochMinusOneClosesASession() {
        partition("t");
        int id = run(11, request(at("t", -1, 0), 0, 1, 0, 0, List.of())).join().sessionId();
        FetchResponse closing = run(11, request(at("t", -1, 0), 0, 1, id, -1, List.of())).join();
        assertThat(closing.sessionId()).isZero();
        assertThat(sessions.size()).isZero();
    }

    @Test
    void forgettingTheLastPartitionEndsTheSession() {
        partition("t");
        int id = run(11, request(at("t", -1, 0), 0, 1, 0, 0, List.of())).join().sessionId();
        FetchRequest.ForgottenTopic forgotten =
                new FetchRequest.ForgottenTopic("t", Uuid.ZERO, List.of(0));
        FetchResponse end = run(11, request(List.of(), 500, 1, id, 1, List.of(forgotten))).join();
        assertThat(end.sessionId()).isZero();
        assertThat(sessions.size()).isZero();
    }

    @Test
    void theCacheOfSessionsIsBoundedAndProtectsWhatIsInUse() {
        partition("t");
        for (int i = 0; i < 10; i++) {
            assertThat(open().sessionId()).isPositive();
        }
        assertThat(open().sessionId()).isZero();
        assertThat(sessions.refusals()).isEqualTo(1);
        broker.timer.advance(FetchSessionCache.PROTECTION_MS + 1);
        assertThat(open().sessionId()).isPositive();
        assertThat(sessions.size()).isEqualTo(10);
        assertThat(sessions.evictions()).isEqualTo(1);
    }

    private FetchResponse open() {
        return run(11, request(at("t", -1, 0), 0, 1, 0, 0, List.of())).join();
    }

    @Test
    void oldConsumersGetTheirOldFormat() {
        Partition partition = partition("t");
        broker.append(partition, "a", "b");
        for (int version = 0; version <= 3; version++) {
            FetchResponse.Partition found = only(fetch(version, at("t", -1, 1), 0, 1));
            byte[] bytes = TestRecords.bytes(found.records());
            assertThat(bytes[16])
                    .as("magic in version %d", version)
                    .isEqualTo((byte) (version / 2));
            assertThat(new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1))
                    .endsWith("b");
        }
    }

    /** KIP-110: who does not know zstd gets no topic that is kept as zstd. */
    @Test
    void aTopicKeptAsZstdIsRefusedBelowVersion10() {
        PartitionSettings zstd =
                new PartitionSettings(
                        LogSettings.DEFAULTS,
                        BatchRules.DEFAULT,
                        1,
                        Optional.of(new Recompression(Compression.ZSTD, 3)),
                        true);
        Partition partition = Objects.requireNonNull(broker.topic("z", 1, zstd).partition(0));
        broker.append(partition, "a".repeat(100));
        for (int version = 4; version <= 9; version++) {
            assertThat(error(fetch(version, at("z", -1, 0), 500, 1)))
                    .as("version %d", version)
                    .isEqualTo(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE);
        }
        assertThat(size(only(fetch(10, at("z", -1, 0), 500, 1)))).isPositive();
        // Converted, its records are plain.
        assertThat(size(only(fetch(3, at("z", -1, 0), 500, 1)))).isPositive();
    }

    /** FIELD-REPORTS row 53: old consumers that do not read fill a part of the heap, not all. */
    @Test
    void convertedRecordsAreBoundedUntilTheyHaveLeft() throws Exception {
        Partition partition = partition("t");
        for (int i = 0; i < 10; i++) {
            broker.append(partition, "x".repeat(1_000_000));
        }
        List<ConvertedRecords> unread = new ArrayList<>();
        long bytes = 0;
        for (int i = 0; i < 100; i++) {
            Records records = only(fetch(2, at("t", -1, 0), 0, 1)).records();
            if (records instanceof ConvertedRecords converted) {
                unread.add(converted);
                bytes += converted.sizeBytes();
            }
        }
        assertThat(bytes).isBetween(16L << 20, 32L << 20);
        assertThat(unread).hasSizeLessThan(100);
        unread.forEach(ConvertedRecords::close);
        FetchResponse.Partition again = only(fetch(2, at("t", -1, 0), 0, 1));
        assertThat(size(again)).isPositive();
    }

    @Test
    void aSmallAnswerOfConvertedRecordsTakesLittle() {
        Partition partition = partition("t");
        broker.append(partition, "a");
        for (int i = 0; i < 10_000; i++) {
            assertThat(size(only(fetch(2, at("t", -1, 0), 0, 1)))).isPositive();
        }
    }

    @Test
    void sessionsRememberABoundedNumberOfPartitions() {
        FetchSessionCache few = new FetchSessionCache(10, 1 << 20, broker.timer, new Random(3));
        List<FetchTarget> half =
                IntStream.range(0, 30_000)
                        .mapToObj(i -> new FetchTarget("t", Uuid.ZERO, partitionAt(i, 0)))
                        .toList();
        FetchSession first = Objects.requireNonNull(few.open(false, half));
        assertThat(few.open(false, half)).as("beyond the bound").isNull();
        assertThat(few.refusals()).isOne();
        assertThat(few.resized(first.id(), 40_000)).isTrue();
        assertThat(few.partitions()).isEqualTo(40_000);
        assertThat(few.resized(first.id(), 60_000)).as("outgrows the bound").isFalse();
        assertThat(few.find(first.id())).isNull();
        assertThat(few.partitions()).isZero();
        assertThat(few.open(false, half)).isNotNull();
    }

    private Partition partition(String topic) {
        return Objects.requireNonNull(broker.topic(topic, 1).partition(0));
    }

    private CompletableFuture<FetchResponse> fetch(
            int version, List<FetchRequest.Topic> topics, int maxWaitMs, int minBytes) {
        return run(version, request(topics, maxWaitMs, minBytes, 0, -1, List.of()));
    }

    private CompletableFuture<FetchResponse> run(int version, FetchRequest request) {
        return handler.handle(broker.context(ApiKey.FETCH, version), request).toCompletableFuture();
    }

    static FetchRequest request(
            List<FetchRequest.Topic> topics,
            int maxWaitMs,
            int minBytes,
            int sessionId,
            int sessionEpoch,
            List<FetchRequest.ForgottenTopic> forgotten) {
        return new FetchRequest(
                null,
                -1,
                new FetchRequest.Replica(-1, -1),
                maxWaitMs,
                minBytes,
                1 << 20,
                (byte) 0,
                sessionId,
                sessionEpoch,
                topics,
                forgotten,
                "");
    }

    private static List<FetchRequest.Topic> at(String name, int leaderEpoch, long offset) {
        int known = leaderEpoch == 0 ? -1 : leaderEpoch;
        return List.of(
                topic(
                        name,
                        new FetchRequest.Partition(
                                0, known, offset, -1, -1, 1 << 20, Uuid.ZERO, Long.MAX_VALUE)));
    }

    private static List<FetchRequest.Topic> byId(Partition partition, long offset) {
        return List.of(
                new FetchRequest.Topic("", partition.topicId(), List.of(partitionAt(0, offset))));
    }

    static FetchRequest.Partition partitionAt(int index, long offset) {
        return new FetchRequest.Partition(
                index, -1, offset, -1, -1, 1 << 20, Uuid.ZERO, Long.MAX_VALUE);
    }

    private static FetchRequest.Topic topic(String name, FetchRequest.Partition partition) {
        return new FetchRequest.Topic(name, Uuid.ZERO, List.of(partition));
    }

    private static FetchResponse.Partition only(CompletableFuture<FetchResponse> fetch) {
        assertThat(fetch).isDone();
        return fetch.join().responses().getFirst().partitions().getFirst();
    }

    private static ErrorCode error(CompletableFuture<FetchResponse> fetch) {
        return ErrorCode.of(only(fetch).errorCode());
    }

    private static int size(FetchResponse.Partition found) {
        Records records = found.records();
        return records == null ? 0 : records.sizeBytes();
    }
}
