package dev.moldau.broker.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.cluster.controller.IsrProposal;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The leader's side of replication: what is committed, who is in sync, who is answered when. */
class LeadingTest {

    private static final List<Integer> REPLICAS = List.of(1, 2, 3);

    private final ReplicatedPartition leader = new ReplicatedPartition(1, 2);

    private void lead(int... isr) {
        leader.image(1, 5, 10, REPLICAS, isr);
    }

    private static List<ErrorCode> errors(List<AppendResult> told) {
        return told.stream().map(AppendResult::error).toList();
    }

    @Test
    void recordsAreCommittedWhenAllInSyncReplicasHaveThem() {
        lead(1, 2, 3);
        List<AppendResult> told = leader.produceToAll("a");
        assertThat(told).isEmpty();
        leader.fetched(2, 1);
        assertThat(leader.highWatermark()).isZero();
        assertThat(told).isEmpty();
        leader.fetched(3, 1);
        assertThat(leader.highWatermark()).isEqualTo(1);
        assertThat(errors(told)).containsExactly(ErrorCode.NONE);
        assertThat(told.getFirst().baseOffset()).isZero();
    }

    @Test
    void whoDoesNotAskForAllReplicasIsAnsweredAtOnce() {
        lead(1, 2, 3);
        List<AppendResult> told = new ArrayList<>();
        leader.produce(false, 1_000, told, "a");
        assertThat(errors(told)).containsExactly(ErrorCode.NONE);
        assertThat(leader.highWatermark()).isZero();
    }

