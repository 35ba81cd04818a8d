package dev.moldau.client.producer.send;

import static dev.moldau.client.producer.send.Bench.ONE;
import static dev.moldau.client.producer.send.Bench.TWO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.client.Node;
import dev.moldau.client.errors.DisconnectedException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.InitProducerIdRequest;
import dev.moldau.protocol.message.InitProducerIdResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Producer ids, epochs and sequences: when they change, and when they must not. */
class SequencesTest {

    private static Bench cold() {
        return new Bench(Bench.settings(true, 5));
    }

    // ---- the producer id

    @Test
    void aProducerIdIsAskedForWhenTheFirstRecordComes() {
        Bench bench = cold();
        assertThat(bench.network.sent).isEmpty();
        bench.send("a");
        bench.send("b");
        assertThat(bench.network.sent).hasSize(1);
        assertThat(bench.network.sent.get(0).message)
                .isEqualTo(new InitProducerIdRequest(null, Integer.MAX_VALUE, -1, (short) -1));
        bench.grantId(77, 3);
        assertThat(bench.stamps()).containsExactly("77/3/0");
    }

    @Test
    void aBrokerThatIsNotReadyToGrantOneIsAskedAgain() {
        Bench bench = cold();
        bench.send("a");
        ManualNetwork.Sent ask = bench.network.open(ApiKey.INIT_PRODUCER_ID).get(0);
        ask.answer(InitProducerIdResponse.error(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS));
        bench.loop.advance(100);
        ask = bench.network.open(ApiKey.INIT_PRODUCER_ID).get(0);
        ask.fail(new DisconnectedException("gone"));
        bench.loop.advance(200);
        bench.grantId(77, 0);
        assertThat(bench.underWay()).containsExactly("a");
    }

