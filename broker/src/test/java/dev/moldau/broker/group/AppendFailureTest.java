package dev.moldau.broker.group;

import static dev.moldau.broker.group.GroupsUnderTest.GROUP;
import static dev.moldau.broker.group.GroupsUnderTest.SESSION_MS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.protocol.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class AppendFailureTest {

    private final GroupsUnderTest groups = new GroupsUnderTest();

    @Test
    void aCommitThatCannotBeStoredIsRefusedAndNotSeen() {
        groups.commitOne("", -1, "t", 1);
        groups.log.failNext(ErrorCode.KAFKA_STORAGE_ERROR);
        assertThat(groups.commitOne("", -1, "t", 2)).isEqualTo(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        groups.log.failNext(ErrorCode.NOT_LEADER_OR_FOLLOWER);
        assertThat(groups.commitOne("", -1, "t", 3)).isEqualTo(ErrorCode.NOT_COORDINATOR);
        groups.log.failNext(ErrorCode.MESSAGE_TOO_LARGE);
        assertThat(groups.commitOne("", -1, "t", 4))
                .isEqualTo(ErrorCode.INVALID_COMMIT_OFFSET_SIZE);
        assertThat(groups.committed("t")).isEqualTo(1);
        assertThat(groups.restarted().committed("t")).isEqualTo(1);
    }

    @Test
    void anAssignmentThatCannotBeStoredSendsEverybodyBack() {
        CompletionStage<JoinResult> a = groups.join("");
        CompletionStage<JoinResult> b = groups.join("");
        groups.pass(10);
        JoinResult leader = groups.now(a);
        String follower = groups.now(b).memberId();
        CompletionStage<SyncResult> waiting = groups.sync(follower, 1, Map.of());
        groups.log.failNext(ErrorCode.KAFKA_STORAGE_ERROR);
        assertThat(groups.now(groups.syncAsLeader(leader)).error())
                .isEqualTo(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        assertThat(groups.now(waiting).error()).isEqualTo(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        assertThat(groups.state()).isEqualTo("PreparingRebalance");
        List<JoinResult> next =
                groups.settle(List.of(groups.join(leader.memberId()), groups.join(follower)));
        assertThat(next).extracting(JoinResult::generation).containsOnly(2);
        assertThat(groups.history().getLast().reason()).contains("KAFKA_STORAGE_ERROR");
        assertThat(groups.storedGeneration().generation()).isEqualTo(2);
    }

    @Test
    void whileAnAssignmentIsOnItsWayNothingElseHappensToTheGroup() {
        CompletionStage<JoinResult> a = groups.join("");
        CompletionStage<JoinResult> b = groups.join("");
        groups.pass(10);
        JoinResult leader = groups.now(a);
        String follower = groups.now(b).memberId();
        groups.log.hold();
        CompletionStage<SyncResult> sync = groups.syncAsLeader(leader);
        CompletionStage<JoinResult> newcomer = groups.join("");
        CompletionStage<LeaveResult> leave =
                groups.coordinator.leave(
                        new LeaveCommand(
                                GROUP, List.of(new LeaveCommand.Leaving(follower, null, null))));
        assertThat(groups.waits(leave)).isTrue();
        assertThat(groups.state()).isEqualTo("CompletingRebalance");
        groups.log.release();
        assertThat(groups.now(sync).error()).isEqualTo(ErrorCode.NONE);
        assertThat(groups.now(leave).members().getFirst().error()).isEqualTo(ErrorCode.NONE);
        assertThat(groups.waits(newcomer)).isTrue();
        assertThat(groups.state()).isEqualTo("PreparingRebalance");
        assertThat(groups.storedGeneration().members()).hasSize(2);
    }

    @Test
    void aDiskThatStallsForLongerThanASessionCostsNoMember() {
        CompletionStage<JoinResult> a = groups.join("");
        groups.pass(10);
        JoinResult leader = groups.now(a);
        groups.log.hold();
        CompletionStage<SyncResult> sync = groups.syncAsLeader(leader);
        groups.pass(3 * SESSION_MS);
        CompletionStage<ErrorCode> heartbeat =
                groups.coordinator.heartbeat(
                        new HeartbeatCommand(GROUP, leader.memberId(), null, 1));
        groups.log.release();
        assertThat(groups.now(sync).error()).isEqualTo(ErrorCode.NONE);
        assertThat(groups.now(heartbeat)).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void membersThatDoNotWaitSurviveAStalledDiskToo() {
        List<JoinResult> joined =
                groups.settle(List.of(groups.joinStatic("", "a"), groups.joinStatic("", "b")));
        groups.log.hold();
        CompletionStage<JoinResult> back = groups.joinStatic("", "b");
        groups.pass(3 * SESSION_MS);
        groups.log.release();
        assertThat(groups.now(back).error()).isEqualTo(ErrorCode.NONE);
        assertThat(groups.heartbeat(joined.getFirst().memberId(), "a", 1))
                .isEqualTo(ErrorCode.NONE);
    }

    /**
     * Timers wait at the gate like everybody: the state they look at is not yet what it will be.
     */
    @Test
    void theTimeToAskForAnAssignmentDoesNotEndWhileTheDiskKeepsItBack() {
        List<JoinResult> members = groups.stable(2);
        CompletionStage<JoinResult> leading = groups.join(members.getFirst().memberId());
        CompletionStage<JoinResult> following = groups.join(members.get(1).memberId());
        JoinResult leader = groups.now(leading);
        assertThat(groups.now(following).generation()).isEqualTo(leader.generation());
        groups.log.hold();
        CompletionStage<SyncResult> sync = groups.syncAsLeader(leader);
        groups.pass(GroupsUnderTest.REBALANCE_MS + 1_000);
        assertThat(groups.waits(sync)).isTrue();

        groups.log.release();

        assertThat(groups.now(sync).error()).isEqualTo(ErrorCode.NONE);
        assertThat(groups.state()).as("the follower never asked").isEqualTo("PreparingRebalance");
        assertThat(groups.heartbeat(leader.memberId(), leader.generation()))
                .isEqualTo(ErrorCode.REBALANCE_IN_PROGRESS);
    }

    @Test
    void thatAGroupIsEmptyIsStoredLaterIfItCannotBeStoredAtOnce() {
        JoinResult joined = groups.stable(1).getFirst();
        groups.commitOne(joined.memberId(), 1, "t", 1);
        groups.log.failNext(ErrorCode.KAFKA_STORAGE_ERROR);
        groups.leave(joined.memberId());
        assertThat(groups.state()).isEqualTo("Empty");
        assertThat(groups.storedGeneration().members()).hasSize(1);
        groups.pass(2 * GroupConfig.DEFAULT.retentionCheckIntervalMs());
        assertThat(groups.storedGeneration().members()).isEmpty();
        assertThat(groups.storedGeneration().generation()).isEqualTo(2);
    }

    @Test
    void aGroupWhoseDeletionCannotBeStoredIsStillThere() {
        groups.commitOne("", -1, "t", 1);
        groups.log.failNext(ErrorCode.KAFKA_STORAGE_ERROR);
        assertThat(groups.now(groups.coordinator.deleteGroup(GROUP)))
                .isEqualTo(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        assertThat(groups.committed("t")).isEqualTo(1);
    }

    @Test
    void afterAnAppendOfWhichNobodyKnowsTheShardReadsItsLogAgain() {
        JoinResult joined = groups.stable(1).getFirst();
        CompletionStage<JoinResult> waiting = groups.join("");
        groups.log.loseNext();
        assertThat(groups.commitOne(joined.memberId(), 1, "t", 7))
                .isEqualTo(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        assertThat(groups.now(waiting).error()).isEqualTo(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        assertThat(groups.heartbeat(joined.memberId(), 1))
                .isEqualTo(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS);
        groups.pass(GroupShard.RELOAD_MS + 10);
        // The commit was in the log after all.
        assertThat(groups.committed("t")).isEqualTo(7);
        assertThat(groups.heartbeat(joined.memberId(), 1)).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void whenAnotherBrokerLeadsWhoeverWaitsIsToldAndNothingIsAppliedAnyMore() {
        JoinResult joined = groups.stable(1).getFirst();
        CompletionStage<JoinResult> join = groups.join("");
        groups.log.hold();
        CompletionStage<List<ErrorCode>> commit =
                groups.commit(joined.memberId(), 1, groups.entry("t", 0, 1));
        groups.coordinator.onResigned(0, 2);
        assertThat(groups.now(join).error()).isEqualTo(ErrorCode.NOT_COORDINATOR);
        assertThat(groups.now(commit)).containsExactly(ErrorCode.NOT_COORDINATOR);
        groups.log.release();
        assertThat(groups.heartbeat(joined.memberId(), 1)).isEqualTo(ErrorCode.NOT_COORDINATOR);
        assertThat(groups.now(groups.coordinator.list()).groups()).isEmpty();
        assertThat(groups.time.size()).isZero();
    }

    @Test
    void aBrokerThatIsElectedAgainFindsEverything() {
        JoinResult joined = groups.stable(1).getFirst();
        groups.commitOne(joined.memberId(), 1, "t", 5);
        groups.coordinator.onResigned(0, 2);
        groups.coordinator.onElected(0, 3, groups.log);
        groups.lane.runAll();
        assertThat(groups.heartbeat(joined.memberId(), 1)).isEqualTo(ErrorCode.NONE);
        assertThat(groups.committed("t")).isEqualTo(5);
        // A late word of an older epoch changes nothing.
        groups.coordinator.onResigned(0, 2);
        assertThat(groups.heartbeat(joined.memberId(), 1)).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void aNewEpochOfTheSameLeaderIsLoadedAnew() {
        JoinResult joined = groups.stable(1).getFirst();
        CompletionStage<JoinResult> join = groups.join("");
        groups.coordinator.onElected(0, 2, groups.log);
        assertThat(groups.now(join).error()).isEqualTo(ErrorCode.NOT_COORDINATOR);
        assertThat(groups.heartbeat(joined.memberId(), 1)).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void whileTheLogIsLoadedClientsAreToldToWait() {
        groups.commitOne("", -1, "t", 1);
        groups.log.holdReads();
        GroupsUnderTest next = groups.restarted();
        CompletionStage<?> serving = next.coordinator.whenServing(0);
        assertThat(next.commitOne("", -1, "t", 2))
                .isEqualTo(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS);
        assertThat(next.describe().error()).isEqualTo(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS);
        assertThat(next.now(next.coordinator.list()).error())
                .isEqualTo(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS);
        assertThat(next.waits(serving)).isTrue();
        groups.log.releaseReads();
        assertThat(next.waits(serving)).isFalse();
        assertThat(next.committed("t")).isEqualTo(1);
    }

    @Test
    void aGroupThatIsLargerThanTheLimitAfterARestartShrinks() {
        List<JoinResult> joined = groups.stable(3);
        GroupsUnderTest small = new GroupsUnderTest(GroupsUnderTest.config(0, 2), groups.log, 5);
        assertThat(small.state()).isEqualTo("PreparingRebalance");
        List<CompletionStage<JoinResult>> joins =
                joined.stream().map(member -> small.join(member.memberId())).toList();
        assertThat(small.now(joins.get(2)).error()).isEqualTo(ErrorCode.GROUP_MAX_SIZE_REACHED);
        assertThat(small.settle(joins.subList(0, 2)).getFirst().members()).hasSize(2);
    }
}
