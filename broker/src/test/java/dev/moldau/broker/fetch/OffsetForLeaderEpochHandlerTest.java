package dev.moldau.broker.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.partition.PartitionsUnderTest;
import dev.moldau.broker.partition.ReplicatedPartition;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.OffsetForLeaderEpochRequest;
import dev.moldau.protocol.message.OffsetForLeaderEpochResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * FIELD-REPORTS row 32: whoever has read what is no longer in the log is told the nearest offset up
 * to which the logs agree, instead of having to begin anew.
 */
class OffsetForLeaderEpochHandlerTest {

    private static final List<Integer> REPLICAS = List.of(1, 2);
    private static final int NOT_SAID = -1;

    private final PartitionsUnderTest contexts = new PartitionsUnderTest();
    private final ReplicatedPartition broker = new ReplicatedPartition(1, 1);
    private final OffsetForLeaderEpochHandler handler =
            new OffsetForLeaderEpochHandler(broker.lookup);

    /** Two records of epoch 5, nothing of 6, one of 7, and 9 has just begun. */
    private void lead() {
        broker.image(1, 5, 1, REPLICAS, 1);
        broker.produceToAll("a");
        broker.produceToAll("b");
        broker.image(2, 6, 2, REPLICAS, 1, 2);
        broker.image(1, 7, 3, REPLICAS, 1);
        broker.produceToAll("c");
        broker.image(1, 9, 4, REPLICAS, 1);
    }

    private OffsetForLeaderEpochResponse.Partition ask(
            int version, String topic, int currentEpoch, int epoch) {
        OffsetForLeaderEpochRequest request =
                new OffsetForLeaderEpochRequest(
                        -1,
                        List.of(
                                new OffsetForLeaderEpochRequest.Topic(
                                        topic,
                                        List.of(
                                                new OffsetForLeaderEpochRequest.Partition(
                                                        0, currentEpoch, epoch)))));
        return handler.handle(contexts.context(ApiKey.OFFSET_FOR_LEADER_EPOCH, version), request)
                .toCompletableFuture()
                .join()
                .topics()
                .getFirst()
                .partitions()
                .getFirst();
    }

    private OffsetForLeaderEpochResponse.Partition end(int epoch) {
        return ask(4, "t", NOT_SAID, epoch);
    }

    private static OffsetForLeaderEpochResponse.Partition at(int epoch, long offset) {
        return new OffsetForLeaderEpochResponse.Partition((short) 0, 0, epoch, offset);
    }

    @Test
    void anEpochEndsWhereTheNextOneBegins() {
        lead();
        assertThat(end(5)).isEqualTo(at(5, 2));
        assertThat(end(7)).isEqualTo(at(7, 3));
        assertThat(end(9)).as("goes on").isEqualTo(at(9, 3));
        broker.produceToAll("d");
        assertThat(end(9)).isEqualTo(at(9, 4));
    }

    @Test
    void ofAnEpochWithoutRecordsTheOneBeforeIsTold() {
        lead();
        assertThat(end(6)).isEqualTo(at(5, 2));
        assertThat(end(8)).isEqualTo(at(7, 3));
    }

    @Test
    void anEpochBeforeAllRecordsEndsWhereTheLogBegins() {
        lead();
        assertThat(end(3).endOffset()).isZero();
    }

    @Test
    void anEpochThatHasNotBegunIsUnknown() {
        lead();
        assertThat(end(10)).isEqualTo(at(-1, -1));
    }

    @Test
    void whoeverKnowsAnotherLeaderIsToldSoFirst() {
        lead();
        assertThat(ErrorCode.of(ask(4, "t", 8, 5).errorCode()))
                .isEqualTo(ErrorCode.FENCED_LEADER_EPOCH);
        assertThat(ErrorCode.of(ask(4, "t", 10, 5).errorCode()))
                .isEqualTo(ErrorCode.UNKNOWN_LEADER_EPOCH);
        assertThat(ask(4, "t", 9, 5)).isEqualTo(at(5, 2));
    }

    @Test
    void aFollowerAndABrokerWithoutThePartitionSayNothing() {
        lead();
        broker.image(2, 10, 5, REPLICAS, 1, 2);
        assertThat(ErrorCode.of(end(5).errorCode())).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);
        assertThat(ErrorCode.of(ask(4, "nobody", NOT_SAID, 5).errorCode()))
                .isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
    }

    @Test
    void allVersionsAreAnsweredAlike() {
        lead();
        for (int version = 0; version <= 4; version++) {
            assertThat(ask(version, "t", NOT_SAID, 5)).isEqualTo(at(5, 2));
        }
    }
}
