package dev.moldau.broker.group;

import static dev.moldau.broker.group.GroupsUnderTest.GROUP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OffsetsTest {

    private final GroupsUnderTest groups = new GroupsUnderTest();

    @Test
    void aConsumerThatAssignsItselfCommitsWithoutBeingAMember() {
        assertThat(groups.commitOne("", -1, "t", 42)).isEqualTo(ErrorCode.NONE);
        assertThat(groups.committed("t")).isEqualTo(42);
        assertThat(groups.committed("t", 1)).isEqualTo(-1);
        assertThat(groups.state()).isEqualTo("Empty");
        assertThat(groups.describe().protocolType()).isEmpty();
    }

    @Test
    void row32TheLeaderEpochOfACommitIsKeptAcrossARestart() {
        groups.commitOne("", -1, "t", 42);
        CommittedOffset kept = groups.restarted().committedOffset("t", 0);
        assertThat(kept).isNotNull();
        assertThat(kept)
                .isEqualTo(
                        new CommittedOffset(
                                42,
                                3,
                                "m",
                                groups.time.wallMs(),
                                CommittedOffset.NO_EXPIRY,
                                groups.topics.id("t").orElseThrow()));
    }

    @Test
    void membersCommitInTheirGenerationOnly() {
        JoinResult joined = groups.stable(1).getFirst();
        assertThat(groups.commitOne(joined.memberId(), 1, "t", 1)).isEqualTo(ErrorCode.NONE);
        assertThat(groups.commitOne(joined.memberId(), 0, "t", 2))
                .isEqualTo(ErrorCode.ILLEGAL_GENERATION);
        assertThat(groups.commitOne(joined.memberId(), -1, "t", 2))
                .isEqualTo(ErrorCode.ILLEGAL_GENERATION);
        assertThat(groups.commitOne("nobody", 1, "t", 2)).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
        assertThat(groups.commitOne("", -1, "t", 2)).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
        assertThat(groups.committed("t")).isEqualTo(1);
    }

    @Test
    void aGenerationOfAGroupThatDoesNotExistIsIllegal() {
        assertThat(groups.commitOne("somebody", 5, "t", 1)).isEqualTo(ErrorCode.ILLEGAL_GENERATION);
        assertThat(groups.state()).isEqualTo("Dead");
    }

    @Test
    void row22ACommitDuringARebalanceIsTakenUntilTheNewGenerationIsFormed() {
        List<JoinResult> joined = groups.stable(2);
        String follower = joined.get(1).memberId();
        CompletionStage<JoinResult> leader = groups.join(joined.getFirst().memberId());
        assertThat(groups.state()).isEqualTo("PreparingRebalance");
        assertThat(groups.commitOne(follower, 1, "t", 7)).isEqualTo(ErrorCode.NONE);
        CompletionStage<JoinResult> again = groups.join(follower);
        assertThat(groups.now(leader).generation()).isEqualTo(2);
        assertThat(groups.now(again).generation()).isEqualTo(2);
        assertThat(groups.commitOne(follower, 2, "t", 8))
                .isEqualTo(ErrorCode.REBALANCE_IN_PROGRESS);
        assertThat(groups.commitOne(follower, 1, "t", 8)).isEqualTo(ErrorCode.ILLEGAL_GENERATION);
        groups.now(groups.syncAsLeader(groups.now(leader)));
        assertThat(groups.commitOne(follower, 2, "t", 9)).isEqualTo(ErrorCode.NONE);
        assertThat(groups.committed("t")).isEqualTo(9);
    }

    @Test
    void row23WhatMembersSayTheyOwnReachesTheLeaderUntouched() {
        // The generation of an ownership claim is inside the subscription, opaque to the broker.
        Protocol claim = new Protocol("cooperative-sticky", GroupsUnderTest.bytes("\0\3owned@7"));
        JoinResult joined = groups.settle(List.of(groups.join("", claim))).getFirst();
        assertThat(joined.members().getFirst().metadata()).isEqualTo(claim.metadata());
        GroupsUnderTest next = groups.restarted();
        assertThat(next.describe().members().getFirst().metadata()).isEqualTo(claim.metadata());
    }

    @Test
    void manyPartitionsAreOneBatch() {
        CommitCommand.Entry[] entries = new CommitCommand.Entry[4];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = groups.entry("t", i, i * 10L);
        }
        assertThat(groups.now(groups.commit("", -1, entries))).containsOnly(ErrorCode.NONE);
        assertThat(groups.log.batchCount()).isEqualTo(1);
        assertThat(groups.committed("t", 3)).isEqualTo(30);
    }

    @Test
    void whatDoesNotFitOneBatchIsSeveral() {
        groups.topics.with("wide", 1_000);
        groups.log.maxBatchBytes(2_000);
        CommitCommand.Entry[] entries = new CommitCommand.Entry[200];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = groups.entry("wide", i, i);
        }
        assertThat(groups.now(groups.commit("", -1, entries))).containsOnly(ErrorCode.NONE);
        assertThat(groups.log.batchCount()).isGreaterThan(5);
        assertThat(groups.committed("wide", 199)).isEqualTo(199);
        assertThat(groups.restarted().committed("wide", 123)).isEqualTo(123);
    }

    @Test
    void aTextThatIsTooLongIsRefusedForItsPartitionOnly() {
        CommitCommand.Entry good = groups.entry("t", 0, 5);
        CommitCommand.Entry bad =
                new CommitCommand.Entry("t", Uuid.ZERO, 1, 5, -1, "x".repeat(4_097), -1);
        assertThat(groups.now(groups.commit("", -1, bad, good)))
                .containsExactly(ErrorCode.OFFSET_METADATA_TOO_LARGE, ErrorCode.NONE);
        assertThat(groups.committed("t", 0)).isEqualTo(5);
        assertThat(groups.committed("t", 1)).isEqualTo(-1);
    }

    @Test
    void aCommitIsAnsweredAndSeenOnlyWhenItIsCommitted() {
        groups.log.hold();
        CompletionStage<List<ErrorCode>> commit = groups.commit("", -1, groups.entry("t", 0, 5));
        assertThat(groups.waits(commit)).isTrue();
        assertThat(groups.committed("t")).isEqualTo(-1);
        groups.log.release();
        assertThat(groups.now(commit)).containsExactly(ErrorCode.NONE);
        assertThat(groups.committed("t")).isEqualTo(5);
    }

    @Test
    void commitsOfOneGroupDoNotWaitForEachOther() {
        groups.log.hold();
        for (int i = 0; i < 5; i++) {
            groups.commit("", -1, groups.entry("t", 0, i));
        }
        assertThat(groups.log.heldAppends()).isEqualTo(5);
        groups.log.release();
        assertThat(groups.committed("t")).isEqualTo(4);
    }

    @Test
    void allOffsetsOfAGroupAreFetched() {
        groups.commitOne("", -1, "t", 1);
        groups.commitOne("", -1, "u", 2);
        OffsetFetchResult all = fetch(null, false);
        assertThat(all.offsets())
                .extracting(OffsetFetchResult.Entry::partition)
                .containsExactlyInAnyOrder(new TopicPartition("t", 0), new TopicPartition("u", 0));
    }

    private OffsetFetchResult fetch(
            @Nullable List<TopicPartition> partitions, boolean requireStable) {
        return groups.now(
                groups.coordinator.fetchOffsets(
                        new OffsetFetchCommand(GROUP, partitions, requireStable)));
    }

    @Test
    void aTopicThatWasMadeAgainHasNoOffsetsOfTheFormerOne() {
        groups.commitOne("", -1, "t", 42);
        groups.topics.recreate("t");
        assertThat(groups.committed("t")).isEqualTo(-1);
        assertThat(fetch(null, false).offsets()).isEmpty();
        groups.commitOne("", -1, "t", 1);
        assertThat(groups.committed("t")).isEqualTo(1);
    }

    @Test
    void offsetsOfADeletedTopicAreRemoved() {
        groups.commitOne("", -1, "t", 1);
        groups.commitOne("", -1, "u", 2);
        groups.coordinator.onTopicsDeleted(List.of("t"));
        groups.lane.runAll();
        assertThat(groups.committed("t")).isEqualTo(-1);
        assertThat(groups.committed("u")).isEqualTo(2);
        assertThat(groups.restarted().committed("t")).isEqualTo(-1);
    }

    @Test
    void aTopicThatIsDeletedWhileTheShardLoadsLosesItsOffsetsAfterwards() {
        groups.commitOne("", -1, "t", 1);
        groups.log.holdReads();
        GroupsUnderTest next = groups.restarted();
        next.coordinator.onTopicsDeleted(List.of("t"));
        next.lane.runAll();
        groups.log.releaseReads();
        next.lane.runAll();
        assertThat(next.committed("t")).isEqualTo(-1);
    }

    @Test
    void aRemovalWaitsForCommitsThatAreOnTheirWay() {
        groups.commitOne("", -1, "t", 1);
        groups.log.hold();
        CompletionStage<List<ErrorCode>> commit = groups.commit("", -1, groups.entry("t", 0, 2));
        CompletionStage<DeleteOffsetsResult> removal =
                groups.coordinator.deleteOffsets(GROUP, List.of(new TopicPartition("t", 0)));
        groups.lane.runAll();
        assertThat(groups.log.heldAppends()).isEqualTo(1);
        CompletionStage<List<ErrorCode>> later = groups.commit("", -1, groups.entry("t", 0, 3));
        assertThat(groups.log.heldAppends()).isEqualTo(1);
        groups.log.release();
        assertThat(groups.now(commit)).containsExactly(ErrorCode.NONE);
        assertThat(groups.now(removal).errors()).containsExactly(ErrorCode.NONE);
        assertThat(groups.now(later)).containsExactly(ErrorCode.NONE);
        assertThat(groups.committed("t")).isEqualTo(3);
    }

    @Test
    void offsetsOfTopicsThatNobodyIsSubscribedToCanBeDeletedFromALivingGroup() {
        JoinResult joined = groups.stable(1).getFirst();
        groups.commitOne(joined.memberId(), 1, "t", 1);
        groups.commitOne(joined.memberId(), 1, "u", 2);
        DeleteOffsetsResult result =
                groups.now(
                        groups.coordinator.deleteOffsets(
                                GROUP,
                                List.of(
                                        new TopicPartition("t", 0),
                                        new TopicPartition("u", 0),
                                        new TopicPartition("u", 1))));
        assertThat(result.errors())
                .containsExactly(
                        ErrorCode.GROUP_SUBSCRIBED_TO_TOPIC, ErrorCode.NONE, ErrorCode.NONE);
        assertThat(groups.committed("t")).isEqualTo(1);
        assertThat(groups.committed("u")).isEqualTo(-1);
    }

    @Test
    void offsetsOfALivingGroupOfAnotherKindStay() {
        JoinCommand connect =
                new JoinCommand(
                        GROUP,
                        "",
                        null,
                        "c",
                        "/h",
                        10_000,
                        60_000,
                        "connect",
                        List.of(new Protocol("v2", GroupsUnderTest.bytes("url"))),
                        false,
                        true,
                        null);
        groups.settle(List.of(groups.coordinator.join(connect)));
        assertThat(deletion("t")).isEqualTo(ErrorCode.NON_EMPTY_GROUP);
    }

    private ErrorCode deletion(String topic) {
        return groups.now(
                        groups.coordinator.deleteOffsets(
                                GROUP, List.of(new TopicPartition(topic, 0))))
                .error();
    }

    @Test
    void offsetsOfAGroupThatDoesNotExistCannotBeDeleted() {
        assertThat(deletion("t")).isEqualTo(ErrorCode.GROUP_ID_NOT_FOUND);
        assertThat(groups.now(groups.coordinator.deleteOffsets("", List.of())).error())
                .isEqualTo(ErrorCode.INVALID_GROUP_ID);
    }

    @Test
    void onlyAGroupWithoutMembersCanBeDeleted() {
        assertThat(groups.now(groups.coordinator.deleteGroup(GROUP)))
                .isEqualTo(ErrorCode.GROUP_ID_NOT_FOUND);
        JoinResult joined = groups.stable(1).getFirst();
        groups.commitOne(joined.memberId(), 1, "t", 1);
        assertThat(groups.now(groups.coordinator.deleteGroup(GROUP)))
                .isEqualTo(ErrorCode.NON_EMPTY_GROUP);
        groups.leave(joined.memberId());
        assertThat(groups.now(groups.coordinator.deleteGroup(GROUP))).isEqualTo(ErrorCode.NONE);
        assertThat(groups.state()).isEqualTo("Dead");
        assertThat(groups.committed("t")).isEqualTo(-1);
        assertThat(groups.replayed().all()).isEmpty();
        assertThat(groups.now(groups.coordinator.list()).groups()).isEmpty();
    }

    @Test
    void aGroupThatWasDeletedBeginsAnew() {
        JoinResult joined = groups.stable(1).getFirst();
        groups.leave(joined.memberId());
        groups.now(groups.coordinator.deleteGroup(GROUP));
        assertThat(groups.stable(1).getFirst().generation()).isEqualTo(1);
    }

    @Test
    void groupsAreListedWhetherTheyHaveMembersOrOnlyOffsets() {
        groups.stable(1);
        groups.now(
                groups.coordinator.commit(
                        new CommitCommand(
                                "simple", "", null, -1, -1, List.of(groups.entry("t", 0, 1)))));
        GroupList list = groups.now(groups.coordinator.list());
        assertThat(list.error()).isEqualTo(ErrorCode.NONE);
        assertThat(list.groups())
                .containsExactlyInAnyOrder(
                        new GroupListing(GROUP, "consumer", "Stable", "classic"),
                        new GroupListing("simple", "", "Empty", "classic"));
    }

    @Test
    void aDescriptionShowsProtocolAndAssignmentsOfAStableGroupOnly() {
        List<JoinResult> joined = groups.stable(2);
        GroupDescription stable = groups.describe();
        assertThat(stable.protocolName()).isEqualTo("range");
        assertThat(stable.members())
                .allSatisfy(
                        member -> {
                            assertThat(member.assignment())
                                    .isEqualTo(GroupsUnderTest.bytes(member.memberId()));
                            assertThat(member.metadata().remaining()).isPositive();
                            assertThat(member.clientHost()).isEqualTo("/10.0.0.7");
                        });
        groups.join(joined.getFirst().memberId());
        GroupDescription preparing = groups.describe();
        assertThat(preparing.state()).isEqualTo("PreparingRebalance");
        assertThat(preparing.protocolName()).isEmpty();
        assertThat(preparing.members())
                .allSatisfy(member -> assertThat(member.assignment().remaining()).isZero());
    }

    @Test
    void theGroupsPartitionIsTheOneThatKafkaGivesIt() {
        assertThat(GroupCoordinator.partitionFor("console-consumer-1", 50)).isEqualTo(24);
        assertThat(GroupCoordinator.partitionFor("my-group", 50)).isEqualTo(12);
        // This text's hash is the least int, which has no absolute value.
        assertThat("polygenelubricants".hashCode()).isEqualTo(Integer.MIN_VALUE);
        assertThat(GroupCoordinator.partitionFor("polygenelubricants", 50)).isZero();
    }

    @Test
    void aGroupWithoutIdMayKeepOffsetsButHaveNoMembers() {
        CommitCommand commit =
                new CommitCommand("", "", null, -1, -1, List.of(groups.entry("t", 0, 1)));
        assertThat(groups.now(groups.coordinator.commit(commit))).containsExactly(ErrorCode.NONE);
        assertThat(groups.now(groups.coordinator.heartbeat(new HeartbeatCommand("", "m", null, 1))))
                .isEqualTo(ErrorCode.INVALID_GROUP_ID);
        assertThat(
                        groups.now(
                                        groups.coordinator.sync(
                                                new SyncCommand(
                                                        "", "m", null, 1, null, null, Map.of())))
                                .error())
                .isEqualTo(ErrorCode.INVALID_GROUP_ID);
        assertThat(groups.now(groups.coordinator.leave(new LeaveCommand("", List.of()))).error())
                .isEqualTo(ErrorCode.INVALID_GROUP_ID);
    }

    @Test
    void aGroupWhoseWaitingLineIsFullRefusesMore() {
        GroupConfig defaults = GroupsUnderTest.config(0);
        GroupsUnderTest strict =
                new GroupsUnderTest(
                        new GroupConfig(
                                6_000,
                                60_000,
                                10,
                                0,
                                10,
                                1_000,
                                1_000,
                                1,
                                1_000,
                                2,
                                ConsumerGroupConfig.DEFAULT));
        assertThat(defaults.maxWaitingCommands()).isGreaterThan(2);
        CompletionStage<JoinResult> join = strict.join("");
        strict.pass(10);
        JoinResult joined = strict.now(join);
        strict.log.hold();
        CompletionStage<SyncResult> sync = strict.syncAsLeader(joined);
        List<CompletionStage<ErrorCode>> heartbeats = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            heartbeats.add(
                    strict.coordinator.heartbeat(
                            new HeartbeatCommand(GROUP, joined.memberId(), null, 1)));
        }
        assertThat(strict.now(heartbeats.get(2))).isEqualTo(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        strict.log.release();
        assertThat(strict.now(sync).error()).isEqualTo(ErrorCode.NONE);
        assertThat(strict.now(heartbeats.get(0))).isEqualTo(ErrorCode.NONE);
        assertThat(strict.now(heartbeats.get(1))).isEqualTo(ErrorCode.NONE);
    }

    /** The broker died between the deletion of the topic and that of the offsets. */
    @Test
    void offsetsOfTopicsThatAreGoneWhenTheShardLoadsAreRemoved() {
        groups.topics.with("gone", 1);
        groups.commitOne("", -1, "gone", 42);
        groups.commitOne("", -1, "t", 7);
        groups.topics.without("gone");

        GroupsUnderTest next = groups.restarted();
        next.topics.with("gone", 1); // made anew
        assertThat(next.committed("gone")).isEqualTo(-1);
        assertThat(next.committed("t")).isEqualTo(7);

        assertThat(next.restarted().committed("gone")).isEqualTo(-1);
    }
}
