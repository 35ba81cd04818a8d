package dev.moldau.broker.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.protocol.ErrorCode;
import dev.moldau.storage.EpochEnd;
import dev.moldau.storage.disk.DiskFault;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What a follower does to its log. */
class FollowerLogTest {

    private static final List<Integer> REPLICAS = List.of(1, 2);

    private final ReplicatedPartition leader = new ReplicatedPartition(1, 1);
    private final ReplicatedPartition follower = new ReplicatedPartition(2, 1);

    FollowerLogTest() {
        both(1, 5, 10);
    }

    private void both(int leaderId, int leaderEpoch, int partitionEpoch) {
        leader.image(leaderId, leaderEpoch, partitionEpoch, REPLICAS, 1, 2);
        follower.image(leaderId, leaderEpoch, partitionEpoch, REPLICAS, 1, 2);
    }

    private <T> T onLane(Supplier<T> step) {
        List<T> result = new ArrayList<>();
        follower.lane.execute(() -> result.add(step.get()));
        follower.lane.runAll();
        return result.getFirst();
    }

    private AppendResult replicate(int epoch, ByteBuffer records, long mark) {
        return onLane(() -> follower.follower.replicate(epoch, records, mark, 0));
    }

    @Test
    void whatTheLeaderSentIsAppendedWithItsOffsetsAndEpochs() {
        leader.produceToAll("a");
        leader.produceToAll("b");
        AppendResult result = replicate(5, leader.read(0), 1);
        assertThat(result.baseOffset()).isZero();
        assertThat(result.lastOffset()).isEqualTo(1);
        assertThat(follower.read(0)).isEqualTo(leader.read(0));
        assertThat(follower.view().leaderEpoch()).isEqualTo(5);
        assertThat(follower.highWatermark()).isEqualTo(1);
    }

    @Test
    void theHighWatermarkIsTheLowerOneOfTheLeadersAndTheLogsEndAndDoesNotFall() {
        leader.produceToAll("a");
        replicate(5, leader.read(0), 7);
        assertThat(follower.highWatermark()).isEqualTo(1);
        replicate(5, ByteBuffer.allocate(0), 0);
        assertThat(follower.highWatermark()).isEqualTo(1);
    }

    @Test
    void answersOfAnotherEpochChangeNothing() {
        leader.produceToAll("a");
        both(1, 6, 11);
        assertThat(replicate(5, leader.read(0), 1).error())
                .isEqualTo(ErrorCode.FENCED_LEADER_EPOCH);
        assertThat(replicate(7, leader.read(0), 1).error())
                .isEqualTo(ErrorCode.UNKNOWN_LEADER_EPOCH);
        both(2, 7, 12);
        assertThat(replicate(7, leader.read(0), 1).error())
                .isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);
        both(Leadership.NO_LEADER, 7, 13);
        assertThat(replicate(7, leader.read(0), 1).error())
                .isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);
        assertThat(follower.view().logEndOffset()).isZero();
    }

    @Test
    void whatIsThereAlreadyIsRefused() {
        leader.produceToAll("a");
        replicate(5, leader.read(0), 0);
        assertThat(replicate(5, leader.read(0), 0).error()).isEqualTo(ErrorCode.CORRUPT_MESSAGE);
        assertThat(follower.view().logEndOffset()).isEqualTo(1);
    }

    @Test
    void aFormerLeaderDropsWhatTheNewOneDoesNotHave() {
        leader.produceToAll("a");
        replicate(5, leader.read(0), 1);
        both(2, 6, 11);
        follower.produceToAll("ours");
        follower.produceToAll("ours too");
        leader.produceToAll("not led here");
        both(1, 7, 12);
        leader.produceToAll("b");
        EpochEnd diverging = leader.view().endOffsetFor(6);
        assertThat(onLane(() -> follower.follower.truncate(7, diverging)))
                .isEqualTo(ErrorCode.NONE);
        assertThat(follower.view().logEndOffset()).isEqualTo(1);
        assertThat(follower.view().leaderEpoch()).isEqualTo(5);
        replicate(7, leader.read(1), 1);
        assertThat(follower.read(0)).isEqualTo(leader.read(0));
    }

    @Test
    void aTruncationThatFailedHalfwayEndsServiceAtOnce() {
        leader.produceToAll("a");
        replicate(5, leader.read(0), 1);
        follower.disk.fault(
                (operation, path) -> {
                    if (operation == DiskFault.Operation.TRUNCATE) {
                        throw new IOException("I/O error");
                    }
                });
        EpochEnd nothing = new EpochEnd(5, 0);
        assertThat(onLane(() -> follower.follower.truncate(5, nothing)))
                .isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR);
        assertThat(follower.partition.outOfService())
                .hasValueSatisfying(why -> assertThat(why).contains("I/O error"));
    }

    @Test
    void aFullDiskDoesNotKeepFromTruncating() {
        leader.produceToAll("a");
        replicate(5, leader.read(0), 1);
        follower.disk.capacityBytes(follower.disk.usedBytes());
        EpochEnd nothing = new EpochEnd(5, 0);
        assertThat(onLane(() -> follower.follower.truncate(5, nothing))).isEqualTo(ErrorCode.NONE);
        assertThat(onLane(() -> follower.follower.startOverAt(5, 7))).isEqualTo(ErrorCode.NONE);
        assertThat(follower.partition.outOfService()).isEmpty();
        assertThat(follower.view().logEndOffset()).isEqualTo(7);
    }

    /** An epoch in which nothing was written would be asked about for ever. */
    @Test
    void anEpochWithoutRecordsThatTheNewLeaderDoesNotKnowGoesToo() {
        leader.produceToAll("a");
        replicate(5, leader.read(0), 1);
        both(2, 6, 11);
        both(1, 7, 12);
        assertThat(follower.view().leaderEpoch()).isEqualTo(6);
        EpochEnd diverging = leader.view().endOffsetFor(6);
        onLane(() -> follower.follower.truncate(7, diverging));
        assertThat(follower.view().leaderEpoch()).isEqualTo(5);
        assertThat(follower.view().logEndOffset()).isEqualTo(1);
    }

    @Test
    void theLogStartFollowsTheLeadersAsFarAsIsCommitted() {
        leader.produceToAll("a");
        leader.produceToAll("b");
        onLane(() -> follower.follower.replicate(5, leader.read(0), 1, 2));
        assertThat(follower.view().logStartOffset()).isEqualTo(1);
        onLane(() -> follower.follower.replicate(5, ByteBuffer.allocate(0), 2, 2));
        assertThat(follower.view().logStartOffset()).isEqualTo(2);
    }

    @Test
    void aLogThatEndsBelowTheLeadersStartGoesOnThere() {
        assertThat(onLane(() -> follower.follower.startOverAt(5, 100))).isEqualTo(ErrorCode.NONE);
        assertThat(follower.view().logStartOffset()).isEqualTo(100);
        assertThat(follower.view().logEndOffset()).isEqualTo(100);
    }
}
