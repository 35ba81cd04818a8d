package dev.moldau.broker.group;

import static dev.moldau.broker.group.GroupsUnderTest.GROUP;
import static dev.moldau.broker.group.GroupsUnderTest.REBALANCE_MS;
import static dev.moldau.broker.group.GroupsUnderTest.SESSION_MS;
import static dev.moldau.broker.group.GroupsUnderTest.protocol;
import static dev.moldau.broker.group.GroupsUnderTest.subscription;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class JoinTest {

    private final GroupsUnderTest groups = new GroupsUnderTest();

    private static JoinCommand requiringId(String memberId) {
        return new JoinCommand(
                GROUP,
                memberId,
                null,
                "client",
                "/10.0.0.7",
                SESSION_MS,
                REBALANCE_MS,
                "consumer",
                List.of(protocol("range")),
                true,
                true,
                "first start");
    }

    @Test
    void theFirstMemberLeadsTheFirstGeneration() {
        JoinResult joined = groups.stable(1).getFirst();
        assertThat(joined.error()).isEqualTo(ErrorCode.NONE);
        assertThat(joined.generation()).isEqualTo(1);
        assertThat(joined.leaderId()).isEqualTo(joined.memberId()).startsWith("client-");
        assertThat(joined.protocolName()).isEqualTo("range");
        assertThat(joined.protocolType()).isEqualTo("consumer");
        assertThat(joined.members()).hasSize(1);
        assertThat(groups.state()).isEqualTo("Stable");
    }

    @Test
    void onlyTheLeaderSeesTheMembers() {
        List<JoinResult> joined = groups.stable(3);
        assertThat(joined.getFirst().members()).hasSize(3);
        assertThat(joined.get(1).members()).isEmpty();
        assertThat(joined).extracting(JoinResult::generation).containsOnly(1);
    }

    @Test
    void aDynamicMemberIsSentBackToComeWithAnId() {
        JoinResult sent = groups.now(groups.coordinator.join(requiringId("")));
        assertThat(sent.error()).isEqualTo(ErrorCode.MEMBER_ID_REQUIRED);
        assertThat(groups.state()).isEqualTo("Empty");
        CompletionStage<JoinResult> again = groups.coordinator.join(requiringId(sent.memberId()));
        JoinResult joined = groups.settle(List.of(again)).getFirst();
        assertThat(joined.memberId()).isEqualTo(sent.memberId());
        assertThat(groups.history().getFirst().reason())
                .contains(sent.memberId())
                .contains("first start");
    }

    @Test
    void anIdThatNobodyComesBackWithExpiresAndTheGroupIsForgotten() {
        JoinResult sent = groups.now(groups.coordinator.join(requiringId("")));
        groups.pass(SESSION_MS + 10);
        JoinResult late = groups.now(groups.coordinator.join(requiringId(sent.memberId())));
        assertThat(late.error()).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
        groups.pass(GroupConfig.DEFAULT.retentionCheckIntervalMs());
        assertThat(groups.state()).isEqualTo("Dead");
        assertThat(groups.log.batchCount()).isZero();
    }

    @Test
    void aRebalanceWaitsForTheClientThatWasSentBack() {
        JoinResult first = groups.stable(1).getFirst();
        CompletionStage<JoinResult> second = groups.join("");
        JoinResult sent = groups.now(groups.coordinator.join(requiringId("")));
        CompletionStage<JoinResult> rejoin = groups.join(first.memberId());
        assertThat(groups.waits(rejoin)).isTrue();
        CompletionStage<JoinResult> third = groups.coordinator.join(requiringId(sent.memberId()));
        List<JoinResult> all = groups.settle(List.of(rejoin, second, third));
        assertThat(all).extracting(JoinResult::generation).containsOnly(2);
        assertThat(all.getFirst().members()).hasSize(3);
    }

    @Test
    void anUnknownIdIsRefused() {
        assertThat(groups.now(groups.join("nobody")).error())
                .isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
        assertThat(groups.state()).isEqualTo("Dead");
        groups.stable(1);
        assertThat(groups.now(groups.join("nobody")).error())
                .isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
    }

    @Test
    void whatNoGroupCanBeIsRefusedBeforeAnything() {
        JoinCommand good = requiringId("");
        assertThat(error(with(good, "", SESSION_MS))).isEqualTo(ErrorCode.INVALID_GROUP_ID);
        assertThat(error(with(good, GROUP, 5_999))).isEqualTo(ErrorCode.INVALID_SESSION_TIMEOUT);
        assertThat(error(with(good, GROUP, 1_800_001)))
                .isEqualTo(ErrorCode.INVALID_SESSION_TIMEOUT);
        JoinCommand nothing =
                new JoinCommand(
                        GROUP,
                        "",
                        null,
                        "c",
                        "/h",
                        SESSION_MS,
                        1,
                        "consumer",
                        List.of(),
                        true,
                        true,
                        null);
        assertThat(error(nothing)).isEqualTo(ErrorCode.INCONSISTENT_GROUP_PROTOCOL);
        assertThat(groups.state()).isEqualTo("Dead");
    }

    private ErrorCode error(JoinCommand command) {
        return groups.now(groups.coordinator.join(command)).error();
    }

    private static JoinCommand with(JoinCommand join, String groupId, int sessionMs) {
        return new JoinCommand(
                groupId,
                join.memberId(),
                join.instanceId(),
                join.clientId(),
                join.clientHost(),
                sessionMs,
                join.rebalanceTimeoutMs(),
                join.protocolType(),
                join.protocols(),
                true,
                true,
                null);
    }

    @Test
    void theProtocolIsTheOneThatAllSupportAndMostPrefer() {
        List<CompletionStage<JoinResult>> joins = new ArrayList<>();
        joins.add(groups.join("", protocol("a"), protocol("b"), protocol("c")));
        joins.add(groups.join("", protocol("c"), protocol("b")));
        joins.add(groups.join("", protocol("b"), protocol("c")));
        joins.add(groups.join("", protocol("x"), protocol("c"), protocol("b")));
        List<JoinResult> joined = groups.settle(joins);
        // a and x are not common to all; the others vote b, c, b, c, and b was first.
        assertThat(joined).extracting(JoinResult::protocolName).containsOnly("b");
    }

    @Test
    void aMemberWithNothingInCommonIsRefused() {
        groups.stable(1);
        assertThat(groups.now(groups.join("", protocol("roundrobin"))).error())
                .isEqualTo(ErrorCode.INCONSISTENT_GROUP_PROTOCOL);
        JoinCommand connect =
                new JoinCommand(
                        GROUP,
                        "",
                        null,
                        "c",
                        "/h",
                        SESSION_MS,
                        REBALANCE_MS,
                        "connect",
                        List.of(protocol("range")),
                        false,
                        true,
                        null);
        assertThat(error(connect)).isEqualTo(ErrorCode.INCONSISTENT_GROUP_PROTOCOL);
        assertThat(groups.state()).isEqualTo("Stable");
    }

    @Test
    void aFullGroupTakesNobodyElse() {
        GroupsUnderTest small = new GroupsUnderTest(GroupsUnderTest.config(0, 2));
        List<JoinResult> joined = small.stable(2);
        JoinResult third = small.now(small.join(""));
        assertThat(third.error()).isEqualTo(ErrorCode.GROUP_MAX_SIZE_REACHED);
        assertThat(third.memberId()).isEmpty();
        assertThat(small.heartbeat(joined.getFirst().memberId(), 1)).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void whileMembersAreCalledTogetherTheFirstToComeFillTheGroup() {
        GroupsUnderTest small = new GroupsUnderTest(GroupsUnderTest.config(0, 2));
        List<CompletionStage<JoinResult>> joins = List.of(small.join(""), small.join(""));
        JoinResult third = small.now(small.join(""));
        assertThat(third.error()).isEqualTo(ErrorCode.GROUP_MAX_SIZE_REACHED);
        assertThat(small.settle(joins)).extracting(JoinResult::generation).containsOnly(1);
    }

    @Test
    void aFollowerThatJoinsAgainUnchangedKeepsTheGeneration() {
        List<JoinResult> joined = groups.stable(2);
        JoinResult again = groups.now(groups.join(joined.get(1).memberId()));
        assertThat(again.generation()).isEqualTo(1);
        assertThat(again.members()).isEmpty();
        assertThat(groups.state()).isEqualTo("Stable");
    }

    @Test
    void aMemberWhoseAnswerWasLostGetsItAgainWhileTheLeaderAssigns() {
        CompletionStage<JoinResult> a = groups.join("");
        CompletionStage<JoinResult> b = groups.join("");
        groups.pass(10);
        JoinResult leader = groups.now(a);
        assertThat(groups.now(groups.join(leader.memberId())).members()).hasSize(2);
        JoinResult follower = groups.now(groups.join(groups.now(b).memberId()));
        assertThat(follower.members()).isEmpty();
        assertThat(follower.generation()).isEqualTo(1);
        assertThat(groups.state()).isEqualTo("CompletingRebalance");
    }

    @Test
    void aLeaderThatJoinsAgainCallsForARebalance() {
        List<JoinResult> joined = groups.stable(2);
        CompletionStage<JoinResult> again = groups.join(joined.getFirst().memberId());
        assertThat(groups.waits(again)).isTrue();
        assertThat(groups.state()).isEqualTo("PreparingRebalance");
        assertThat(groups.heartbeat(joined.get(1).memberId(), 1))
                .isEqualTo(ErrorCode.REBALANCE_IN_PROGRESS);
        List<JoinResult> next =
                groups.settle(List.of(again, groups.join(joined.get(1).memberId())));
        assertThat(next).extracting(JoinResult::generation).containsOnly(2);
        assertThat(groups.history().getLast().reason()).contains("leader").contains("again");
    }

    @Test
    void aFollowerThatChangedCallsForARebalance() {
        List<JoinResult> joined = groups.stable(2);
        CompletionStage<JoinResult> changed =
                groups.join(
                        joined.get(1).memberId(), new Protocol("range", subscription("t", "u")));
        assertThat(groups.waits(changed)).isTrue();
        assertThat(groups.state()).isEqualTo("PreparingRebalance");
    }

    @Test
    void anEarlierJoinOfTheSameMemberIsSentAwayWhenALaterOneComes() {
        List<JoinResult> joined = groups.stable(2);
        CompletionStage<JoinResult> first = groups.join(joined.getFirst().memberId());
        CompletionStage<JoinResult> second = groups.join(joined.getFirst().memberId());
        assertThat(groups.now(first).error()).isEqualTo(ErrorCode.REBALANCE_IN_PROGRESS);
        assertThat(groups.waits(second)).isTrue();
    }

    @Test
    void theDefaultDelayLetsALoneConsumerBeginAfterATenthOfASecond() {
        GroupsUnderTest adaptive =
                new GroupsUnderTest(GroupsUnderTest.config(GroupConfig.ADAPTIVE_DELAY));
        CompletionStage<JoinResult> join = adaptive.join("");
        adaptive.pass(90);
        assertThat(adaptive.waits(join)).isTrue();
        adaptive.pass(20);
        assertThat(adaptive.waits(join)).isFalse();
    }

    @Test
    void theDefaultDelayBringsAFleetTogetherInOneGeneration() {
        GroupsUnderTest adaptive =
                new GroupsUnderTest(GroupsUnderTest.config(GroupConfig.ADAPTIVE_DELAY));
        List<CompletionStage<JoinResult>> joins = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            joins.add(adaptive.join(""));
            adaptive.pass(80);
        }
        assertThat(adaptive.settle(joins)).extracting(JoinResult::generation).containsOnly(1);
        assertThat(adaptive.history()).hasSize(1);
    }

    @Test
    void syncOfALaterGenerationFindsTheAssignmentOfIt() {
        List<JoinResult> joined = groups.stable(2);
        String follower = joined.get(1).memberId();
        SyncResult late = groups.now(groups.sync(follower, 1, Map.of()));
        assertThat(late.error()).isEqualTo(ErrorCode.NONE);
        assertThat(late.assignment()).isEqualTo(GroupsUnderTest.bytes(follower));
        assertThat(late.protocolName()).isEqualTo("range");
    }
}
