package dev.moldau.broker.group;

import static dev.moldau.broker.group.GroupsUnderTest.GROUP;
import static dev.moldau.broker.group.GroupsUnderTest.REBALANCE_MS;
import static dev.moldau.broker.group.GroupsUnderTest.SESSION_MS;
import static dev.moldau.broker.group.GroupsUnderTest.bytes;
import static dev.moldau.broker.group.GroupsUnderTest.protocol;
import static dev.moldau.broker.group.GroupsUnderTest.subscription;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.protocol.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StaticMemberTest {

    private final GroupsUnderTest groups = new GroupsUnderTest();
    private JoinResult leader = JoinResult.failed("", ErrorCode.NONE);
    private JoinResult follower = leader;

    @BeforeEach
    void twoStaticMembers() {
        List<JoinResult> joined =
                groups.settle(List.of(groups.joinStatic("", "a"), groups.joinStatic("", "b")));
        leader = joined.getFirst();
        follower = joined.get(1);
    }

    @Test
    void aRestartedFollowerKeepsGenerationAndAssignmentUnderANewId() {
        JoinResult back = groups.now(groups.joinStatic("", "b"));
        assertThat(back.error()).isEqualTo(ErrorCode.NONE);
        assertThat(back.generation()).isEqualTo(1);
        assertThat(back.memberId()).startsWith("b-").isNotEqualTo(follower.memberId());
        assertThat(back.leaderId()).isEqualTo(leader.memberId());
        assertThat(groups.state()).isEqualTo("Stable");
        assertThat(groups.now(groups.sync(back.memberId(), 1, Map.of())).assignment())
                .isEqualTo(bytes(follower.memberId()));
        assertThat(groups.heartbeat(leader.memberId(), "a", 1)).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void itsFormerSelfIsFenced() {
        groups.now(groups.joinStatic("", "b"));
        assertThat(groups.heartbeat(follower.memberId(), "b", 1))
                .isEqualTo(ErrorCode.FENCED_INSTANCE_ID);
        assertThat(groups.now(groups.joinStatic(follower.memberId(), "b")).error())
                .isEqualTo(ErrorCode.FENCED_INSTANCE_ID);
        SyncCommand sync =
                new SyncCommand(GROUP, follower.memberId(), "b", 1, null, null, Map.of());
        assertThat(groups.now(groups.coordinator.sync(sync)).error())
                .isEqualTo(ErrorCode.FENCED_INSTANCE_ID);
        CommitCommand commit =
                new CommitCommand(
                        GROUP, follower.memberId(), "b", 1, -1, List.of(groups.entry("t", 0, 1)));
        assertThat(groups.now(groups.coordinator.commit(commit)))
                .containsExactly(ErrorCode.FENCED_INSTANCE_ID);
        assertThat(leaving(follower.memberId(), "b")).isEqualTo(ErrorCode.FENCED_INSTANCE_ID);
    }

    private ErrorCode leaving(String memberId, String instanceId) {
        LeaveCommand leave =
                new LeaveCommand(
                        GROUP, List.of(new LeaveCommand.Leaving(memberId, instanceId, null)));
        return groups.now(groups.coordinator.leave(leave)).members().getFirst().error();
    }

    @Test
    void aRestartedLeaderThatCanSkipTheAssignmentLeadsWithoutARebalance() {
        JoinResult back = groups.now(groups.joinStatic("", "a"));
        assertThat(back.generation()).isEqualTo(1);
        assertThat(back.leaderId()).isEqualTo(back.memberId());
        assertThat(back.skipAssignment()).isTrue();
        assertThat(back.members()).hasSize(2);
        assertThat(groups.state()).isEqualTo("Stable");
        assertThat(groups.storedGeneration().leaderId()).isEqualTo(back.memberId());
    }

    @Test
    void aRestartedLeaderThatCannotSkipIsToldItsFormerIdLeads() {
        JoinCommand old = GroupsUnderTest.joinOf("", "a");
        JoinResult back =
                groups.now(
                        groups.coordinator.join(
                                new JoinCommand(
                                        GROUP,
                                        "",
                                        "a",
                                        "c",
                                        "/h",
                                        SESSION_MS,
                                        REBALANCE_MS,
                                        "consumer",
                                        old.protocols(),
                                        true,
                                        false,
                                        null)));
        assertThat(back.leaderId()).isEqualTo(leader.memberId());
        assertThat(back.skipAssignment()).isFalse();
        assertThat(back.members()).isEmpty();
    }

    @Test
    void theNewIdSurvivesARestartOfTheCoordinator() {
        JoinResult back = groups.now(groups.joinStatic("", "b"));
        GroupsUnderTest next = groups.restarted();
        assertThat(next.heartbeat(back.memberId(), "b", 1)).isEqualTo(ErrorCode.NONE);
        assertThat(next.heartbeat(follower.memberId(), "b", 1))
                .isEqualTo(ErrorCode.FENCED_INSTANCE_ID);
        assertThat(next.now(next.sync(back.memberId(), 1, Map.of())).assignment())
                .isEqualTo(bytes(follower.memberId()));
    }

    @Test
    void aRestartedMemberWithOtherTopicsCallsForARebalance() {
        CompletionStage<JoinResult> back =
                groups.joinStatic("", "b", new Protocol("range", subscription("t", "u")));
        assertThat(groups.waits(back)).isTrue();
        assertThat(groups.state()).isEqualTo("PreparingRebalance");
    }

    @Test
    void aRestartedMemberThatChangesTheGroupsProtocolCallsForARebalance() {
        CompletionStage<JoinResult> next =
                groups.joinStatic(leader.memberId(), "a", protocol("range"), protocol("sticky"));
        CompletionStage<JoinResult> other =
                groups.joinStatic(follower.memberId(), "b", protocol("range"), protocol("sticky"));
        groups.settle(List.of(next, other));
        CompletionStage<JoinResult> back = groups.joinStatic("", "b", protocol("sticky"));
        assertThat(groups.waits(back)).isTrue();
        assertThat(groups.state()).isEqualTo("PreparingRebalance");
    }

    @Test
    void aMemberThatRestartsDuringARebalanceFencesTheJoinOfItsFormerSelf() {
        CompletionStage<JoinResult> rejoin = groups.joinStatic(leader.memberId(), "a");
        assertThat(groups.waits(rejoin)).isTrue();
        CompletionStage<JoinResult> back = groups.joinStatic("", "a");
        assertThat(groups.now(rejoin).error()).isEqualTo(ErrorCode.FENCED_INSTANCE_ID);
        assertThat(groups.waits(back)).isTrue();
        groups.joinStatic(follower.memberId(), "b");
        assertThat(groups.now(back).generation()).isEqualTo(2);
    }

    @Test
    void aMemberThatRestartsWhileTheLeaderAssignsCallsForAnotherRebalance() {
        CompletionStage<JoinResult> a = groups.joinStatic(leader.memberId(), "a");
        CompletionStage<JoinResult> b = groups.joinStatic(follower.memberId(), "b");
        groups.now(a);
        groups.now(b);
        assertThat(groups.state()).isEqualTo("CompletingRebalance");
        CompletionStage<JoinResult> back = groups.joinStatic("", "b");
        assertThat(groups.waits(back)).isTrue();
        assertThat(groups.state()).isEqualTo("PreparingRebalance");
    }

    @Test
    void aStaticMemberThatIsAwayDuringARebalanceStaysUntilItsSessionEnds() {
        CompletionStage<JoinResult> a = groups.joinStatic(leader.memberId(), "a");
        for (int i = 0; i < 7; i++) {
            groups.pass(SESSION_MS - 1_000);
            groups.heartbeat(follower.memberId(), "b", 1);
        }
        JoinResult next = groups.now(a);
        assertThat(next.members()).hasSize(2);
        assertThat(groups.heartbeat(follower.memberId(), "b", 2)).isEqualTo(ErrorCode.NONE);
        groups.now(groups.syncAsLeader(next));
        for (int i = 0; i < 2; i++) {
            groups.pass(SESSION_MS - 1_000);
            groups.heartbeat(leader.memberId(), "a", 2);
        }
        assertThat(groups.heartbeat(leader.memberId(), "a", 2))
                .isEqualTo(ErrorCode.REBALANCE_IN_PROGRESS);
    }

    @Test
    void anAdministratorRemovesAStaticMemberByItsInstance() {
        assertThat(leaving("", "nobody")).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
        assertThat(leaving("", "b")).isEqualTo(ErrorCode.NONE);
        assertThat(groups.state()).isEqualTo("PreparingRebalance");
        assertThat(groups.heartbeat(follower.memberId(), "b", 1))
                .isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
    }

    @Test
    void aStaticMemberNeedsNoSecondJoinForItsId() {
        JoinCommand join =
                new JoinCommand(
                        "other",
                        "",
                        "x",
                        "c",
                        "/h",
                        SESSION_MS,
                        REBALANCE_MS,
                        "consumer",
                        List.of(protocol("range")),
                        true,
                        true,
                        null);
        CompletionStage<JoinResult> joined = groups.coordinator.join(join);
        groups.lane.runAll();
        groups.pass(20);
        assertThat(groups.now(joined).error()).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void aTakeOverThatCannotBeStoredChangesNothing() {
        groups.log.failNext(ErrorCode.KAFKA_STORAGE_ERROR);
        JoinResult back = groups.now(groups.joinStatic("", "b"));
        assertThat(back.error()).isEqualTo(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        assertThat(groups.heartbeat(follower.memberId(), "b", 1)).isEqualTo(ErrorCode.NONE);
        assertThat(groups.state()).isEqualTo("Stable");
    }

    /** It takes no place that it did not have before. */
    @Test
    void aRestartedMemberOfAFullGroupComesBack() {
        GroupsUnderTest full = new GroupsUnderTest(GroupsUnderTest.config(0, 2));
        List<JoinResult> joined =
                full.settle(List.of(full.joinStatic("", "a"), full.joinStatic("", "b")));
        JoinResult back = full.now(full.joinStatic("", "b"));
        assertThat(back.error()).isEqualTo(ErrorCode.NONE);
        assertThat(back.generation()).isEqualTo(joined.getFirst().generation());
        assertThat(full.now(full.joinStatic("", "c")).error())
                .isEqualTo(ErrorCode.GROUP_MAX_SIZE_REACHED);
    }
}
