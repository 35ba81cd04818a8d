package dev.moldau.client.metadata;

import static dev.moldau.client.scripted.Answers.ID;
import static dev.moldau.client.scripted.Answers.OTHER_ID;
import static dev.moldau.client.scripted.Answers.error;
import static dev.moldau.client.scripted.Answers.topic;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.client.Node;
import dev.moldau.client.metadata.ClusterView.Partition;
import dev.moldau.client.scripted.Answers;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.MetadataResponse;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ViewMergeTest {

    private static final Set<String> T = Set.of("t");
    private static final ClusterView KNOWN = merge(ClusterView.EMPTY, topic("t", ID, 5, 1, 2));

    private static ClusterView merge(ClusterView old, MetadataResponse.Topic... topics) {
        return merge(old, 13, false, topics);
    }

    private static ClusterView merge(
            ClusterView old, int version, boolean believe, MetadataResponse.Topic... topics) {
        return new ViewMerge(old, Answers.of(topics), (short) version, believe).merge(T, T);
    }

    private static ClusterView.Topic t(ClusterView view) {
        return Objects.requireNonNull(view.topics().get("t"));
    }

    private static Partition first(ClusterView view) {
        return t(view).partitions().get(0);
    }

    @Test
    void anOlderEpochDoesNotReplaceANewerOneOfTheSameTopic() {
        ClusterView next = merge(KNOWN, topic("t", ID, 4, 2, 1));

        assertThat(next.version()).isEqualTo(KNOWN.version());
        assertThat(first(next).leaderId()).isEqualTo(1);
    }

    @Test
    void anEqualOrNewerEpochReplaces() {
        assertThat(first(merge(KNOWN, topic("t", ID, 5, 2, 2))).leaderId()).isEqualTo(2);
        assertThat(first(merge(KNOWN, topic("t", ID, 6, 2, 2))).leaderEpoch()).isEqualTo(6);
    }

    @Test
    void aTopicMadeAnewIsTakenWholeWithItsLowerEpochsAndFewerPartitions() {
        ClusterView next = merge(KNOWN, topic("t", OTHER_ID, 0, 2));

        assertThat(t(next).id()).isEqualTo(OTHER_ID);
        assertThat(t(next).partitions()).hasSize(1);
        assertThat(first(next).leaderEpoch()).isZero();
    }

    @Test
    void fieldReport34TheLastEpochIsKeptWhileThereIsNoLeader() {
        ClusterView leaderless = merge(KNOWN, topic("t", ID, -1, -1, 2));

        assertThat(first(leaderless).leaderId()).isEqualTo(-1);
        assertThat(first(leaderless).leaderEpoch()).isEqualTo(5);
        assertThat(first(merge(leaderless, topic("t", ID, 4, 2, 2))).leaderId()).isEqualTo(-1);
    }

    @Test
    void epochsBelowVersion9AreNotBelieved() {
        ClusterView next = merge(KNOWN, 8, false, topic("t", Uuid.ZERO, 99, 2, 2));

        assertThat(first(next).leaderId()).isEqualTo(2);
        assertThat(first(next).leaderEpoch()).isEqualTo(5);
    }

    @Test
    void aBrokerTooOldForTopicIdsDoesNotTakeTheIdAway() {
        assertThat(t(merge(KNOWN, topic("t", Uuid.ZERO, 6, 2, 2))).id()).isEqualTo(ID);
    }

    @Test
    void withoutTopicIdsAnOlderEpochIsBelievedOnlyOnceNothingElseHelped() {
        ClusterView old = merge(ClusterView.EMPTY, topic("t", Uuid.ZERO, 5, 1));

        assertThat(first(merge(old, topic("t", Uuid.ZERO, 0, 2))).leaderId()).isEqualTo(1);
        assertThat(first(merge(old, 9, true, topic("t", Uuid.ZERO, 0, 2))).leaderId()).isEqualTo(2);
        assertThat(first(merge(KNOWN, 13, true, topic("t", ID, 0, 2))).leaderId()).isEqualTo(1);
    }

    @Test
    void aTopicThatOneBrokerDoesNotKnowKeepsItsLeadersBesideTheError() {
        ClusterView next = merge(KNOWN, error("t", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION));

        assertThat(next.topic("t")).isNull();
        assertThat(next.leader("t", 0)).isEqualTo(Answers.ONE);
        assertThat(t(next).id()).isEqualTo(ID);
        assertThat(first(merge(next, topic("t", ID, 3, 2, 2))).leaderEpoch()).isEqualTo(5);
    }

    @Test
    void aTopicWithoutAnIdThatIsGoneIsForgotten() {
        ClusterView old = merge(ClusterView.EMPTY, topic("t", Uuid.ZERO, 5, 1));
        ClusterView gone = merge(old, error("t", ErrorCode.UNKNOWN_TOPIC_OR_PARTITION));

        assertThat(t(gone).partitions()).isEmpty();
        assertThat(first(merge(gone, topic("t", Uuid.ZERO, 0, 2))).leaderId()).isEqualTo(2);
    }

    @Test
    void aTopicThatTheAnswerLeavesOutIsUnknown() {
        assertThat(t(merge(ClusterView.EMPTY)).error())
                .isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
    }

    @Test
    void partitionsDoNotGetLostToAnAnswerThatLagsBehindAndGapsAreFilled() {
        assertThat(t(merge(KNOWN, topic("t", ID, 5, 1))).partitions()).hasSize(2);

        MetadataResponse.Topic gap =
                new MetadataResponse.Topic(
                        (short) 0,
                        "t",
                        ID,
                        false,
                        List.of(
                                new MetadataResponse.Partition(
                                        (short) 0, 2, 1, 0, List.of(), List.of(), List.of())),
                        0);
        assertThat(t(merge(ClusterView.EMPTY, gap)).partitions())
                .extracting(Partition::index)
                .containsExactly(0, 1, 2);
    }

    @Test
    void topicsNotAskedForAreKeptAndTopicsNotUsedDropOut() {
        ClusterView both =
                new ViewMerge(
                                KNOWN,
                                Answers.of(topic("u", OTHER_ID, 0, 1), topic("x", ID, 0, 1)),
                                (short) 13,
                                false)
                        .merge(Set.of("u"), Set.of("t", "u"));
        assertThat(both.topics()).containsOnlyKeys("t", "u");

        ClusterView one =
                new ViewMerge(both, Answers.of(), (short) 13, false).merge(Set.of(), Set.of("u"));
        assertThat(one.topics()).containsOnlyKeys("u");
    }

    @Test
    void aLeaderFromAnAnswerIsTakenIfItsEpochIsNewer() {
        Node three = new Node(3, "three", 9092, null);
        ClusterView next = new LeaderHint("t", 0, 3, 6, three).applyTo(KNOWN);

        assertThat(next.version()).isEqualTo(KNOWN.version() + 1);
        assertThat(next.leader("t", 0)).isEqualTo(three);
        assertThat(new LeaderHint("t", 0, 3, 5, three).applyTo(KNOWN)).isSameAs(KNOWN);
        assertThat(new LeaderHint("t", 9, 3, 6, three).applyTo(KNOWN)).isSameAs(KNOWN);
        assertThat(new LeaderHint("x", 0, 3, 6, three).applyTo(KNOWN)).isSameAs(KNOWN);

        ClusterView afterLaggingAnswer = merge(next, topic("t", ID, 5, 1, 2));
        assertThat(afterLaggingAnswer.leader("t", 0)).isEqualTo(three);
    }
}
