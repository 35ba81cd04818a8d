package dev.moldau.client.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.client.errors.DamagedRecordsException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.LogTruncationException;
import dev.moldau.client.errors.OffsetOutOfRangeException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.client.errors.WakeupException;
import dev.moldau.client.fake.FakeCluster;
import dev.moldau.client.fake.FakeLog;
import dev.moldau.client.fake.Fault;
import dev.moldau.client.fake.ModelBroker;
import dev.moldau.client.fake.TestBatches;
import dev.moldau.client.fake.VirtualTime;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.FetchRequest;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a consumer reads of partitions that it gave itself, in virtual time. */
class ReadingTest {

    private static final TopicPartition T0 = new TopicPartition("t", 0);
    private static final TopicPartition T1 = new TopicPartition("t", 1);
    private static final Duration A_SECOND = Duration.ofSeconds(1);

    private final VirtualTime time = new VirtualTime();
    private final Random random = new Random(7);
    private final FakeCluster cluster = new FakeCluster(2, random, time.clock());

    ReadingTest() {
        Object groups = cluster.serveConsumers(time);
        assertThat(groups).isNotNull();
        cluster.createTopic("t", 2);
    }

    @AfterEach
    void close() {
        assertThat(cluster.complaints()).isEmpty();
        cluster.close();
    }

