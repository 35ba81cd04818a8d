package dev.moldau.client.producer.send;

import static dev.moldau.client.producer.send.Bench.ONE;
import static dev.moldau.client.producer.send.Bench.TWO;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.client.Node;
import dev.moldau.client.errors.DisconnectedException;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ProduceRequest;
import dev.moldau.protocol.message.ProduceResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is sent to, when, and how much at a time. Virtual times are exact. */
class SenderTest {

    private static final SenderSettings PLAIN = Bench.settings(false, 5);

    private final Bench bench = new Bench(PLAIN);

    @Test
    void aRecordGoesToItsLeaderAtOnceAndItsCallerIsToldTheOffset() {
        bench.send("a");
        assertThat(bench.network.sent).hasSize(1);
        assertThat(bench.network.sent.get(0).node).isEqualTo(ONE);
        bench.answer(ErrorCode.NONE, 41);
        assertThat(bench.told()).containsExactly("a@41");
        assertThat(bench.memoryIsBack()).isTrue();
        assertThat(bench.metrics.recordsSent()).isEqualTo(1);
        assertThat(bench.metrics.requests()).isEqualTo(1);
    }

    @Test
    void nothingHappensWhileThereIsNothingToDo() {
        bench.send("a");
        bench.answer(ErrorCode.NONE, 0);
        bench.loop.advance(120_001);
        long turns = bench.metrics.turns();
        bench.loop.advance(24 * 3_600_000);
        assertThat(bench.metrics.turns()).isEqualTo(turns);
        assertThat(bench.loop.waiting()).isZero();
    }

    @Test
    void manyAppendsOfOneTurnWakeTheSenderOnce() {
        for (int i = 0; i < 100; i++) {
            bench.append(0, "v" + i);
        }
        bench.loop.turn();
        assertThat(bench.wakes).isEqualTo(1);
        assertThat(bench.network.sent).hasSize(1);
    }

    @Test
    void aBatchThatIsNotFullLingersExactlyAsLongAsSaid() {
        Bench lingering = new Bench(PLAIN, 5, 16_384);
        lingering.send("a");
        lingering.loop.advance(2);
        lingering.send("b");
        lingering.loop.advance(2);
        assertThat(lingering.underWay()).isEmpty();
        lingering.loop.advance(1);
        assertThat(lingering.underWay()).containsExactly("a,b");
    }

    @Test
    void aFlushEndsTheLinger() {
        Bench lingering = new Bench(PLAIN, 5_000, 16_384);
        lingering.send("a");
        var flushed = lingering.accumulator.flush();
        lingering.loop.turn();
        assertThat(lingering.underWay()).containsExactly("a");
        lingering.answer(ErrorCode.NONE, 0);
        assertThat(flushed).isDone();
    }

    @Test
    void noMoreRequestsAreInFlightThanAllowed() {
        for (int i = 0; i < 9; i++) {
            bench.send("v" + i);
        }
        assertThat(bench.underWay()).containsExactly("v0", "v1", "v2", "v3", "v4");
        bench.answer(ErrorCode.NONE, 0);
        assertThat(bench.underWay()).containsExactly("v1", "v2", "v3", "v4", "v5,v6,v7,v8");
    }

    @Test
    void theLimitHoldsForEachBroker() {
        Bench single = new Bench(Bench.settings(false, 1));
        single.leaders.set("t", 1, 2);
        single.send(0, "a");
        single.send(0, "b");
        single.send(1, "c");
        single.send(1, "d");
        assertThat(single.underWay()).containsExactly("a", "c");
    }

    @Test
    void aRequestTakesOneBatchOfEachPartition() {
        bench.leaders.set("t", 1, 1);
        bench.append(0, "a");
        bench.append(1, "b");
        bench.loop.turn();
        assertThat(bench.underWay()).containsExactly("a,b");
        ProduceRequest request = bench.network.sent.get(0).produce();
        assertThat(request.topicData()).hasSize(1);
        assertThat(request.topicData().get(0).partitionData()).hasSize(2);
    }

