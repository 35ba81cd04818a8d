package dev.moldau.broker.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.partition.FollowerFetch;
import dev.moldau.broker.partition.PartitionsUnderTest;
import dev.moldau.broker.partition.ReplicatedPartition;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.DeleteRecordsRequest;
import dev.moldau.protocol.message.DeleteRecordsResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Deleted records are gone on all replicas that are there when the answer comes. */
class ReplicatedDeletionTest {

    private static final int EPOCH = 5;
    private static final int TIMEOUT_MS = 1_000;
    private static final List<Integer> REPLICAS = List.of(1, 2, 3);

    private final PartitionsUnderTest contexts = new PartitionsUnderTest();
    private final ReplicatedPartition broker = new ReplicatedPartition(1, 1);
    private final DeleteRecordsHandler handler =
            new DeleteRecordsHandler(
                    broker.lookup, broker.directory, broker.timer, broker.timer, Runnable::run);

    @BeforeEach
    void threeRecordsAreCommitted() {
        broker.image(1, EPOCH, 10, REPLICAS, 1, 2, 3);
        broker.produceToAll("a");
        broker.produceToAll("b");
        broker.produceToAll("c");
        begins(2, 0);
        begins(3, 0);
        assertThat(broker.highWatermark()).isEqualTo(3);
    }

    /** The follower's log begins there. */
    private void begins(int replica, long logStart) {
        broker.partition.followerFetched(new FollowerFetch(replica, 1, EPOCH, 3, EPOCH, logStart));
        broker.lane.runAll();
    }

    private CompletableFuture<DeleteRecordsResponse> delete(long offset) {
        DeleteRecordsRequest request =
                new DeleteRecordsRequest(
                        List.of(
                                new DeleteRecordsRequest.Topic(
                                        ReplicatedPartition.NAME.topic(),
                                        List.of(new DeleteRecordsRequest.Partition(0, offset)))),
                        TIMEOUT_MS);
        var answer = handler.handle(contexts.context(ApiKey.DELETE_RECORDS, 2), request);
        broker.lane.runAll();
        return answer.toCompletableFuture();
    }

    private static DeleteRecordsResponse.Partition only(
            CompletableFuture<DeleteRecordsResponse> answer) {
        assertThat(answer).isDone();
        return answer.join().topics().getFirst().partitions().getFirst();
    }

    private static ErrorCode error(CompletableFuture<DeleteRecordsResponse> answer) {
        return ErrorCode.of(only(answer).errorCode());
    }

    @Test
    void theAnswerWaitsForAllFollowersAndTellsTheLeastStart() {
        int deadlines = broker.timer.size();
        var answer = delete(2);
        assertThat(broker.view().logStartOffset()).isEqualTo(2);
        assertThat(answer).isNotDone();
        begins(2, 2);
        assertThat(answer).isNotDone();
        begins(3, 2);
        assertThat(error(answer)).isEqualTo(ErrorCode.NONE);
        assertThat(only(answer).lowWatermark()).isEqualTo(2);
        assertThat(broker.timer.size()).as("deadlines").isEqualTo(deadlines);
    }

    @Test
    void aFollowerThatIsNotThereIsNotWaitedFor() {
        broker.absent.add(3);
        var answer = delete(2);
        begins(2, 2);
        assertThat(only(answer).lowWatermark()).isEqualTo(2);
    }

    @Test
    void aFollowerThatDiedMeanwhileIsNotHeldAgainstItWhenTheTimeIsUp() {
        var answer = delete(2);
        begins(2, 2);
        broker.absent.add(3);
        broker.timer.advance(TIMEOUT_MS);
        assertThat(error(answer)).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void aFollowerThatDoesNotComeInTimeIsAnError() {
        var answer = delete(2);
        begins(2, 2);
        broker.timer.advance(TIMEOUT_MS - 1);
        assertThat(answer).isNotDone();
        broker.timer.advance(1);
        assertThat(error(answer)).isEqualTo(ErrorCode.REQUEST_TIMED_OUT);
        assertThat(only(answer).lowWatermark()).isEqualTo(-1);
        assertThat(broker.view().logStartOffset()).as("it is given up here").isEqualTo(2);
    }

    @Test
    void whoLeadsNoMoreSaysSoAtOnce() {
        int deadlines = broker.timer.size();
        var answer = delete(2);
        broker.image(2, EPOCH + 1, 11, REPLICAS, 2, 3);
        assertThat(error(answer)).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);
        assertThat(broker.timer.size()).as("deadlines").isEqualTo(deadlines);
    }

    @Test
    void aBrokerThatStopsDoesNotWait() {
        var answer = delete(2);
        broker.partition.dismissWatches();
        broker.lane.runAll();
        assertThat(error(answer)).isEqualTo(ErrorCode.REQUEST_TIMED_OUT);
    }

    @Test
    void whatIsBelowAllLogStartsIsAnsweredAtOnce() {
        var first = delete(2);
        begins(2, 2);
        begins(3, 2);
        assertThat(error(first)).isEqualTo(ErrorCode.NONE);
        assertThat(only(delete(1)).lowWatermark()).isEqualTo(2);
    }
}