    @Test
    void noConnectionIsMadeBeforeTheFirstPoll() {
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of());
        consumer.assign(List.of(T0));
        consumer.seek(T0, 0);
        time.runFor(10_000);
        assertThat(cluster.brokers()).allMatch(broker -> broker.arrivals(ApiKey.METADATA) == 0);
        append(T0, 1);
        assertThat(offsets(consumer, 1)).containsExactly(0L);
    }

    @Test
    void whoSeeksToTheBeginningBeforeTheFirstPollBeginsThere() {
        append(T0, 3);
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of("auto.offset.reset", "latest"));
        consumer.assign(List.of(T0, T1));
        consumer.seekToBeginning(List.of(T0));
        assertThat(offsets(consumer, 3)).containsExactly(0L, 1L, 2L);
        append(T1, 1);
        assertThat(offsets(consumer, 1)).containsExactly(0L);
    }

    @Test
    void recordsComeInOrderAndNoMoreThanAllowed() {
        append(T0, 5);
        append(T0, 5);
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of("max.poll.records", "3"));
        consumer.assign(List.of(T0));
        List<Long> read = new ArrayList<>();
        while (read.size() < 10) {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(A_SECOND);
            assertThat(records.count()).isLessThanOrEqualTo(3);
            records.forEach(record -> read.add(record.offset()));
            long next = read.get(read.size() - 1) + 1;
            assertThat(records.nextOffsets())
                    .hasEntrySatisfying(T0, mark -> assertThat(mark.offset()).isEqualTo(next));
        }
        assertThat(read).containsExactlyElementsOf(upTo(10));
    }

    @Test
    void aConsumerFollowsTheLeaderRow28() {
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of());
        consumer.assign(List.of(T0));
        append(T0, 2);
        assertThat(offsets(consumer, 2)).containsExactly(0L, 1L);
        cluster.moveLeader(T0, 1);
        append(T0, 2);
        assertThat(offsets(consumer, 2)).containsExactly(2L, 3L);
        cluster.stop(1);
        cluster.moveLeader(T0, 0);
        cluster.hearEverywhere(cluster.partition(T0));
        append(T0, 1);
        assertThat(offsets(consumer, 1)).containsExactly(4L);
    }

    @Test
    void aForgottenSessionIsOpenedAgain() {
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of());
        consumer.assign(List.of(T0, T1));
        append(T0, 1);
        assertThat(offsets(consumer, 1)).hasSize(1);
        cluster.forgetFetchSessions();
        append(T1, 1);
        append(T0, 1);
        assertThat(offsets(consumer, 2)).containsExactlyInAnyOrder(0L, 1L);
    }

    @Test
    void anIdleSessionNamesNoPartitionAgain() {
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of());
        consumer.assign(List.of(T0));
        assertThat(consumer.poll(Duration.ofSeconds(3)).isEmpty()).isTrue();
        List<Integer> named = new ArrayList<>();
        cluster.policy(
                arrival -> {
                    if (arrival.body() instanceof FetchRequest fetch) {
                        named.add(fetch.topics().size());
                    }
                    return Fault.none();
                });
        assertThat(consumer.poll(Duration.ofSeconds(3)).isEmpty()).isTrue();
        assertThat(named).hasSizeGreaterThan(3).containsOnly(0);
    }

    @Test
    void whatRetentionTookIsPassedOverByThePolicy() {
        append(T0, 5);
        append(T0, 5);
        log(T0).deleteBefore(5);
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of());
        consumer.assign(List.of(T0));
        consumer.seek(T0, 2);
        assertThat(offsets(consumer, 5)).containsExactly(5L, 6L, 7L, 8L, 9L);
    }

    @Test
    void withoutAPolicyItIsForTheApplicationToDecide() {
        append(T0, 5);
        append(T0, 5);
        log(T0).deleteBefore(5);
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of("auto.offset.reset", "none"));
        consumer.assign(List.of(T0));
        consumer.seek(T0, 2);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> consumer.poll(A_SECOND))
                    .isInstanceOfSatisfying(
                            OffsetOutOfRangeException.class,
                            error -> assertThat(error.offset()).isEqualTo(2));
        }
        consumer.seek(T0, 8);
        assertThat(offsets(consumer, 2)).containsExactly(8L, 9L);
    }

    @Test
    void aLogThatWasCutIsNoticedByEpochsRow32() {
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of("auto.offset.reset", "none"));
        cutBehind(consumer);
        assertThatThrownBy(() -> consumer.poll(Duration.ofSeconds(10)))
                .isInstanceOfSatisfying(
                        LogTruncationException.class,
                        error -> {
                            assertThat(error.partition()).isEqualTo(T0);
                            assertThat(error.offset()).isEqualTo(6);
                            assertThat(error.divergingOffset()).isEqualTo(3);
                        });
        consumer.seek(T0, 3);
        assertThat(offsets(consumer, 2)).containsExactly(3L, 4L);
    }

    @Test
    void withAPolicyReadingGoesOnWhereTheLogsPart() {
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of());
        cutBehind(consumer);
        assertThat(offsets(consumer, 2)).as("not from the start").containsExactly(3L, 4L);
    }

    /** A broker whose fetch does not tell it is asked where the epoch ends (KIP-320). */
    @Test
    void aLogThatWasCutIsNoticedWithOlderBrokersTooRow32() {
        cluster.brokers().forEach(broker -> broker.versions().serve(ApiKey.FETCH, 7, 11));
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of());
        cutBehind(consumer);
        assertThat(offsets(consumer, 2)).containsExactly(3L, 4L);
        assertThat(cluster.broker(1).arrivals(ApiKey.OFFSET_FOR_LEADER_EPOCH)).isPositive();
        LoopConsumer<byte[], byte[]> strict = consumer(Map.of("auto.offset.reset", "none"));
        strict.assign(List.of(T0));
        strict.seek(T0, 5);
        append(T0, 2);
        assertThat(offsets(strict, 2)).containsExactly(5L, 6L);
        log(T0).cutAt(5);
        cluster.moveLeader(T0, 0);
        cluster.hearEverywhere(cluster.partition(T0));
        append(T0, 3);
        assertThatThrownBy(() -> strict.poll(Duration.ofSeconds(10)))
                .isInstanceOf(LogTruncationException.class);
    }

    /** The committed epoch is what tells that the log was cut while nobody read. */
    @Test
    void aLogThatWasCutWhileNobodyReadIsNoticedByTheEpochRow32() {
        append(T0, 6);
        cluster.moveLeader(T0, 1);
        cluster.hearEverywhere(cluster.partition(T0));
        append(T0, 2);
        log(T0).cutAt(6);
        cluster.moveLeader(T0, 0);
        cluster.hearEverywhere(cluster.partition(T0));
        append(T0, 4);
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of());
        consumer.assign(List.of(T0));
        consumer.seek(T0, new OffsetAndMetadata(8, 1, ""));
        assertThat(offsets(consumer, 4)).as("nothing passed over").containsExactly(6L, 7L, 8L, 9L);
    }

    @Test
    void whoeverStandsInARackReadsFromTheReplicaThatTheLeaderNames() {
        cluster.partition(T0).sendReadersTo(1);
        append(T0, 2);
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of("client.rack", "a"));
        consumer.assign(List.of(T0));
        assertThat(offsets(consumer, 2)).containsExactly(0L, 1L);
        int askedOfLeader = cluster.broker(0).arrivals(ApiKey.FETCH);
        append(T0, 2);
        assertThat(offsets(consumer, 2)).containsExactly(2L, 3L);
        assertThat(cluster.broker(0).arrivals(ApiKey.FETCH)).isEqualTo(askedOfLeader);
        assertThat(cluster.broker(1).arrivals(ApiKey.FETCH)).isPositive();
    }

    @Test
    void whoeverNamesNoRackReadsFromTheLeader() {
        cluster.partition(T0).sendReadersTo(1);
        append(T0, 2);
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of());
        consumer.assign(List.of(T0));
        assertThat(offsets(consumer, 2)).containsExactly(0L, 1L);
        assertThat(cluster.broker(1).arrivals(ApiKey.FETCH)).isZero();
    }

    @Test
    void aReplicaThatIsGoneOrHasNothingIsLeftForTheLeader() {
        cluster.partition(T0).sendReadersTo(1);
        append(T0, 1);
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of("client.rack", "a"));
        consumer.assign(List.of(T0));
        assertThat(offsets(consumer, 1)).containsExactly(0L);
        cluster.stop(1);
        cluster.partition(T0).sendReadersTo(-1);
        append(T0, 1);
        assertThat(offsets(consumer, 1)).as("it is gone").containsExactly(1L);
        cluster.resume(1);
        cluster.partition(T0).sendReadersTo(1);
        append(T0, 1);
        assertThat(offsets(consumer, 1)).as("it is back").containsExactly(2L);
        cluster.partition(T0).sendReadersTo(-1);
        append(T0, 1);
        assertThat(offsets(consumer, 1)).as("it does not follow any more").containsExactly(3L);
    }

    /** Six records are read, of which an unclean leader lacks three and writes two others. */
    private void cutBehind(LoopConsumer<byte[], byte[]> consumer) {
        append(T0, 3);
        append(T0, 3);
        consumer.assign(List.of(T0));
        consumer.seek(T0, 0);
        assertThat(offsets(consumer, 6)).hasSize(6);
        log(T0).cutAt(3);
        cluster.moveLeader(T0, 1);
        cluster.hearEverywhere(cluster.partition(T0));
        append(T0, 2);
    }

    @Test
    void pausedPartitionsKeepWhatWasFetched() {
        append(T0, 4);
        append(T1, 4);
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of("max.poll.records", "1"));
        consumer.assign(List.of(T0, T1));
        consumer.pause(List.of(T1));
        assertThat(offsets(consumer, 4)).containsExactlyElementsOf(upTo(4));
        assertThat(consumer.poll(A_SECOND).isEmpty()).isTrue();
        consumer.resume(List.of(T1));
        assertThat(offsets(consumer, 4)).containsExactlyElementsOf(upTo(4));
    }

    @Test
    void aSeekDropsWhatWasFetchedForAnotherPlace() {
        append(T0, 10);
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of("max.poll.records", "2"));
        consumer.assign(List.of(T0));
        assertThat(offsets(consumer, 2)).containsExactly(0L, 1L);
        consumer.seek(T0, 7);
        assertThat(consumer.position(T0)).isEqualTo(7);
        assertThat(offsets(consumer, 2)).containsExactly(7L, 8L);
        consumer.seekToBeginning(Set.of());
        assertThat(offsets(consumer, 2)).containsExactly(0L, 1L);
        consumer.seekToEnd(List.of(T0));
        assertThat(consumer.position(T0)).isEqualTo(10);
    }

    @Test
    void whatASeekDropsTakesNoRoom() {
        append(T0, 10);
        append(T1, 10);
        // A partition has room for one fetch, so that nothing comes while its room is taken.
        LoopConsumer<byte[], byte[]> consumer =
                consumer(Map.of("max.poll.records", "1", "max.partition.fetch.bytes", "100"));
        consumer.assign(List.of(T0, T1));
        assertThat(offsets(consumer, 1)).hasSize(1);
        time.runFor(1_000);
        for (int i = 0; i < 3; i++) {
            consumer.seekToBeginning(Set.of());
            time.runFor(1_000);
        }
        assertThat(offsets(consumer, 20)).hasSize(20);
        assertThat(consumer.poll(A_SECOND).isEmpty()).isTrue();
        assertThat(buffered(consumer)).isZero();
    }

    @Test
    void aPartitionTakenAgainKnowsNothingOfWhatWasFetchedBefore() {
        append(T0, 5);
        append(T0, 5);
        LoopConsumer<byte[], byte[]> consumer =
                consumer(Map.of("max.poll.records", "1", "max.partition.fetch.bytes", "100"));
        consumer.assign(List.of(T0));
        assertThat(offsets(consumer, 5)).containsExactlyElementsOf(upTo(5));
        time.runFor(1_000); // more was handed over, which no poll has sorted in
        consumer.assign(List.of(T1));
        consumer.assign(List.of(T0));
        consumer.seek(T0, 2);
        assertThat(offsets(consumer, 8)).containsExactly(2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
        assertThat(consumer.poll(A_SECOND).isEmpty()).isTrue();
        assertThat(buffered(consumer)).isZero();
    }

    @Test
    void whatWaitsForNewRecordsDoesNotKeepOldOnesFromComing() {
        bothLedBy0();
        appendOneByOne(T0, 200);
        append(T1, 1);
        LoopConsumer<byte[], byte[]> consumer =
                consumer(Map.of("max.partition.fetch.bytes", "100", "fetch.max.wait.ms", "500"));
        consumer.assign(List.of(T0, T1));
        int first = consumer.poll(A_SECOND).count();
        long beganMs = time.clock().monotonicMs();
        assertThat(offsets(consumer, 201 - first)).hasSize(201 - first);
        assertThat(time.clock().monotonicMs() - beganMs).isLessThan(500);
    }

    @Test
    void aPartitionWithoutNewsIsNotAskedForAgainAndAgainWhileAnotherIsFull() {
        bothLedBy0();
        appendOneByOne(T0, 200);
        LoopConsumer<byte[], byte[]> consumer =
                consumer(
                        Map.of(
                                "max.poll.records",
                                "1",
                                "max.partition.fetch.bytes",
                                "100",
                                "fetch.max.wait.ms",
                                "500"));
        consumer.assign(List.of(T0, T1));
        assertThat(offsets(consumer, 1)).hasSize(1);
        time.runFor(1_000);
        int before = fetches();
        time.runFor(5_000);
        assertThat(fetches() - before).as("in ten times the wait").isBetween(8, 12);
        append(T1, 1);
        assertThat(offsets(consumer, 200)).hasSize(200);
    }

    @Test
    void aPartitionWithoutNewsLeavesNoTimerForEachChunkOfAnother() {
        bothLedBy0();
        appendOneByOne(T0, 200);
        LoopConsumer<byte[], byte[]> consumer =
                consumer(Map.of("max.poll.records", "1", "max.partition.fetch.bytes", "100"));
        consumer.assign(List.of(T0, T1));
        assertThat(offsets(consumer, 200)).hasSize(200);
        long before = time.eventCount();
        time.runFor(1_000);
        assertThat(time.eventCount() - before).isLessThan(60);
    }

    private void appendOneByOne(TopicPartition partition, int count) {
        for (int i = 0; i < count; i++) {
            append(partition, 1);
        }
    }

    private void bothLedBy0() {
        cluster.moveLeader(T1, 0);
        cluster.hearEverywhere(cluster.partition(T1));
    }

    private int fetches() {
        return cluster.brokers().stream().mapToInt(b -> b.arrivals(ApiKey.FETCH)).sum();
    }

    private static double buffered(LoopConsumer<byte[], byte[]> consumer) {
        return Objects.requireNonNull(consumer.metrics().get("moldau_consumer_buffered_bytes"))
                .value();
    }

    @Test
    void damagedRecordsAreToldAfterTheGoodOnesAndCanBePassed() {
        append(T0, 2);
        ByteBuffer bad = TestBatches.plain(10, 11);
        log(T0).append(bad, 0);
        log(T0).damageLast();
        append(T0, 1);
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of());
        consumer.assign(List.of(T0));
        assertThat(offsets(consumer, 2)).containsExactly(0L, 1L);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> consumer.poll(A_SECOND))
                    .isInstanceOf(DamagedRecordsException.class)
                    .hasMessageContaining("seek to offset 4");
        }
        consumer.seek(T0, 4);
        assertThat(offsets(consumer, 1)).containsExactly(4L);
    }

    @Test
    void aRefusalIsToldAndTriedAgain() {
        append(T0, 1);
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of());
        consumer.assign(List.of(T0));
        cluster.policy(
                arrival ->
                        arrival.header().api() == ApiKey.FETCH
                                ? Fault.refuse(ErrorCode.TOPIC_AUTHORIZATION_FAILED)
                                : Fault.none());
        assertThatThrownBy(() -> consumer.poll(A_SECOND))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("TOPIC_AUTHORIZATION_FAILED");
        cluster.policy(arrival -> Fault.none());
        assertThat(offsets(consumer, 1)).containsExactly(0L);
    }

    @Test
    void questionsForOffsetsEndInTime() {
        cluster.brokers().forEach(broker -> cluster.stop(broker.id()));
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of());
        assertThatThrownBy(() -> consumer.endOffsets(List.of(T0), Duration.ofSeconds(5)))
                .isInstanceOf(TimedOutException.class);
        cluster.resume(0);
        cluster.resume(1);
        append(T0, 3);
        assertThat(consumer.endOffsets(List.of(T0, T1)))
                .containsEntry(T0, 3L)
                .containsEntry(T1, 0L);
        assertThat(consumer.beginningOffsets(List.of(T0))).containsEntry(T0, 0L);
    }

    @Test
    void oldBrokersWithoutTopicIdsAreReadToo() {
        for (ModelBroker broker : cluster.brokers()) {
            broker.versions().serve(ApiKey.FETCH, 7, 11).serve(ApiKey.METADATA, 0, 9);
        }
        append(T0, 3);
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of());
        consumer.assign(List.of(T0));
        assertThat(offsets(consumer, 3)).containsExactlyElementsOf(upTo(3));
    }

    @Test
    void wakeupEndsTheNextWaitOnce() {
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of());
        consumer.assign(List.of(T0));
        consumer.wakeup();
        assertThatThrownBy(() -> consumer.poll(A_SECOND)).isInstanceOf(WakeupException.class);
        append(T0, 1);
        assertThat(offsets(consumer, 1)).containsExactly(0L);
    }

    @Test
    void whatIsWrongWithACallIsSaid() {
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of());
        assertThatThrownBy(() -> consumer.poll(A_SECOND))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("subscribe");
        assertThatThrownBy(() -> consumer.seek(T0, 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> consumer.subscribe(List.of("t")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("group.id");
        consumer.close();
        consumer.close();
        assertThatThrownBy(() -> consumer.poll(A_SECOND)).isInstanceOf(FatalException.class);
    }

    private LoopConsumer<byte[], byte[]> consumer(Map<String, String> settings) {
        return new SimConsumer(time, cluster, random, settings).consumer;
    }

    private FakeLog log(TopicPartition partition) {
        return cluster.partition(partition).log();
    }

    private void append(TopicPartition partition, int count) {
        log(partition)
                .append(TestBatches.plain(new int[count]), cluster.partition(partition).epoch());
    }

    private static List<Long> upTo(int end) {
        return LongStream.range(0, end).boxed().toList();
    }

    private List<Long> offsets(LoopConsumer<byte[], byte[]> consumer, int count) {
        List<Long> read = new ArrayList<>();
        long endMs = time.clock().monotonicMs() + 60_000;
        while (read.size() < count) {
            assertThat(time.clock().monotonicMs()).as("read %s", read).isLessThan(endMs);
            consumer.poll(A_SECOND).forEach(record -> read.add(record.offset()));
        }
        return read;
    }
}
