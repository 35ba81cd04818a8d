package dev.moldau.broker.group;

import static dev.moldau.broker.group.GroupsUnderTest.GROUP;
import static dev.moldau.broker.group.GroupsUnderTest.REBALANCE_MS;
import static dev.moldau.broker.group.GroupsUnderTest.SESSION_MS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.protocol.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class RebalanceTest {

    private final GroupsUnderTest groups = new GroupsUnderTest();

    /** Keeps members alive for a while that do not notice the rebalance. */
    private void heartbeats(long ms, int generation, String... memberIds) {
        for (long left = ms; left > 0; left -= SESSION_MS / 2) {
            groups.pass(Math.min(left, SESSION_MS / 2));
            for (String memberId : memberIds) {
                groups.heartbeat(memberId, generation);
            }
        }
    }

    @Test
    void row20NoGenerationBeginsBeforeAllMembersHaveComeAndItKeepsItsReason() {
        List<JoinResult> joined = groups.stable(3);
        CompletionStage<JoinResult> fourth = groups.join("");
        CompletionStage<JoinResult> first = groups.join(joined.get(0).memberId());
        CompletionStage<JoinResult> second = groups.join(joined.get(1).memberId());
        groups.pass(2_000);
        assertThat(groups.waits(fourth)).isTrue();
        assertThat(groups.waits(first)).isTrue();
        CompletionStage<JoinResult> third = groups.join(joined.get(2).memberId());
        List<JoinResult> next = groups.settle(List.of(fourth, first, second, third));
        assertThat(next).extracting(JoinResult::generation).containsOnly(2);
        GenerationRecord why = groups.history().getLast();
        assertThat(why.generation()).isEqualTo(2);
        assertThat(why.reason()).contains("joined").contains(groups.now(fourth).memberId());
        assertThat(why.members()).isEqualTo(4);
        assertThat(why.joinMs()).isBetween(2_000L, 2_100L);
        assertThat(why.syncMs()).isBetween(0L, 100L);
    }

    @Test
    void aMemberThatFallsSilentIsOutAfterItsSession() {
        List<JoinResult> joined = groups.stable(2);
        String alive = joined.getFirst().memberId();
        String silent = joined.get(1).memberId();
        heartbeats(SESSION_MS + 500, 1, alive);
        assertThat(groups.heartbeat(alive, 1)).isEqualTo(ErrorCode.REBALANCE_IN_PROGRESS);
        assertThat(groups.heartbeat(silent, 1)).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
        JoinResult alone = groups.settle(List.of(groups.join(alive))).getFirst();
        assertThat(alone.generation()).isEqualTo(2);
        assertThat(alone.members()).hasSize(1);
        assertThat(groups.history().getLast().reason())
                .contains(silent)
                .contains("/10.0.0.7")
                .contains("10000 ms");
    }

    @Test
    void aHeartbeatKeepsTheSession() {
        JoinResult joined = groups.stable(1).getFirst();
        for (int i = 0; i < 5; i++) {
            groups.pass(SESSION_MS - 20);
            assertThat(groups.heartbeat(joined.memberId(), 1)).isEqualTo(ErrorCode.NONE);
        }
        groups.pass(SESSION_MS + 10);
        assertThat(groups.state()).isEqualTo("Empty");
    }

    @Test
    void anOffsetCommitAndASyncAndAJoinAreSignsOfLifeToo() {
        List<JoinResult> joined = groups.stable(2);
        String leader = joined.getFirst().memberId();
        String follower = joined.get(1).memberId();
        groups.pass(SESSION_MS - 20);
        assertThat(groups.commitOne(leader, 1, "t", 5)).isEqualTo(ErrorCode.NONE);
        groups.now(groups.sync(follower, 1, Map.of()));
        groups.pass(SESSION_MS - 20);
        groups.now(groups.join(follower));
        groups.heartbeat(leader, 1);
        groups.pass(SESSION_MS - 20);
        assertThat(groups.state()).isEqualTo("Stable");
    }

    @Test
    void oneTimerWatchesAMemberHoweverOftenItIsHeardFrom() {
        JoinResult joined = groups.stable(1).getFirst();
        int timers = groups.time.size();
        for (int i = 0; i < 1_000; i++) {
            groups.heartbeat(joined.memberId(), 1);
        }
        assertThat(groups.time.size()).isEqualTo(timers);
    }

    @Test
    void aShorterSessionThatAMemberAsksForCountsAtOnce() {
        JoinResult joined = groups.stable(1).getFirst();
        JoinCommand shorter = GroupsUnderTest.joinOf(joined.memberId(), null);
        CompletionStage<JoinResult> again =
                groups.coordinator.join(
                        new JoinCommand(
                                GROUP,
                                shorter.memberId(),
                                null,
                                "c",
                                "/h",
                                6_000,
                                REBALANCE_MS,
                                "consumer",
                                shorter.protocols(),
                                true,
                                true,
                                null));
        groups.settle(List.of(again));
        groups.pass(5_900);
        assertThat(groups.state()).isEqualTo("Stable");
        groups.pass(200);
        assertThat(groups.state()).isEqualTo("Empty");
    }

    @Test
    void whoDoesNotJoinAgainInTimeIsOut() {
        List<JoinResult> joined = groups.stable(2);
        CompletionStage<JoinResult> first = groups.join(joined.getFirst().memberId());
        heartbeats(REBALANCE_MS - 100, 1, joined.get(1).memberId());
        assertThat(groups.waits(first)).isTrue();
        groups.pass(200);
        JoinResult alone = groups.now(first);
        assertThat(alone.generation()).isEqualTo(2);
        assertThat(alone.members()).hasSize(1);
        assertThat(groups.heartbeat(joined.get(1).memberId(), 1))
                .isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
    }

    @Test
    void aMemberThatWaitsForTheOthersIsAliveWithoutHeartbeats() {
        List<JoinResult> joined = groups.stable(2);
        CompletionStage<JoinResult> first = groups.join(joined.getFirst().memberId());
        heartbeats(4 * SESSION_MS, 1, joined.get(1).memberId());
        assertThat(groups.waits(first)).isTrue();
        List<JoinResult> next =
                groups.settle(List.of(first, groups.join(joined.get(1).memberId())));
        assertThat(next.getFirst().members()).hasSize(2);
    }

    @Test
    void whenTheLeaderDoesNotComeAgainAnotherLeads() {
        List<JoinResult> joined = groups.stable(3);
        String oldLeader = joined.getFirst().memberId();
        CompletionStage<JoinResult> b = groups.join(joined.get(1).memberId());
        CompletionStage<JoinResult> c = groups.join(joined.get(2).memberId());
        // A changed member brought the rebalance about; the leader left meanwhile.
        groups.leave(oldLeader);
        CompletionStage<JoinResult> bAgain =
                groups.waits(b) ? b : groups.join(joined.get(1).memberId());
        CompletionStage<JoinResult> cAgain =
                groups.waits(c) ? c : groups.join(joined.get(2).memberId());
        List<JoinResult> next = groups.settle(List.of(bAgain, cAgain));
        assertThat(next.getFirst().leaderId()).isIn(b(joined, 1), b(joined, 2));
        assertThat(next.getFirst().members()).hasSize(2);
    }

    private static String b(List<JoinResult> joined, int index) {
        return joined.get(index).memberId();
    }

    @Test
    void membersWhoseLeaderNeverAssignsAreSentBackAndTheLeaderIsOut() {
        CompletionStage<JoinResult> a = groups.join("");
        CompletionStage<JoinResult> b = groups.join("");
        groups.pass(10);
        JoinResult leader = groups.now(a);
        CompletionStage<SyncResult> waiting = groups.sync(groups.now(b).memberId(), 1, Map.of());
        heartbeats(REBALANCE_MS + 100, 1, leader.memberId());
        assertThat(groups.now(waiting).error()).isEqualTo(ErrorCode.REBALANCE_IN_PROGRESS);
        assertThat(groups.heartbeat(leader.memberId(), 1)).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
        JoinResult alone = groups.settle(List.of(groups.join(groups.now(b).memberId()))).getFirst();
        assertThat(alone.members()).hasSize(1);
        assertThat(groups.history().getLast().reason()).contains(leader.memberId());
    }

    @Test
    void aMemberThatJoinedButNeverAsksForItsAssignmentIsOut() {
        CompletionStage<JoinResult> a = groups.join("");
        CompletionStage<JoinResult> b = groups.join("");
        groups.pass(10);
        JoinResult leader = groups.now(a);
        String lazy = groups.now(b).memberId();
        groups.now(groups.syncAsLeader(leader));
        heartbeats(REBALANCE_MS + 100, 1, leader.memberId(), lazy);
        assertThat(groups.heartbeat(leader.memberId(), 1))
                .isEqualTo(ErrorCode.REBALANCE_IN_PROGRESS);
        assertThat(groups.heartbeat(lazy, 1)).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
    }

    @Test
    void aJoinWhileTheLeaderAssignsSendsThoseWhoWaitBack() {
        List<JoinResult> joined;
        CompletionStage<JoinResult> a = groups.join("");
        CompletionStage<JoinResult> b = groups.join("");
        groups.pass(10);
        joined = List.of(groups.now(a), groups.now(b));
        CompletionStage<SyncResult> waiting = groups.sync(joined.get(1).memberId(), 1, Map.of());
        groups.join("");
        assertThat(groups.now(waiting).error()).isEqualTo(ErrorCode.REBALANCE_IN_PROGRESS);
        assertThat(groups.now(groups.syncAsLeader(joined.get(0))).error())
                .isEqualTo(ErrorCode.REBALANCE_IN_PROGRESS);
        assertThat(groups.state()).isEqualTo("PreparingRebalance");
    }

    @Test
    void syncSaysWhatIsWrong() {
        JoinResult joined = groups.stable(1).getFirst();
        assertThat(groups.now(groups.sync("nobody", 1, Map.of())).error())
                .isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
        assertThat(groups.now(groups.sync(joined.memberId(), 2, Map.of())).error())
                .isEqualTo(ErrorCode.ILLEGAL_GENERATION);
        SyncCommand otherProtocol =
                new SyncCommand(
                        GROUP, joined.memberId(), null, 1, "consumer", "roundrobin", Map.of());
        assertThat(groups.now(groups.coordinator.sync(otherProtocol)).error())
                .isEqualTo(ErrorCode.INCONSISTENT_GROUP_PROTOCOL);
        SyncCommand otherType =
                new SyncCommand(GROUP, joined.memberId(), null, 1, "connect", "range", Map.of());
        assertThat(groups.now(groups.coordinator.sync(otherType)).error())
                .isEqualTo(ErrorCode.INCONSISTENT_GROUP_PROTOCOL);
        SyncCommand same =
                new SyncCommand(GROUP, joined.memberId(), null, 1, "consumer", "range", Map.of());
        assertThat(groups.now(groups.coordinator.sync(same)).error()).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void heartbeatSaysWhatIsWrong() {
        assertThat(groups.heartbeat("nobody", 1)).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
        JoinResult joined = groups.stable(1).getFirst();
        assertThat(groups.heartbeat("nobody", 1)).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
        assertThat(groups.heartbeat(joined.memberId(), 0)).isEqualTo(ErrorCode.ILLEGAL_GENERATION);
        assertThat(groups.heartbeat(joined.memberId(), "i", 1))
                .isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
        groups.leave(joined.memberId());
        assertThat(groups.heartbeat(joined.memberId(), 1)).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
    }

    @Test
    void aHeartbeatWhileTheLeaderAssignsIsFine() {
        CompletionStage<JoinResult> a = groups.join("");
        groups.pass(10);
        assertThat(groups.heartbeat(groups.now(a).memberId(), 1)).isEqualTo(ErrorCode.NONE);
        assertThat(groups.state()).isEqualTo("CompletingRebalance");
    }

    @Test
    void row36TheLastMemberLeavesAtOnceAndTheGroupIsEmpty() {
        JoinResult joined = groups.stable(1).getFirst();
        LeaveResult left = groups.leave(joined.memberId());
        assertThat(left.error()).isEqualTo(ErrorCode.NONE);
        assertThat(left.members().getFirst().error()).isEqualTo(ErrorCode.NONE);
        assertThat(groups.state()).isEqualTo("Empty");
        assertThat(groups.history().getLast().generation()).isEqualTo(2);
        assertThat(groups.storedGeneration().members()).isEmpty();
        assertThat(groups.storedGeneration().generation()).isEqualTo(2);
    }

    @Test
    void severalMembersLeaveTogetherAndEachHearsItsOwnOutcome() {
        List<JoinResult> joined = groups.stable(3);
        LeaveResult left =
                groups.leave(joined.get(1).memberId(), "nobody", joined.get(2).memberId());
        assertThat(left.members())
                .extracting(LeaveResult.Left::error)
                .containsExactly(ErrorCode.NONE, ErrorCode.UNKNOWN_MEMBER_ID, ErrorCode.NONE);
        assertThat(groups.state()).isEqualTo("PreparingRebalance");
        JoinResult alone =
                groups.settle(List.of(groups.join(joined.getFirst().memberId()))).getFirst();
        assertThat(alone.generation()).isEqualTo(2);
    }

    @Test
    void aMemberThatLeavesWhileOthersWaitForItLetsThemGoOn() {
        List<JoinResult> joined = groups.stable(2);
        CompletionStage<JoinResult> first = groups.join(joined.getFirst().memberId());
        groups.leave(joined.get(1).memberId());
        assertThat(groups.now(first).generation()).isEqualTo(2);
    }

    @Test
    void whoeverWaitsAndIsTakenOutIsTold() {
        List<JoinResult> joined = groups.stable(2);
        CompletionStage<JoinResult> first = groups.join(joined.getFirst().memberId());
        groups.leave(joined.getFirst().memberId());
        assertThat(groups.now(first).error()).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
    }

    @Test
    void aGroupThatEmptiedGoesOnCountingGenerations() {
        JoinResult joined = groups.stable(1).getFirst();
        groups.leave(joined.memberId());
        assertThat(groups.stable(1).getFirst().generation()).isEqualTo(3);
    }

    @Test
    void aNewMemberWhoseFirstGenerationNeverComesIsOutAfterFiveMinutes() {
        List<JoinResult> joined = groups.stable(1);
        String old = joined.getFirst().memberId();
        JoinCommand patient = GroupsUnderTest.joinOf(old, null);
        CompletionStage<JoinResult> again =
                groups.coordinator.join(
                        new JoinCommand(
                                GROUP,
                                old,
                                null,
                                "c",
                                "/h",
                                SESSION_MS,
                                900_000,
                                "consumer",
                                patient.protocols(),
                                true,
                                true,
                                null));
        groups.settle(List.of(again));
        CompletionStage<JoinResult> stranger = groups.join("");
        heartbeats(Sessions.FIRST_JOIN_MS - 1_000, 2, old);
        assertThat(groups.waits(stranger)).isTrue();
        heartbeats(2_000, 2, old);
        assertThat(groups.now(stranger).error()).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
    }

    @Test
    void aNewMemberWhoseConnectionDiesHoldsNobodyUp() {
        List<JoinResult> joined = groups.stable(1);
        CompletionStage<JoinResult> stranger = groups.join("");
        CompletionStage<JoinResult> again = groups.join(joined.getFirst().memberId());
        assertThat(groups.now(again).members()).hasSize(2);
        groups.now(groups.syncAsLeader(groups.now(again)));
        groups.coordinator.abandonJoin(GROUP, stranger);
        groups.lane.runAll();
        // It had been told: its session decides.
        assertThat(groups.state()).isEqualTo("Stable");
        CompletionStage<JoinResult> another = groups.join("");
        CompletionStage<JoinResult> third = groups.join(groups.now(stranger).memberId());
        groups.coordinator.abandonJoin(GROUP, another);
        assertThat(groups.now(another).error()).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
        CompletionStage<JoinResult> leader = groups.join(joined.getFirst().memberId());
        assertThat(groups.settle(List.of(leader, third)).getFirst().members()).hasSize(2);
    }

    @Test
    void aMemberThatKnowsItsIdMayLoseItsConnection() {
        List<JoinResult> joined = groups.stable(2);
        CompletionStage<JoinResult> lost = groups.join(joined.getFirst().memberId());
        groups.coordinator.abandonJoin(GROUP, lost);
        groups.lane.runAll();
        CompletionStage<JoinResult> again = groups.join(joined.getFirst().memberId());
        CompletionStage<JoinResult> other = groups.join(joined.get(1).memberId());
        assertThat(groups.settle(List.of(again, other)).getFirst().members()).hasSize(2);
    }
}