    @Test
    void topicsAreGroupedAndAnswersMatchedWhateverTheirOrder() {
        bench.leaders.set("u", 0, 1);
        bench.leaders.id("u", new Uuid(8, 8));
        bench.leaders.set("t", 1, 1);
        bench.append("t", 0, "t0");
        bench.append("u", 0, "u0");
        bench.append("t", 1, "t1");
        bench.loop.turn();
        ManualNetwork.Sent sent = bench.network.sent.get(0);
        assertThat(sent.produce().topicData()).hasSize(2);
        sent.answer(
                new ProduceResponse(
                        List.of(
                                new ProduceResponse.Topic(
                                        "u",
                                        new Uuid(8, 8),
                                        List.of(ProduceResponse.Partition.appended(0, 30, -1, 0))),
                                new ProduceResponse.Topic(
                                        "t",
                                        Bench.TOPIC_ID,
                                        List.of(
                                                ProduceResponse.Partition.appended(1, 20, -1, 0),
                                                ProduceResponse.Partition.appended(0, 10, -1, 0)))),
                        0,
                        List.of()));
        assertThat(bench.told()).containsExactlyInAnyOrder("t0@10", "t1@20", "u0@30");
    }

    @Test
    void aBatchThatTheAnswerLeavesOutIsSentAgain() {
        bench.send("a");
        bench.network.sent.get(0).answer(new ProduceResponse(List.of(), 0, List.of()));
        bench.loop.advance(100);
        assertThat(bench.underWay()).containsExactly("a");
    }