    @Test
    void withoutAnyBrokerTheQuestionWaitsForOne() {
        Bench bench = cold();
        bench.network.close(ONE);
        bench.network.close(TWO);
        bench.send("a");
        assertThat(bench.network.sent).isEmpty();
        bench.network.open(TWO);
        bench.loop.advance(100);
        assertThat(bench.network.open(ApiKey.INIT_PRODUCER_ID)).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "CLUSTER_AUTHORIZATION_FAILED",
                "UNSUPPORTED_VERSION",
                "TRANSACTIONAL_ID_AUTHORIZATION_FAILED"
            })
    void aRefusedProducerIdEndsTheProducer(ErrorCode error) {
        Bench bench = cold();
        bench.send("a");
        bench.network
                .open(ApiKey.INIT_PRODUCER_ID)
                .get(0)
                .answer(InitProducerIdResponse.error(error));
        assertThat(bench.cause("a"))
                .isInstanceOf(FatalException.class)
                .hasMessageContaining("enable.idempotence=false");
        assertThat(bench.fault.cause()).isSameAs(bench.cause("a"));
        assertThatThrownBy(() -> bench.send("b"))
                .isInstanceOf(FatalException.class)
                .hasMessageContaining("enable.idempotence=false");
        assertThat(bench.memoryIsBack()).isTrue();
    }

    @Test
    void aBrokerTooOldForProducerIdsEndsTheProducer() {
        Bench bench = cold();
        bench.send("a");
        bench.network
                .open(ApiKey.INIT_PRODUCER_ID)
                .get(0)
                .fail(new RefusedException("no common version."));
        assertThat(bench.cause("a"))
                .isInstanceOf(FatalException.class)
                .hasMessageContaining("Brokers before 0.11");
    }

    // ---- sequences

    @Test
    void theFirstBatchOfAPartitionTravelsAlone() {
        Bench bench = cold();
        bench.send("a");
        bench.grantId(900, 0);
        bench.send("b");
        bench.send("c");
        assertThat(bench.underWay()).containsExactly("a");
        bench.answer(ErrorCode.NONE, 0);
        bench.send("d");
        assertThat(bench.underWay()).containsExactly("b,c", "d");
        assertThat(bench.stamps()).containsExactly("900/0/1", "900/0/3");
    }

    @Test
    void aPartitionThatDoesNotServeYetDoesNotMakeTheProducerHang() {
        Bench bench = cold();
        bench.send("a");
        bench.grantId(900, 0);
        bench.send("b");
        for (int i = 0; i < 5; i++) {
            bench.answer(
                    i % 2 == 0
                            ? ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
                            : ErrorCode.NOT_LEADER_OR_FOLLOWER,
                    -1);
            bench.loop.advance(1_000);
        }
        assertThat(bench.stamps()).containsExactly("900/0/0");
        bench.answer(ErrorCode.NONE, 0);
        bench.answer(ErrorCode.NONE, 1);
        assertThat(bench.told()).containsExactly("a@0", "b@1");
    }

    @Test
    void evenABrokerThatIsAlwaysOutOfOrderDoesNotMakeTheProducerHang() {
        Bench bench = cold();
        bench.send("a");
        bench.grantId(900, 0);
        for (int i = 0; i < 500 && !bench.memoryIsBack(); i++) {
            if (!bench.network.open().isEmpty()) {
                bench.answer(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, -1);
            }
            bench.loop.advance(1_000);
        }
        assertThat(bench.cause("a"))
                .isInstanceOf(TimedOutException.class)
                .hasMessageContaining("OUT_OF_ORDER_SEQUENCE_NUMBER");
    }

    @Test
    void aRetryHasTheSameBytesAsTheFirstAttempt() { // FIELD-REPORTS 7
        Bench bench = Bench.warm(5);
        bench.send("a");
        byte[] first = bytes(bench);
        bench.send("b");
        bench.network.cut(ONE);
        bench.network.open(ONE);
        bench.send("c");
        bench.loop.advance(100);
        assertThat(bytes(bench)).isEqualTo(first);
        assertThat(bench.underWay()).containsExactly("a", "b", "c");
    }

    private static byte[] bytes(Bench bench) {
        var view = Bench.batch(bench.network.open().get(0)).duplicate();
        byte[] bytes = new byte[view.remaining()];
        view.get(bytes);
        return bytes;
    }

    @Test
    void atMostFiveAreUnresolvedEvenAtTwoLeaders() {
        Bench bench = Bench.warm(5);
        for (int i = 0; i < 7; i++) {
            bench.send("v" + i);
        }
        assertThat(bench.underWay()).hasSize(5);
        bench.leaders.set("t", 0, 2);
        bench.loop.turn();
        assertThat(bench.underWay()).hasSize(5);
    }

    @Test
    void sequencesWrapAfterTheLargestNumber() {
        SequenceSpace space = new SequenceSpace(1, (short) 0, Uuid.ZERO);
        assertThat(space.allot(Integer.MAX_VALUE)).isZero();
        assertThat(space.allot(3)).isEqualTo(Integer.MAX_VALUE);
        assertThat(space.allot(1)).isEqualTo(2);
    }

    // ---- holes

    @Test
    void afterARefusedBatchThoseBehindItGetNewSequences() {
        Bench bench = Bench.warm(5);
        bench.send("a");
        bench.send("b");
        bench.send("c");
        bench.answer(ErrorCode.INVALID_TIMESTAMP, -1);
        bench.answer(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, -1);
        assertThat(bench.underWay()).as("c must come back first").containsExactly("c");
        bench.answer(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, -1);
        bench.loop.advance(100);
        assertThat(bench.stamps()).containsExactly("900/1/0");
        bench.answer(ErrorCode.NONE, 1);
        assertThat(bench.stamps()).containsExactly("900/1/1");
        bench.answer(ErrorCode.NONE, 2);
        assertThat(bench.told()).containsExactly("a!RefusedException", "b@1", "c@2");
    }

    @Test
    void afterARefusedBatchOneWhoseAnswerIsLostIsKnownNotToBeThere() {
        Bench bench = Bench.warm(5);
        bench.send("a");
        bench.send("b");
        bench.answer(ErrorCode.INVALID_TIMESTAMP, -1);
        bench.network.cut(ONE);
        bench.network.open(ONE);
        bench.loop.advance(100);
        assertThat(bench.stamps()).containsExactly("900/1/0");
        bench.answer(ErrorCode.NONE, 1);
        assertThat(bench.told()).containsExactly("a!RefusedException", "b@1");
    }

    @Test
    void aRefusalWaitsForTheBatchesBeforeIt() {
        Bench bench = Bench.warm(5);
        bench.send("a");
        bench.send("b");
        bench.answer(ErrorCode.NOT_ENOUGH_REPLICAS, -1);
        bench.answer(ErrorCode.INVALID_TIMESTAMP, -1);
        assertThat(bench.told()).isEmpty();
        bench.loop.advance(100);
        bench.answer(ErrorCode.NONE, 1);
        assertThat(bench.told()).containsExactly("a@1", "b!RefusedException");
    }

    @Test
    void anExpiredBatchThatTheBrokerHasLetsThoseBehindItGoOn() {
        Bench bench = Bench.warm(5);
        bench.send("a");
        bench.loop.advance(10);
        bench.send("b");
        bench.loop.advance(119_985);
        bench.network.cut(ONE);
        bench.network.open(ONE);
        bench.loop.advance(5);
        assertThat(bench.told()).containsExactly("a!TimedOutException");
        bench.send("c");
        assertThat(bench.told()).hasSize(1);
        bench.loop.advance(4);
        assertThat(bench.underWay()).as("b is in back-off until it expires").isEmpty();
        bench.loop.advance(1_000);
        assertThat(bench.told()).containsExactly("a!TimedOutException", "b!TimedOutException");
        assertThat(bench.stamps()).as("a new epoch").containsExactly("900/1/0");
        bench.answer(ErrorCode.NONE, 3);
        assertThat(bench.told()).contains("c@3");
    }

    @Test
    void behindABatchOfUnknownFateNothingNewIsSentUntilThoseUnderWayAreResolved() {
        Bench bench = Bench.warm(5);
        bench.send("a");
        bench.loop.advance(50_000);
        bench.send("b");
        bench.loop.advance(70_000);
        assertThat(bench.told()).containsExactly("a!TimedOutException");
        bench.send("c");
        assertThat(bench.underWay()).containsExactly("a", "b");
        bench.answer(ErrorCode.NONE, 1);
        assertThat(bench.told()).as("too late for a").hasSize(1);
        bench.answer(ErrorCode.NONE, 2);
        assertThat(bench.told()).containsExactly("a!TimedOutException", "b@2");
        assertThat(bench.stamps()).containsExactly("900/1/0");
    }

    @Test
    void aBatchOfUnknownFateIsNeverSentUnderAnotherSequence() { // FIELD-REPORTS 8
        Bench bench = Bench.warm(5);
        bench.send("a");
        bench.loop.advance(50_000);
        bench.send("b");
        bench.network.cut(ONE);
        bench.loop.advance(70_000);
        assertThat(bench.told()).containsExactly("a!TimedOutException");
        bench.network.open(ONE);
        bench.loop.turn();
        assertThat(bench.stamps()).as("b as it was").containsExactly("900/0/2");
        bench.answer(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, -1);
        assertThat(bench.cause("b"))
                .isExactlyInstanceOf(RetriableException.class)
                .hasMessageContaining("not known whether")
                .hasMessageContaining("t-0");
        bench.send("c");
        assertThat(bench.stamps()).containsExactly("900/1/0");
    }

    @Test
    void aBrokerThatLostWhatItAcknowledgedGetsTheNextBatchUnderANewEpoch() { // FIELD-REPORTS 6
        Bench bench = Bench.warm(5);
        bench.send("a");
        bench.answer(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, -1);
        bench.loop.advance(100);
        assertThat(bench.stamps()).containsExactly("900/1/0");
        bench.answer(ErrorCode.NONE, 0);
        assertThat(bench.told()).containsExactly("a@0");
        assertThat(bench.metrics.epochBumps()).isEqualTo(1);
    }

    @Test
    void aBatchIsNotSentAfterALaterOneThatIsInTheLog() {
        Bench bench = Bench.warm(5);
        bench.send("a");
        bench.send("b");
        bench.answer(ErrorCode.NOT_ENOUGH_REPLICAS, -1);
        bench.answer(ErrorCode.NONE, 0); // by a broker that has lost its state of the producer
        bench.loop.advance(100);
        bench.answer(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, -1);
        assertThat(bench.told()).containsExactly("a!RetriableException", "b@0");
        assertThat(bench.cause("a")).hasMessageContaining("out of order");
    }

    @Test
    void aHoleInOnePartitionDoesNotDisturbAnother() {
        Bench bench = Bench.warm(5);
        bench.leaders.set("t", 1, 2);
        bench.send(1, "x");
        bench.answer(ErrorCode.NONE, 0);
        bench.send(0, "a");
        bench.answer(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, -1);
        bench.send(1, "y");
        assertThat(bench.stamps()).containsExactly("900/0/1");
    }

    @Test
    void aStampWaitsUntilTheNetworkHasLetGoOfTheBytes() {
        Bench bench = Bench.warm(5);
        bench.send("a");
        ManualNetwork.Sent sent = bench.network.open().get(0);
        sent.answerButHold(Bench.response(sent, ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, -1));
        bench.loop.advance(5_000);
        assertThat(bench.network.open()).isEmpty();
        sent.release();
        assertThat(bench.stamps()).containsExactly("900/1/0");
    }

    @Test
    void whenTheEpochsAreUsedUpThereIsANewProducerId() {
        Bench bench = cold();
        bench.send("a");
        bench.grantId(900, Short.MAX_VALUE);
        bench.answer(ErrorCode.NONE, 0);
        bench.send("b");
        bench.answer(ErrorCode.INVALID_TIMESTAMP, -1);
        bench.send("c");
        bench.grantId(901, 0);
        assertThat(bench.stamps()).containsExactly("901/0/0");
    }

    // ---- topics made anew, FIELD-REPORTS 9

    private static final Uuid ANEW = new Uuid(9, 9);

    @Test
    void aTopicMadeAnewBeginsANewEpochAtZero() {
        Bench bench = Bench.warm(5);
        bench.send("a");
        bench.answer(ErrorCode.UNKNOWN_TOPIC_ID, -1);
        bench.leaders.id("t", ANEW);
        bench.loop.advance(100);
        assertThat(bench.stamps()).containsExactly("900/1/0");
        assertThat(bench.network.open().get(0).produce().topicData().get(0).topicId())
                .isEqualTo(ANEW);
        bench.answer(ErrorCode.NONE, 0);
        assertThat(bench.told()).containsExactly("a@0");
    }

    @Test
    void whatIsUnderWayToTheOldTopicComesBackFirst() {
        Bench bench = Bench.warm(5);
        bench.send("a");
        bench.leaders.id("t", ANEW);
        bench.send("b");
        assertThat(bench.underWay()).containsExactly("a");
        bench.answer(ErrorCode.NONE, 1);
        assertThat(bench.stamps()).containsExactly("900/1/0");
    }

    @Test
    void byNameABatchOfUnknownFateIsNotRiskedInTheNewTopic() {
        Bench bench = cold();
        bench.network.highest(ApiKey.PRODUCE, 12);
        bench.send("first");
        bench.grantId(900, 0);
        bench.answer(ErrorCode.NONE, 0);
        bench.send("a");
        bench.network.cut(ONE);
        bench.network.open(ONE);
        bench.leaders.id("t", ANEW);
        bench.loop.advance(100);
        assertThat(bench.told()).containsExactly("first@0", "a!RetriableException");
        bench.send("b");
        assertThat(bench.stamps()).containsExactly("900/1/0");
    }

    @Test
    void aBrokerThatMovesIsFollowed() {
        Bench bench = Bench.warm(5);
        Node moved = new Node(2, "elsewhere", 9093, null);
        bench.leaders.leaderChanged("t", 0, 2, 5, moved);
        bench.send("a");
        assertThat(bench.network.open().get(0).node.id()).isEqualTo(2);
    }
}
