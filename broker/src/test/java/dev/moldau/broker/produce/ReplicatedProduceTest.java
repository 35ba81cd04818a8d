package dev.moldau.broker.produce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.partition.PartitionsUnderTest;
import dev.moldau.broker.partition.ReplicatedPartition;
import dev.moldau.broker.partition.TestBatches;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ProduceRequest;
import dev.moldau.protocol.message.ProduceResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Produce requests to a leader that has followers. */
class ReplicatedProduceTest {

    private final PartitionsUnderTest contexts = new PartitionsUnderTest();
    private final ReplicatedPartition broker = new ReplicatedPartition(1, 1);
    private final ProduceHandler handler = new ProduceHandler(broker.lookup);

    ReplicatedProduceTest() {
        broker.image(1, 5, 10, List.of(1, 2), 1, 2);
    }

    @Test
    void aRequestThatWaitsForFollowersDoesNotHoldBackTheNext() {
        var first = produce(-1, 1_000);
        var second = produce(-1, 1_000);
        var leaderOnly = produce(1, 1_000);
        assertThat(broker.view().logEndOffset()).isEqualTo(3);
        assertThat(first).isNotDone();
        assertThat(second).isNotDone();
        assertThat(only(leaderOnly).baseOffset()).isEqualTo(2);
        broker.fetched(2, 1);
        assertThat(only(first).baseOffset()).isZero();
        assertThat(second).isNotDone();
        broker.fetched(2, 3);
        assertThat(only(second).baseOffset()).isEqualTo(1);
    }

    @Test
    void aRequestWaitsAsLongAsItSays() {
        var patient = produce(-1, 30_000);
        var hasty = produce(-1, 500);
        var hurried = produce(-1, 0);
        broker.passes(499);
        assertThat(ErrorCode.of(only(hurried).errorCode())).isEqualTo(ErrorCode.REQUEST_TIMED_OUT);
        assertThat(hasty).isNotDone();
        broker.passes(1);
        assertThat(ErrorCode.of(only(hasty).errorCode())).isEqualTo(ErrorCode.REQUEST_TIMED_OUT);
        assertThat(patient).isNotDone();
        broker.passes(29_500);
        assertThat(patient).isDone();
    }

    private CompletableFuture<ProduceResponse> produce(int acks, int timeoutMs) {
        ProduceRequest request =
                new ProduceRequest(
                        null,
                        (short) acks,
                        timeoutMs,
                        List.of(
                                new ProduceRequest.Topic(
                                        "t",
                                        Uuid.ZERO,
                                        List.of(
                                                new ProduceRequest.Partition(
                                                        0, TestBatches.of("v"))))));
        CompletableFuture<ProduceResponse> response =
                handler.handle(contexts.context(ApiKey.PRODUCE, 9), request).toCompletableFuture();
        broker.lane.runAll();
        return response;
    }

    private static ProduceResponse.Partition only(CompletableFuture<ProduceResponse> response) {
        assertThat(response).isDone();
        return response.join().responses().getFirst().partitionResponses().getFirst();
    }
}
