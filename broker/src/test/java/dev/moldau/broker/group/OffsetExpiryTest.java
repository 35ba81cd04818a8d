package dev.moldau.broker.group;

import static dev.moldau.broker.group.GroupsUnderTest.GROUP;
import static dev.moldau.broker.group.GroupsUnderTest.SESSION_MS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.protocol.ErrorCode;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class OffsetExpiryTest {

    private static final long HOUR_MS = 3_600_000;
    private static final long CHECK_MS = 600_000;
    private static final long RETENTION_MS = 24 * HOUR_MS;

    private final GroupsUnderTest groups =
            new GroupsUnderTest(
                    new GroupConfig(
                            6_000,
                            (int) (100 * HOUR_MS),
                            100,
                            0,
                            4_096,
                            RETENTION_MS,
                            CHECK_MS,
                            1,
                            4_096,
                            100,
                            ConsumerGroupConfig.DEFAULT));

    @Test
    void aGroupThatNeverHadMembersKeepsAnOffsetFromItsCommit() {
        groups.commitOne("", -1, "t", 1);
        groups.pass(12 * HOUR_MS);
        groups.commitOne("", -1, "u", 2);
        groups.pass(11 * HOUR_MS);
        assertThat(groups.committed("t")).isEqualTo(1);
        groups.pass(HOUR_MS + CHECK_MS);
        assertThat(groups.committed("t")).isEqualTo(-1);
        assertThat(groups.committed("u")).isEqualTo(2);
        groups.pass(13 * HOUR_MS);
        assertThat(groups.state()).isEqualTo("Dead");
        assertThat(groups.replayed().all()).isEmpty();
    }

    private String longLivedMember() {
        JoinCommand join =
                new JoinCommand(
                        GROUP,
                        "",
                        null,
                        "c",
                        "/h",
                        (int) (99 * HOUR_MS),
                        10_000,
                        "consumer",
                        List.of(GroupsUnderTest.protocol("range")),
                        false,
                        true,
                        null);
        return groups.settle(List.of(groups.coordinator.join(join))).getFirst().memberId();
    }

    @Test
    void aGroupWithMembersKeepsItsOffsetsFromWhenItBecameEmpty() {
        String member = longLivedMember();
        groups.commitOne(member, 1, "t", 1);
        groups.pass(48 * HOUR_MS);
        assertThat(groups.committed("t")).isEqualTo(1);
        groups.leave(member);
        groups.pass(23 * HOUR_MS);
        assertThat(groups.committed("t")).isEqualTo(1);
        groups.pass(HOUR_MS + CHECK_MS);
        assertThat(groups.committed("t")).isEqualTo(-1);
        assertThat(groups.state()).isEqualTo("Dead");
        assertThat(groups.replayed().all()).isEmpty();
    }

    @Test
    void aLivingGroupLosesOffsetsOfTopicsThatNobodyIsSubscribedTo() {
        String member = longLivedMember();
        groups.commitOne(member, 1, "t", 1);
        groups.commitOne(member, 1, "u", 2);
        groups.pass(25 * HOUR_MS);
        assertThat(groups.committed("t")).isEqualTo(1);
        assertThat(groups.committed("u")).isEqualTo(-1);
        assertThat(groups.state()).isEqualTo("Stable");
    }

    @Test
    void anOffsetThatAnAdministratorSetsForALongEmptyGroupStaysItsTime() {
        String member = longLivedMember();
        groups.commitOne(member, 1, "t", 1);
        groups.leave(member);
        groups.pass(23 * HOUR_MS);
        groups.commitOne("", -1, "t", 99);
        groups.pass(2 * HOUR_MS);
        assertThat(groups.committed("t")).isEqualTo(99);
        groups.pass(23 * HOUR_MS);
        assertThat(groups.committed("t")).isEqualTo(-1);
    }

    @Test
    void anOffsetWithATimeOfItsOwnGoesThen() {
        CommitCommand commit =
                new CommitCommand(GROUP, "", null, -1, HOUR_MS, List.of(groups.entry("t", 0, 1)));
        assertThat(groups.now(groups.coordinator.commit(commit))).containsExactly(ErrorCode.NONE);
        CommittedOffset kept = Objects.requireNonNull(groups.restarted().committedOffset("t", 0));
        assertThat(kept.expireTimestampMs()).isEqualTo(groups.time.wallMs() + HOUR_MS);
        groups.pass(HOUR_MS - CHECK_MS);
        assertThat(groups.committed("t")).isEqualTo(1);
        groups.pass(2 * CHECK_MS);
        assertThat(groups.committed("t")).isEqualTo(-1);
    }

    @Test
    void anEmptyGroupWithoutOffsetsGoesAtTheNextCheck() {
        JoinResult joined = groups.stable(1).getFirst();
        groups.leave(joined.memberId());
        groups.pass(2 * CHECK_MS);
        assertThat(groups.state()).isEqualTo("Dead");
        assertThat(groups.replayed().all()).isEmpty();
    }

    @Test
    void theTimeSinceTheGroupIsEmptySurvivesARestart() {
        String member = longLivedMember();
        groups.commitOne(member, 1, "t", 1);
        groups.leave(member);
        long emptyMs = groups.time.wallMs();
        assertThat(groups.storedGeneration().stateTimestampMs()).isEqualTo(emptyMs);
    }

    @Test
    void aRemovalThatCannotBeStoredIsTriedAgain() {
        groups.commitOne("", -1, "t", 1);
        groups.log.failNext(ErrorCode.KAFKA_STORAGE_ERROR);
        groups.pass(RETENTION_MS + CHECK_MS - SESSION_MS);
        assertThat(groups.committed("t")).isEqualTo(1);
        groups.pass(2 * CHECK_MS);
        assertThat(groups.committed("t")).isEqualTo(-1);
    }
}
