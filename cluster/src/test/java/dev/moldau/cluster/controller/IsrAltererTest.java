package dev.moldau.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.cluster.controller.ControllerCommand.AlterPartitions;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IsrAltererTest {

    private final MachineUnderTest cluster = new MachineUnderTest(Map.of());

    @BeforeEach
    void begin() {
        cluster.registered(1, 2, 3);
        cluster.topic("t", Map.of("min.insync.replicas", "2"), List.of(1, 2, 3));
    }

    private ErrorCode propose(int broker, IsrProposal proposal) {
        return cluster.run(new AlterPartitions(broker, List.of(proposal))).getFirst().error();
    }

    private IsrProposal with(int leaderEpoch, int partitionEpoch) {
        return new IsrProposal(
                cluster.topic("t").id(), 0, leaderEpoch, partitionEpoch, List.of(1, 2));
    }

    /** It was started anew since: what it found in sync before is not what is in sync now. */
    @Test
    void aLeaderOfAnOldRegistrationChangesNothing() {
        PartitionImage before = cluster.partition("t", 0);
        long epoch = Objects.requireNonNull(cluster.state.image().brokers().get(1)).epoch();
        for (long old : new long[] {epoch - 1, epoch + 1}) {
            if (old != AlterPartitions.ANY_EPOCH) {
                assertThat(cluster.run(new AlterPartitions(1, old, List.of(with(0, 0)))))
                        .containsExactly(new IsrOutcome(ErrorCode.STALE_BROKER_EPOCH, null));
            }
        }
        assertThat(cluster.run(new AlterPartitions(9, 0, List.of(with(0, 0)))))
                .containsExactly(new IsrOutcome(ErrorCode.STALE_BROKER_EPOCH, null));
        assertThat(cluster.partition("t", 0)).isEqualTo(before);
        assertThat(cluster.run(new AlterPartitions(1, epoch, List.of(with(0, 0)))))
                .extracting(IsrOutcome::error)
                .containsExactly(ErrorCode.NONE);
    }

    @Test
    void aLeaderTakesReplicasOutAndBringsThemBack() {
        IsrOutcome smaller = cluster.isr("t", 0, 1, 2);
        assertThat(smaller.error()).isEqualTo(ErrorCode.NONE);
        assertThat(smaller.now()).isEqualTo(cluster.partition("t", 0));
        assertThat(cluster.partition("t", 0))
                .isEqualTo(new PartitionImage(List.of(1, 2, 3), List.of(1, 2), 1, 0, 1));
        assertThat(cluster.isr("t", 0, 1, 2, 3).error()).isEqualTo(ErrorCode.NONE);
        assertThat(cluster.partition("t", 0).partitionEpoch()).isEqualTo(2);
        assertThat(cluster.partition("t", 0).leaderEpoch()).isZero();
    }

    @Test
    void aProposalThatChangesNothingIsAnsweredAndWritesNothing() {
        PartitionImage before = cluster.partition("t", 0);
        assertThat(cluster.isr("t", 0, 1, 2, 3)).isEqualTo(new IsrOutcome(ErrorCode.NONE, before));
        assertThat(cluster.partition("t", 0)).isSameAs(before);
    }

    @Test
    void whoLeavesBelowTheMinimumStaysEligibleUntilEnoughAreInSyncAgain() {
        cluster.isr("t", 0, 1, 2);
        assertThat(cluster.partition("t", 0).elr()).isEmpty();
        cluster.isr("t", 0, 1);
        assertThat(cluster.partition("t", 0).elr()).containsExactly(2);
        cluster.isr("t", 0, 1, 3);
        assertThat(cluster.partition("t", 0).elr()).isEmpty();
    }

    @Test
    void whatIsOutOfDateIsRefusedWithWhatIsSoNow() {
        assertThat(propose(1, with(0, 0))).isEqualTo(ErrorCode.NONE);
        assertThat(propose(1, with(0, 0))).isEqualTo(ErrorCode.INVALID_UPDATE_VERSION);
        assertThat(propose(1, with(-1, 1))).isEqualTo(ErrorCode.FENCED_LEADER_EPOCH);
        assertThat(propose(1, with(1, 1))).isEqualTo(ErrorCode.NOT_CONTROLLER);
        assertThat(propose(1, with(0, 2))).isEqualTo(ErrorCode.NOT_CONTROLLER);
        assertThat(propose(2, with(0, 1))).isEqualTo(ErrorCode.INVALID_REQUEST);
        assertThat(propose(9, with(0, 1))).isEqualTo(ErrorCode.STALE_BROKER_EPOCH);
    }

    @Test
    void onlyReplicasAndTheLeaderAmongThemCanBeInSync() {
        ErrorCode invalid = ErrorCode.INVALID_REQUEST;
        assertThat(cluster.isr("t", 0, 2, 3).error()).isEqualTo(invalid);
        assertThat(cluster.isr("t", 0).error()).isEqualTo(invalid);
        assertThat(cluster.isr("t", 0, 1, 2, 2).error()).isEqualTo(invalid);
        cluster.registered(4);
        assertThat(cluster.isr("t", 0, 1, 4).error()).isEqualTo(invalid);
        assertThat(cluster.partition("t", 0).partitionEpoch()).isZero();
    }

    @Test
    void whatThereIsNotIsSaid() {
        Uuid id = cluster.topic("t").id();
        assertThat(propose(1, new IsrProposal(new Uuid(1, 1), 0, 0, 0, List.of(1))))
                .isEqualTo(ErrorCode.UNKNOWN_TOPIC_ID);
        assertThat(propose(1, new IsrProposal(id, 1, 0, 0, List.of(1))))
                .isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
    }

    @Test
    void aReplicaThatWasStartedAnewSinceItFetchedIsNotAdded() {
        cluster.isr("t", 0, 1, 2);
        cluster.registered(3);
        PartitionImage now = cluster.partition("t", 0);
        IsrProposal old =
                new IsrProposal(
                        cluster.topic("t").id(),
                        0,
                        now.leaderEpoch(),
                        now.partitionEpoch(),
                        List.of(1, 2, 3),
                        List.of(0L, -1L, 0L));
        assertThat(propose(1, old)).isEqualTo(ErrorCode.INELIGIBLE_REPLICA);
        IsrProposal current =
                new IsrProposal(
                        old.topicId(),
                        0,
                        old.leaderEpoch(),
                        old.partitionEpoch(),
                        old.isr(),
                        List.of(0L, -1L, 1L));
        assertThat(propose(1, current)).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void proposalsForOnePartitionInOneCommandFollowEachOther() {
        IsrProposal first = cluster.proposal("t", 0, 1, 2);
        IsrProposal second =
                new IsrProposal(first.topicId(), 0, 0, first.partitionEpoch() + 1, List.of(1));
        List<IsrOutcome> outcomes =
                cluster.run(new AlterPartitions(1, List.of(first, second, first)));
        assertThat(outcomes)
                .extracting(IsrOutcome::error)
                .containsExactly(ErrorCode.NONE, ErrorCode.NONE, ErrorCode.INVALID_UPDATE_VERSION);
        assertThat(cluster.partition("t", 0).isr()).containsExactly(1);
    }
}
