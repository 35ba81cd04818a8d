package dev.moldau.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.cluster.controller.ControllerCommand.MovePartitions;
import dev.moldau.cluster.controller.ControllerCommand.StopBroker;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.protocol.ErrorCode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PartitionMoverTest {

    private final MachineUnderTest cluster = new MachineUnderTest(Map.of());

    @BeforeEach
    void begin() {
        cluster.start(1, 2, 3, 4);
        cluster.topic("t", Map.of(), List.of(1, 2));
    }

    private PartitionImage t() {
        return cluster.partition("t", 0);
    }

    private ApiError move(@Nullable List<Integer> target) {
        return move(target, true);
    }

    private ApiError move(@Nullable List<Integer> target, boolean allowFactorChange) {
        Move move = new Move(new PartitionRef("t", 0), target);
        return cluster.run(new MovePartitions(List.of(move), allowFactorChange)).getFirst();
    }

    @Test
    void aMoveIsDoneWhenAllReplicasItLeadsToAreInSyncAndTheLeaderGoesAlong() {
        assertThat(move(List.of(3, 4))).isEqualTo(ApiError.NONE);
        assertThat(t())
                .isEqualTo(
                        new PartitionImage(
                                List.of(3, 4, 1, 2),
                                List.of(1, 2),
                                1,
                                0,
                                1,
                                List.of(3, 4),
                                List.of(1, 2),
                                List.of()));
        assertThat(cluster.isr("t", 0, 1, 2, 3).error()).isEqualTo(ErrorCode.NONE);
        assertThat(t().moving()).isTrue();
        assertThat(cluster.isr("t", 0, 1, 2, 3, 4).error()).isEqualTo(ErrorCode.NEW_LEADER_ELECTED);
        assertThat(t()).isEqualTo(new PartitionImage(List.of(3, 4), List.of(3, 4), 3, 1, 3));
    }

    /**
     * Broker 2 may hear of both moves at once, and fetch until then from a log that it then throws
     * away; its leader must not count that as what the newcomer has.
     */
    @Test
    void theLeaderEpochRisesWhenAReplicaLeavesThoughTheLeaderStays() {
        move(List.of(1, 3));
        cluster.isr("t", 0, 1, 2, 3);
        assertThat(t()).isEqualTo(new PartitionImage(List.of(1, 3), List.of(1, 3), 1, 1, 2));
        move(List.of(1, 2));
        assertThat(t().leaderEpoch()).isOne();
    }

    @Test
    void anotherOrderOrFewerReplicasInSyncIsDoneAtOnce() {
        move(List.of(2, 1));
        assertThat(t()).isEqualTo(new PartitionImage(List.of(2, 1), List.of(1, 2), 1, 0, 1));
        move(List.of(2));
        assertThat(t()).isEqualTo(new PartitionImage(List.of(2), List.of(2), 2, 1, 2));
        move(List.of(2));
        assertThat(t().partitionEpoch()).as("nothing to do").isEqualTo(2);
    }

    @Test
    void aMoveIsTakenBackAndWhatItBroughtInGoes() {
        move(List.of(3, 1));
        cluster.isr("t", 0, 1, 2);
        assertThat(move(null)).isEqualTo(ApiError.NONE);
        assertThat(t().replicas()).containsExactlyInAnyOrder(1, 2);
        assertThat(t().moving()).isFalse();
        assertThat(move(null).code()).isEqualTo(ErrorCode.NO_REASSIGNMENT_IN_PROGRESS);
    }

    @Test
    void aMoveInPlaceOfAnotherStartsFromWhereThePartitionWasBeforeTheFirst() {
        move(List.of(3, 4));
        cluster.isr("t", 0, 1, 2, 3);
        move(List.of(4, 1));
        assertThat(t().replicas()).containsExactly(4, 1, 2);
        assertThat(t().addingReplicas()).containsExactly(4);
        assertThat(t().removingReplicas()).containsExactly(2);
        assertThat(t().isr()).containsExactly(1, 2);
        cluster.isr("t", 0, 1, 2, 4);
        assertThat(t().replicas()).containsExactly(4, 1);
        assertThat(t().leader()).isEqualTo(1);
    }

    @Test
    void theOnlyReplicaInSyncIsNotTakenAwayByTakingAMoveBack() {
        move(List.of(3, 4));
        cluster.isr("t", 0, 1, 2, 3);
        cluster.kill(1, 2);
        assertThat(t().leader()).isEqualTo(3);
        assertThat(t().isr()).containsExactly(3);
        ApiError error = move(null);
        assertThat(error.code()).isEqualTo(ErrorCode.INVALID_REPLICA_ASSIGNMENT);
        assertThat(error.message()).contains("in sync only on [3]");
        assertThat(t().leader()).isEqualTo(3);
    }

    @Test
    void impossibleTargetsAreRefused() {
        ErrorCode invalid = ErrorCode.INVALID_REPLICA_ASSIGNMENT;
        assertThat(move(List.of()).code()).isEqualTo(invalid);
        assertThat(move(List.of(3, 3)).code()).isEqualTo(invalid);
        assertThat(move(List.of(1, 9)).message()).contains("[9]").contains("[1, 2, 3, 4]");
        cluster.run(new StopBroker(4, StopBroker.ANY_EPOCH));
        assertThat(move(List.of(1, 4)).code()).isEqualTo(invalid);
        assertThat(move(List.of(1), false).code()).isEqualTo(ErrorCode.INVALID_REPLICATION_FACTOR);
        assertThat(move(List.of(3, 2), false)).isEqualTo(ApiError.NONE);
        Move unknown = new Move(new PartitionRef("t", 1), List.of(1));
        assertThat(cluster.run(new MovePartitions(List.of(unknown), true)).getFirst().code())
                .isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
    }

    @Test
    void aDeadReplicaMayStayButTheMoveWaitsForIt() {
        cluster.kill(2);
        assertThat(move(List.of(3, 2))).isEqualTo(ApiError.NONE);
        cluster.isr("t", 0, 1, 3);
        assertThat(t().moving()).isTrue();
        cluster.start(2);
        cluster.isr("t", 0, 1, 3, 2);
        assertThat(t().replicas()).containsExactly(3, 2);
        assertThat(t().leader()).isEqualTo(3);
    }
}