    /** A waiting acknowledgement holds nothing up, and answers come in the order of offsets. */
    @Test
    void appendsGoOnWhileEarlierOnesWaitAndAreAnsweredInOrder() {
        lead(1, 2, 3);
        List<AppendResult> told = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            leader.produce(true, 1_000, told, "v" + i);
        }
        assertThat(leader.view().logEndOffset()).isEqualTo(5);
        leader.fetched(2, 5);
        leader.fetched(3, 3);
        assertThat(told).extracting(AppendResult::baseOffset).containsExactly(0L, 1L, 2L);
        leader.fetched(3, 5);
        assertThat(told).extracting(AppendResult::baseOffset).containsExactly(0L, 1L, 2L, 3L, 4L);
    }

    @Test
    void anAcknowledgementThatDoesNotComeInTimeIsSaidOnce() {
        lead(1, 2, 3);
        List<AppendResult> late = new ArrayList<>();
        List<AppendResult> patient = new ArrayList<>();
        leader.produce(true, 5_000, patient, "a");
        leader.produce(true, 1_000, late, "b");
        leader.passes(999);
        assertThat(late).isEmpty();
        leader.passes(1);
        assertThat(errors(late)).containsExactly(ErrorCode.REQUEST_TIMED_OUT);
        assertThat(patient).isEmpty();
        leader.fetched(2, 2);
        leader.fetched(3, 2);
        assertThat(errors(late)).containsExactly(ErrorCode.REQUEST_TIMED_OUT);
        assertThat(errors(patient)).containsExactly(ErrorCode.NONE);
        leader.passes(10_000);
        assertThat(leader.timer.size()).as("timers left standing").isZero();
    }

    @Test
    void aCoordinatorWaitsUntilItIsKnownWhatBecomesOfItsRecords() {
        lead(1, 2, 3);
        List<AppendResult> told = new ArrayList<>();
        leader.partition.append(PendingAppend.coordinated(TestBatches.of("a").bytes(), told::add));
        leader.lane.runAll();
        leader.passes(3_600_000);
        assertThat(told).isEmpty();
        leader.image(2, 6, 12, REPLICAS, 2, 3);
        assertThat(errors(told)).containsExactly(ErrorCode.NOT_LEADER_OR_FOLLOWER);
    }

    @Test
    void whoeverWaitsIsToldWhenAnotherBrokerLeads() {
        lead(1, 2, 3);
        List<AppendResult> told = leader.produceToAll("a");
        leader.image(2, 6, 11, REPLICAS, 2, 3);
        assertThat(errors(told)).containsExactly(ErrorCode.NOT_LEADER_OR_FOLLOWER);
        leader.passes(10_000);
        assertThat(told).hasSize(1);
    }

    @Test
    void whoeverWaitsGoesOnWaitingWhenThisBrokerIsElectedAgain() {
        lead(1, 2, 3);
        List<AppendResult> told = leader.produceToAll("a");
        leader.fetched(2, 1);
        leader.image(1, 6, 11, REPLICAS, 1, 2, 3);
        leader.fetched(3, 1);
        assertThat(told).as("broker 2 has not come in the new epoch").isEmpty();
        leader.fetched(2, 1);
        assertThat(errors(told)).containsExactly(ErrorCode.NONE);
    }

    @Test
    void aClosedPartitionLeavesNobodyWaiting() {
        lead(1, 2, 3);
        List<AppendResult> told = leader.produceToAll("a");
        var closed = leader.partition.close();
        leader.lane.runAll();
        closed.join();
        assertThat(errors(told)).containsExactly(ErrorCode.NOT_LEADER_OR_FOLLOWER);
    }

    @Test
    void tooFewInSyncReplicasRefuseProducersThatAskForAll() {
        lead(1);
        assertThat(errors(leader.produceToAll("a"))).containsExactly(ErrorCode.NOT_ENOUGH_REPLICAS);
        List<AppendResult> told = new ArrayList<>();
        leader.produce(false, 1_000, told, "b");
        assertThat(errors(told)).containsExactly(ErrorCode.NONE);
    }

    /** Nothing counts as committed meanwhile, so that who was in sync before lacks nothing. */
    @Test
    void whatIsAppendedBeforeTheInSyncReplicasBecomeTooFewIsAnsweredAndNotCommitted() {
        lead(1, 2);
        List<AppendResult> told = leader.produceToAll("a");
        leader.image(1, 5, 11, REPLICAS, 1);
        assertThat(errors(told)).containsExactly(ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND);
        assertThat(leader.highWatermark()).isZero();
        leader.image(1, 5, 12, REPLICAS, 1, 3);
        leader.fetched(3, 1);
        assertThat(leader.highWatermark()).isEqualTo(1);
        assertThat(told).hasSize(1);
    }

    @Test
    void fetchesOfAnotherEpochOrOfADifferentLogDoNotCount() {
        lead(1, 2);
        leader.produceToAll("a");
        leader.produceToAll("b");
        leader.fetched(2, 4, 2, -1);
        leader.fetched(2, 5, 2, 4);
        leader.fetched(2, 5, 3, -1);
        leader.fetched(7, 5, 2, -1);
        assertThat(leader.highWatermark()).isZero();
        leader.fetched(2, 5, 2, 5);
        assertThat(leader.highWatermark()).isEqualTo(2);
    }

    @Test
    void aFollowerThatStaysBehindForTooLongIsProposedToLeaveAndCountsUntilItHas() {
        lead(1, 2, 3);
        leader.fetched(2, 0);
        leader.fetched(3, 0);
        leader.passes(100_000);
        assertThat(leader.proposals).as("all are at the log's end").isEmpty();
        List<AppendResult> told = leader.produceToAll("a");
        leader.fetched(2, 1);
        leader.passes(30_000);
        assertThat(leader.proposals).isEmpty();
        leader.passes(1);
        assertThat(leader.proposals.getFirst().proposal().isr()).containsExactly(1, 2);
        assertThat(leader.highWatermark()).isZero();
        leader.accept();
        assertThat(leader.highWatermark()).isEqualTo(1);
        assertThat(leader.leadership().partitionEpoch()).isEqualTo(11);
        assertThat(errors(told)).containsExactly(ErrorCode.REQUEST_TIMED_OUT);
    }

    @Test
    void aFollowerThatKeepsUpWithASteadyStreamStaysInSync() {
        lead(1, 2);
        for (int second = 0; second < 100; second++) {
            leader.produceToAll("v" + second);
            leader.fetched(2, second);
            leader.passes(1_000);
        }
        assertThat(leader.proposals).isEmpty();
    }

    @Test
    void aFollowerThatHasCaughtUpIsProposedAndCountsFromThenOn() {
        lead(1, 2);
        leader.produceToAll("a");
        leader.fetched(2, 1);
        leader.fetched(3, 0);
        assertThat(leader.proposals).isEmpty();
        leader.fetched(3, 1);
        assertThat(leader.proposals.getFirst().proposal().isr()).containsExactly(1, 2, 3);
        assertThat(leader.proposals.getFirst().proposal().brokerEpochs())
                .containsExactly(-1L, 1L, 1L);
        leader.produceToAll("b");
        leader.fetched(2, 2);
        assertThat(leader.highWatermark()).as("broker 3 counts already").isEqualTo(1);
        leader.accept();
        leader.fetched(3, 2);
        assertThat(leader.highWatermark()).isEqualTo(2);
    }

    /** The last replica that a move brings in ends the move, and with it the leader's epoch. */
    @Test
    void aReplicaWhoseJoiningEndsTheEpochCountsUntilTheImageComes() {
        lead(1, 2);
        leader.produceToAll("a");
        leader.fetched(2, 1);
        leader.fetched(3, 1);
        IsrProposal made = leader.proposals.getFirst().proposal();
        leader.answer(
                ErrorCode.NONE,
                new PartitionImage(
                        List.of(1, 2, 3),
                        List.of(1, 2, 3),
                        1,
                        made.leaderEpoch() + 1,
                        made.partitionEpoch() + 1));
        leader.produceToAll("b");
        leader.fetched(2, 2);
        assertThat(leader.highWatermark()).as("broker 3 may be elected").isEqualTo(1);
        leader.passes(1_000);
        assertThat(leader.proposals).isEmpty();
    }

    /** Another process may be registered in its place when the controller decides. */
    @Test
    void aProcessThatIsNotRegisteredYetIsNotProposed() {
        lead(1, 2);
        leader.produceToAll("a");
        leader.fetched(2, 1);
        leader.fetchedAs(3, -1, 1);
        leader.passes(10_000);
        assertThat(leader.proposals).isEmpty();
        leader.fetchedAs(3, 5, 1);
        assertThat(leader.proposals.getFirst().proposal().brokerEpochs())
                .containsExactly(-1L, 1L, 5L);
    }

    /** A stream without pauses would else leave a follower always one batch short. */
    @Test
    void theHighWatermarkWaitsForAFollowerThatIsNearlyThere() {
        lead(1, 2);
        for (int i = 0; i < 3; i++) {
            leader.produceToAll("v" + i);
            leader.fetched(2, i + 1);
            leader.fetched(3, i);
            leader.passes(10);
        }
        assertThat(leader.highWatermark()).isEqualTo(2);
        assertThat(leader.proposals.getFirst().proposal().isr()).containsExactly(1, 2, 3);
    }

    /** It goes on fetching until it has stopped, and would hold every producer up for seconds. */
    @Test
    void theHighWatermarkDoesNotWaitForABrokerThatIsAboutToStop() {
        lead(1, 2, 3);
        leader.produceToAll("before");
        leader.fetched(2, 1);
        leader.fetched(3, 1);
        leader.absent.add(3);
        leader.image(1, 5, 11, REPLICAS, 1, 2);
        leader.fetched(3, 1);
        List<AppendResult> told = leader.produceToAll("after");
        leader.fetched(2, 2);
        assertThat(errors(told)).containsExactly(ErrorCode.NONE);
        assertThat(leader.highWatermark()).isEqualTo(2);
    }

    @Test
    void aProposalWhoseFateIsUnknownIsMadeAgainAndCountsMeanwhile() {
        lead(1, 2);
        leader.fetched(2, 0);
        leader.fetched(3, 0);
        leader.answer(ErrorCode.NOT_CONTROLLER, null);
        leader.produceToAll("a");
        leader.fetched(2, 1);
        assertThat(leader.highWatermark()).isZero();
        assertThat(leader.proposals).isEmpty();
        leader.passes(200);
        assertThat(leader.proposals.getFirst().proposal().isr()).containsExactly(1, 2, 3);
        PartitionImage asItIs = new PartitionImage(REPLICAS, List.of(1, 2, 3), 1, 5, 11);
        leader.answer(ErrorCode.INVALID_UPDATE_VERSION, asItIs);
        assertThat(leader.leadership().isr()).containsExactly(1, 2, 3);
        leader.passes(10_000);
        assertThat(leader.proposals).isEmpty();
    }

    /** The proposal may be in force a moment later. */
    @Test
    void theSameImageAgainDecidesNothingAboutAProposal() {
        lead(1, 2);
        leader.produceToAll("a");
        leader.fetched(2, 1);
        leader.fetched(3, 1);
        lead(1, 2);
        leader.produceToAll("b");
        leader.fetched(2, 2);
        assertThat(leader.highWatermark()).as("broker 3 counts still").isEqualTo(1);
    }

    @Test
    void aRefusedReplicaDoesNotCountAndIsProposedAgainOnceItIsThere() {
        lead(1, 2);
        leader.produceToAll("a");
        leader.fetched(2, 1);
        leader.fetched(3, 1);
        leader.answer(ErrorCode.INELIGIBLE_REPLICA, null);
        leader.absent.add(3);
        leader.produceToAll("b");
        leader.fetched(2, 2);
        assertThat(leader.highWatermark()).isEqualTo(2);
        leader.fetched(3, 2);
        leader.passes(1_000);
        assertThat(leader.proposals).isEmpty();
        leader.absent.remove(3);
        leader.passes(15_000);
        assertThat(leader.proposals.getFirst().proposal().isr()).containsExactly(1, 2, 3);
    }

    @Test
    void anAnswerThatTheImageHasOvertakenChangesNothing() {
        lead(1, 2);
        leader.fetched(3, 0);
        leader.image(1, 5, 12, REPLICAS, 1, 2, 3);
        leader.accept();
        assertThat(leader.leadership().partitionEpoch()).isEqualTo(12);
        leader.image(1, 5, 11, REPLICAS, 1);
        assertThat(leader.leadership().isr()).as("an older image").containsExactly(1, 2, 3);
    }

    /**
     * The answer to a proposal does not tell who has the partition. It may come before the image
     * with the same state, in which a move adds a replica.
     */
    @Test
    void anImageThatAnAnswerHasOvertakenStillTellsWhoHasThePartition() {
        lead(1, 2);
        leader.fetched(2, 0);
        leader.fetched(3, 0);
        assertThat(leader.proposals.getFirst().proposal().isr()).containsExactly(1, 2, 3);
        PartitionImage now = leader.accept();
        leader.become(
                new PartitionImage(
                        List.of(4, 1, 2, 3),
                        now.isr(),
                        1,
                        now.leaderEpoch(),
                        now.partitionEpoch()));
        assertThat(leader.leadership().replicas()).containsExactly(4, 1, 2, 3);
        leader.fetched(4, 0);
        assertThat(leader.proposals.getFirst().proposal().isr()).containsExactly(4, 1, 2, 3);
    }

    /** FIELD-REPORTS 15: what the leader before has shown to consumers may lie above. */
    @Test
    void aNewLeaderDoesNotKnowItsHighWatermarkUntilItsFollowersHaveCome() {
        leader.image(2, 4, 9, REPLICAS, 1, 2, 3);
        ReplicatedPartition former = new ReplicatedPartition(2, 1);
        former.image(2, 4, 9, REPLICAS, 1, 2, 3);
        former.produceToAll("a");
        former.produceToAll("b");
        leader.lane.execute(() -> leader.follower.replicate(4, former.read(0), 1, 0));
        leader.lane.runAll();
        lead(1, 2, 3);
        assertThat(leader.highWatermark()).isEqualTo(1);
        assertThat(leader.partition.knowsHighWatermark()).isFalse();
        leader.fetched(2, 2);
        assertThat(leader.partition.knowsHighWatermark()).isFalse();
        leader.fetched(3, 2);
        assertThat(leader.partition.knowsHighWatermark()).isTrue();
    }

    /** FIELD-REPORTS 6: a retry that meets the new leader is a duplicate, not out of order. */
    @Test
    void aNewLeaderKnowsWhatProducersHaveWrittenBefore() {
        ReplicatedPartition former = new ReplicatedPartition(2, 1);
        former.image(2, 4, 9, REPLICAS, 1, 2, 3);
        List<AppendResult> before = new ArrayList<>();
        sendIdempotent(former, 0, before);
        sendIdempotent(former, 1, before);
        leader.image(2, 4, 9, REPLICAS, 1, 2, 3);
        leader.lane.execute(() -> leader.follower.replicate(4, former.read(0), 0, 0));
        leader.lane.runAll();
        lead(1, 2, 3);
        List<AppendResult> told = new ArrayList<>();
        sendIdempotent(leader, 1, told);
        assertThat(told).as("not committed yet").isEmpty();
        leader.fetched(2, 2);
        leader.fetched(3, 2);
        sendIdempotent(leader, 2, told);
        leader.fetched(2, 3);
        leader.fetched(3, 3);
        assertThat(errors(told)).containsExactly(ErrorCode.NONE, ErrorCode.NONE);
        assertThat(told).extracting(AppendResult::baseOffset).containsExactly(1L, 2L);
    }

    private static void sendIdempotent(
            ReplicatedPartition to, int sequence, List<AppendResult> told) {
        to.partition.append(
                PendingAppend.produced(
                        TestBatches.idempotent(77, 0, sequence, "v").bytes(),
                        9,
                        true,
                        1_000,
                        told::add));
        to.lane.runAll();
    }

    @Test
    void followersToReadFromAreInSyncAndHaveTheOffset() {
        lead(1, 2);
        leader.produceToAll("a");
        assertThat(leader.partition.followersAt(0)).isEmpty();
        leader.fetched(2, 1);
        leader.fetched(3, 0);
        assertThat(leader.partition.followersAt(1)).containsExactly(2);
        assertThat(leader.partition.followersAt(2)).isEmpty();
    }
}
