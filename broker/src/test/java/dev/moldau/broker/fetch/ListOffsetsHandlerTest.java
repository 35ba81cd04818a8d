package dev.moldau.broker.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.partition.PartitionSettings;
import dev.moldau.broker.partition.PartitionsUnderTest;
import dev.moldau.broker.partition.TestBatches;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ListOffsetsRequest;
import dev.moldau.protocol.message.ListOffsetsResponse;
import dev.moldau.protocol.record.BatchSettings;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListOffsetsHandlerTest {

    private static final long LATEST = -1;
    private static final long EARLIEST = -2;

    private final PartitionsUnderTest broker = new PartitionsUnderTest();
    private final ListOffsetsHandler handler = new ListOffsetsHandler(broker.lookup, Runnable::run);

    @Test
    void theEndsHaveNoTimeButAnEpoch() {
        Partition partition = partition();
        broker.append(partition, "a", "b", "c");
        delete(partition, 1);
        assertThat(find(11, LATEST)).isEqualTo(found(-1, 3, 5));
        assertThat(find(11, EARLIEST)).isEqualTo(found(-1, 1, 5));
        assertThat(find(11, -4)).as("the local log is all there is").isEqualTo(found(-1, 1, 5));
    }

    @Test
    void aTimeFindsTheFirstRecordThatIsNotOlder() {
        Partition partition = partition();
        append(partition, 1_000, "a", "b");
        append(partition, 2_000, "c");
        append(partition, 3_000, "d");
        assertThat(find(11, 0)).isEqualTo(found(1_000, 0, 5));
        assertThat(find(11, 1_001)).isEqualTo(found(2_000, 2, 5));
        assertThat(find(11, 3_000)).isEqualTo(found(3_000, 3, 5));
        assertThat(find(11, 3_001)).as("nothing is that young").isEqualTo(found(-1, -1, -1));
    }

    /** KIP-734. */
    @Test
    void theGreatestTimeMayLieInTheMiddle() {
        Partition partition = partition();
        append(partition, 1_000, "a");
        append(partition, 9_000, "b");
        append(partition, 2_000, "c");
        assertThat(find(7, -3).offset()).isEqualTo(1);
        assertThat(find(7, -3).timestamp()).isEqualTo(9_000);
    }

    @Test
    void anEmptyLogHasEndsAndNothingElse() {
        partition();
        assertThat(find(11, LATEST).offset()).isZero();
        assertThat(find(11, EARLIEST).offset()).isZero();
        assertThat(find(11, 5)).isEqualTo(found(-1, -1, -1));
        assertThat(find(11, -3)).isEqualTo(found(-1, -1, -1));
    }

    /** The special places came one after the other, and there is no tiered storage. */
    @ParameterizedTest
    @CsvSource({"-3, 7", "-4, 8", "-5, 9", "-6, 11"})
    void aPlaceIsRefusedInVersionsThatDoNotKnowIt(long place, int since) {
        broker.append(partition(), "a");
        assertThat(find(since - 1, place).errorCode())
                .isEqualTo(ErrorCode.UNSUPPORTED_VERSION.code());
        assertThat(find(since, place).errorCode()).isZero();
        if (place <= -5) {
            assertThat(find(since, place).offset()).isEqualTo(-1);
        }
    }

    /** What Sarama asks by default, and tools of the first days. */
    @Test
    void versionZeroListsThePlaceAndTheSegmentsBeforeIt() {
        PartitionSettings settings =
                new PartitionSettings(
                        PartitionSettings.DEFAULTS.log().withSegments(300, Long.MAX_VALUE),
                        PartitionSettings.DEFAULTS.batches(),
                        1,
                        PartitionSettings.DEFAULTS.recompression(),
                        true);
        Partition partition = Objects.requireNonNull(broker.topic("t", 1, settings).partition(0));
        for (int i = 0; i < 4; i++) {
            append(partition, 1_000L * (i + 1), "x".repeat(200));
        }
        assertThat(partition.view().segmentCount()).isEqualTo(4);
        assertThat(old(LATEST, 1)).containsExactly(4L);
        assertThat(old(LATEST, 3)).containsExactly(4L, 3L, 2L);
        assertThat(old(LATEST, 100)).containsExactly(4L, 3L, 2L, 1L, 0L);
        assertThat(old(EARLIEST, 100)).containsExactly(0L);
        assertThat(old(2_500, 100)).containsExactly(2L, 1L, 0L);
        assertThat(old(9_000, 1)).as("nothing is that young: the end").containsExactly(4L);
        assertThat(old(LATEST, 0)).isEmpty();
        assertThat(old(LATEST, -1)).isEmpty();
        delete(partition, 2);
        assertThat(old(LATEST, 100)).startsWith(4L, 3L, 2L).doesNotContain(0L, 1L);
    }

    @Test
    void whoIsNotServedIsToldWhy() {
        Partition partition = partition();
        assertThat(ask(11, "nobody", 0, -1, LATEST).errorCode())
                .isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION.code());
        assertThat(ask(11, "t", 7, -1, LATEST).errorCode())
                .isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION.code());
        assertThat(ask(11, "t", 0, 4, LATEST).errorCode())
                .isEqualTo(ErrorCode.FENCED_LEADER_EPOCH.code());
        assertThat(ask(11, "t", 0, 6, LATEST).errorCode())
                .isEqualTo(ErrorCode.UNKNOWN_LEADER_EPOCH.code());
        broker.moveAway(partition, 6);
        assertThat(find(11, LATEST).errorCode()).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER.code());
    }

    private Partition partition() {
        return Objects.requireNonNull(broker.topic("t", 1).partition(0));
    }

    private void append(Partition partition, long timestampMs, String... values) {
        broker.append(partition, TestBatches.at(timestampMs, BatchSettings.PLAIN, values));
    }

    private void delete(Partition partition, long before) {
        var deleted =
                partition.ask(
                        log -> {
                            log.raiseLogStart(before);
                            return before;
                        });
        broker.lane.runAll();
        deleted.join();
    }

    private ListOffsetsResponse.Partition found(long timestamp, long offset, int epoch) {
        return ListOffsetsResponse.Partition.found(0, timestamp, offset, epoch);
    }

    private ListOffsetsResponse.Partition find(int version, long timestamp) {
        return ask(version, "t", 0, -1, timestamp);
    }

    private List<Long> old(long timestamp, int count) {
        return ask(0, "t", new ListOffsetsRequest.Partition(0, -1, timestamp, count))
                .oldStyleOffsets();
    }

    private ListOffsetsResponse.Partition ask(
            int version, String topic, int index, int epoch, long timestamp) {
        return ask(version, topic, new ListOffsetsRequest.Partition(index, epoch, timestamp, 1));
    }

    private ListOffsetsResponse.Partition ask(
            int version, String topic, ListOffsetsRequest.Partition asked) {
        ListOffsetsRequest request =
                new ListOffsetsRequest(
                        -1,
                        (byte) 0,
                        List.of(new ListOffsetsRequest.Topic(topic, List.of(asked))),
                        0);
        return handler.handle(broker.context(ApiKey.LIST_OFFSETS, version), request)
                .toCompletableFuture()
                .join()
                .topics()
                .getFirst()
                .partitions()
                .getFirst();
    }
}