    @Test
    void requestsStayWithinTheirSizeAndNoPartitionStarves() {
        Bench small = new Bench(Bench.settings(false, 1, (short) -1, 700, 10), 0, 400);
        for (int partition = 0; partition < 6; partition++) {
            small.leaders.set("t", partition, 1);
        }
        String text = "x".repeat(230);
        for (int round = 0; round < 3; round++) {
            for (int partition = 0; partition < 6; partition++) {
                small.append(partition, partition + text);
            }
        }
        small.loop.turn();
        List<Integer> order = new ArrayList<>();
        for (int requests = 0; requests < 9; requests++) {
            ManualNetwork.Sent sent = small.network.open().get(0);
            assertThat(Bench.batches(sent).stream().mapToInt(each -> each.remaining()).sum())
                    .isLessThanOrEqualTo(700);
            sent.produce()
                    .topicData()
                    .get(0)
                    .partitionData()
                    .forEach(partition -> order.add(partition.index()));
            small.answer(ErrorCode.NONE, 0);
        }
        assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5);
    }

    @Test
    void aBatchLargerThanARequestMayBeGoesAlone() {
        Bench small = new Bench(Bench.settings(false, 5, (short) -1, 100, 10));
        small.leaders.set("t", 1, 1);
        small.append(0, "x".repeat(500));
        small.append(1, "b");
        small.loop.turn();
        assertThat(small.network.open()).hasSize(2);
    }

    @Test
    void aConnectionIsOpenedFirst() {
        bench.network.close(ONE);
        bench.send("a");
        assertThat(bench.network.connects).containsExactly(1);
        assertThat(bench.network.sent).isEmpty();
        bench.network.open(ONE);
        assertThat(bench.underWay()).containsExactly("a");
    }

    @Test
    void reconnectBackOffIsWaitedFor() {
        bench.network.close(ONE);
        bench.network.backoff(ONE, bench.loop.nowMs() + 50);
        bench.send("a");
        bench.network.connects.clear();
        bench.loop.advance(49);
        assertThat(bench.network.connects).isEmpty();
        bench.loop.advance(1);
        assertThat(bench.network.connects).containsExactly(1);
    }

    @Test
    void aBrokerThatHasMovedIsConnectedAtOnceHoweverLongItsOldAddressIsLeftAlone() {
        bench.network.close(ONE);
        bench.network.backoff(ONE, bench.loop.nowMs() + 1_000);
        bench.send("a");
        bench.network.connects.clear();

        Node moved = new Node(1, "elsewhere", 9092, null);
        bench.network.backoff(moved, 0);
        bench.leaders.moved(moved);
        bench.loop.turn();
        assertThat(bench.network.connects).isNotEmpty();

        bench.network.backoff(moved, bench.loop.nowMs() + 50);
        bench.network.cut(moved);
        bench.network.connects.clear();
        bench.loop.advance(50);
        assertThat(bench.network.connects).as("its own back-off counts now").containsExactly(1);
        bench.network.open(moved);
        assertThat(bench.underWay()).containsExactly("a");
        assertThat(bench.network.open().get(0).node).isEqualTo(moved);
    }

    @Test
    void theNetworkHearsThatABrokerHasMovedThoughAllItsRequestsAreUnderWay() {
        Bench single = new Bench(Bench.settings(false, 1));
        single.send("a");
        single.send("b");
        assertThat(single.underWay()).containsExactly("a");
        single.network.connects.clear();
        single.leaders.moved(new Node(1, "elsewhere", 9092, null));
        single.loop.turn();
        assertThat(single.network.connects).containsExactly(1);
    }

    @Test
    void whatBecomesOfTheOldConnectionSaysNothingOfTheNewAddress() {
        bench.send("a");
        Node moved = new Node(1, "elsewhere", 9092, null);
        bench.leaders.moved(moved);
        bench.loop.turn();
        int before = bench.leaders.refreshes.size();
        bench.network.tellLost(ONE);
        assertThat(bench.leaders.refreshes).hasSize(before);
        bench.network.tellLost(moved);
        assertThat(bench.leaders.refreshes).hasSize(before + 1);
    }

    @Test
    void aLostConnectionMakesMetadataLookAgain() {
        bench.send("a");
        bench.network.cut(ONE);
        assertThat(bench.leaders.refreshes)
                .anySatisfy(reason -> assertThat(reason).contains("1 (one:9092)"));
    }

    @Test
    void withoutALeaderMetadataIsAskedAgainAndAgain() {
        bench.leaders.set("t", 1, -1);
        bench.loop.turn();
        bench.send(1, "a");
        assertThat(bench.leaders.refreshes).hasSize(1);
        bench.loop.advance(1_000);
        assertThat(bench.leaders.refreshes).hasSize(2);
        bench.leaders.set("t", 1, 2);
        bench.loop.turn();
        assertThat(bench.network.open().get(0).node).isEqualTo(TWO);
    }

    @Test
    void theSameLeaderIsAskedAgainAfterBackOffThatDoubles() {
        bench.send("a");
        long[] waits = {100, 200, 400, 800, 1_000, 1_000};
        for (long wait : waits) {
            bench.answer(ErrorCode.NOT_ENOUGH_REPLICAS, -1);
            bench.loop.advance(wait - 1);
            assertThat(bench.underWay()).as("before " + wait).isEmpty();
            bench.loop.advance(1);
            assertThat(bench.underWay()).as("after " + wait).containsExactly("a");
        }
        bench.answer(ErrorCode.NONE, 5);
        assertThat(bench.told()).containsExactly("a@5");
        assertThat(bench.metrics.recordsRetried()).isEqualTo(6);
    }

    @Test
    void anotherLeaderNamedInTheAnswerIsAskedAtOnce() {
        bench.send("a");
        ManualNetwork.Sent sent = bench.network.open().get(0);
        sent.answer(
                new ProduceResponse(
                        List.of(
                                new ProduceResponse.Topic(
                                        "t",
                                        Bench.TOPIC_ID,
                                        List.of(
                                                new ProduceResponse.Partition(
                                                        0,
                                                        ErrorCode.NOT_LEADER_OR_FOLLOWER.code(),
                                                        -1,
                                                        -1,
                                                        -1,
                                                        List.of(),
                                                        null,
                                                        new ProduceResponse.Leader(2, 9))))),
                        0,
                        List.of(new ProduceResponse.NodeEndpoint(2, "two", 9092, null))));
        assertThat(bench.leaders.hints).containsExactly("t-0 -> 2 epoch 9");
        assertThat(bench.network.open().get(0).node).isEqualTo(TWO);
        assertThat(bench.network.open().get(0).atMs).isEqualTo(sent.atMs);
    }

    @Test
    void aNewEpochOfTheSameLeaderNeedsNoBackOff() {
        bench.send("a");
        bench.answer(ErrorCode.NOT_LEADER_OR_FOLLOWER, -1);
        assertThat(bench.underWay()).isEmpty();
        bench.leaders.set("t", 0, 1);
        bench.loop.turn();
        assertThat(bench.underWay()).containsExactly("a");
    }

    @Test
    void whatWaitsFollowsItsPartitionToAnotherLeader() {
        Bench single = new Bench(Bench.settings(false, 1));
        single.send("a");
        single.send("b");
        single.leaders.set("t", 0, 2);
        single.loop.turn();
        assertThat(single.underWay()).as("b waits for a, which is elsewhere").containsExactly("a");
        single.answer(ErrorCode.NONE, 0);
        assertThat(single.network.open().get(0).node).isEqualTo(TWO);
    }

    @Test
    void aBrokerThatAsksToBeLeftAloneIs() {
        bench.send("a");
        ManualNetwork.Sent sent = bench.network.open().get(0);
        sent.answer(Bench.response(sent, ErrorCode.NONE, 0, 250));
        bench.send("b");
        bench.loop.advance(249);
        assertThat(bench.underWay()).isEmpty();
        bench.loop.advance(1);
        assertThat(bench.underWay()).containsExactly("b");
        assertThat(bench.metrics.throttleTimeMs()).isEqualTo(250);
    }

    @Test
    void withoutAcknowledgementsARecordIsDeliveredWhenItHasLeft() {
        Bench careless = new Bench(Bench.settings(false, 5, (short) 0, 1 << 20, 10));
        careless.send("a");
        ManualNetwork.Sent sent = careless.network.open().get(0);
        assertThat(sent.call.expectsAnswer()).isFalse();
        assertThat(sent.produce().acks()).isZero();
        sent.written();
        assertThat(careless.told()).containsExactly("a@-1");
        assertThat(careless.memoryIsBack()).isTrue();
    }

    @Test
    void withoutAcknowledgementsWhatNeverLeftIsSentAgain() {
        Bench careless = new Bench(Bench.settings(false, 5, (short) 0, 1 << 20, 10));
        careless.send("a");
        careless.network.open().get(0).fail(new DisconnectedException("gone"));
        careless.loop.advance(100);
        careless.network.open().get(0).written();
        assertThat(careless.told()).containsExactly("a@-1");
    }

    @Test
    void topicsGoByIdWhereBothSidesKnowIt() {
        bench.send("a");
        assertThat(bench.network.open().get(0).version).isEqualTo((short) 13);
        assertThat(bench.network.open().get(0).produce().topicData().get(0).topicId())
                .isEqualTo(Bench.TOPIC_ID);
    }

    @Test
    void topicsGoByNameWhereThereAreNoIds() {
        bench.leaders.id("t", Uuid.ZERO);
        bench.send("a");
        assertThat(bench.network.open().get(0).version).isEqualTo((short) 12);
        bench.network.highest(ApiKey.PRODUCE, 3);
        bench.send("b");
        assertThat(bench.network.open().get(1).version).isEqualTo((short) 3);
        bench.answer(ErrorCode.NONE, 0);
        bench.answer(ErrorCode.NONE, 1);
        assertThat(bench.told()).containsExactly("a@0", "b@1");
    }

    @Test
    void memoryComesBackOnlyWhenTheRequestIsReleased() {
        bench.send("a");
        ManualNetwork.Sent sent = bench.network.open().get(0);
        sent.answerButHold(Bench.response(sent, ErrorCode.NONE, 0));
        assertThat(bench.told()).containsExactly("a@0");
        assertThat(bench.memoryIsBack()).isFalse();
        sent.release();
        assertThat(bench.memoryIsBack()).isTrue();
    }

    @Test
    void withoutIdempotenceABatchDoesNotWaitForALostOneToBeSent() {
        bench.send("a");
        bench.send("b");
        bench.answer(ErrorCode.NOT_ENOUGH_REPLICAS, -1);
        bench.answer(ErrorCode.NONE, 0);
        assertThat(bench.told()).as("but callers hear in order").isEmpty();
        bench.loop.advance(100);
        bench.answer(ErrorCode.NONE, 1);
        assertThat(bench.told()).containsExactly("a@1", "b@0");
    }
}
