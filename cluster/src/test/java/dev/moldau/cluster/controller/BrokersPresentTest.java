package dev.moldau.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.cluster.controller.ControllerCommand.StopBroker;
import dev.moldau.cluster.controller.ControllerCommand.UnregisterBroker;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BrokersPresentTest {

    private static final Map<String, String> MIN_TWO = Map.of("min.insync.replicas", "2");

    private final MachineUnderTest cluster = new MachineUnderTest(Map.of());

    @BeforeEach
    void begin() {
        cluster.start(1, 2, 3);
    }

    private PartitionImage t() {
        return cluster.partition("t", 0);
    }

    private BrokerRegistration broker(int id) {
        return Objects.requireNonNull(cluster.state.image().brokers().get(id));
    }

    @Test
    void aBrokerIsRegisteredAndItsEpochRisesWithEachStart() {
        assertThat(broker(2).epoch()).isZero();
        assertThat(broker(2).alive()).isTrue();
        cluster.tell();
        assertThat(broker(2).epoch()).isZero();
        cluster.kill(2);
        assertThat(broker(2).alive()).isFalse();
        assertThat(cluster.state.image().aliveBrokers()).hasSize(2);
        cluster.start(2);
        assertThat(broker(2).epoch()).isEqualTo(1);
        assertThat(broker(1).epoch()).isZero();
    }

    @Test
    void aDeadLeaderIsFollowedByTheFirstReplicaInOrderThatIsInSyncAndThere() {
        cluster.topic("t", Map.of(), List.of(1, 2, 3));
        cluster.isr("t", 0, 1, 3);
        cluster.kill(1);
        assertThat(t()).isEqualTo(new PartitionImage(List.of(1, 2, 3), List.of(3), 3, 1, 2));
    }

    @Test
    void aDeadFollowerLeavesAndTheLeaderStays() {
        cluster.topic("t", Map.of(), List.of(1, 2, 3));
        cluster.kill(2);
        assertThat(t()).isEqualTo(new PartitionImage(List.of(1, 2, 3), List.of(1, 3), 1, 0, 1));
        cluster.start(2);
        assertThat(t().isr()).as("it has to catch up first").containsExactly(1, 3);
    }

    @Test
    void theLastOneInSyncStaysSoAndLeadsAgainWhenItIsBack() {
        cluster.topic("t", Map.of(), List.of(1, 2));
        cluster.isr("t", 0, 1);
        cluster.kill(1);
        assertThat(t()).isEqualTo(new PartitionImage(List.of(1, 2), List.of(1), -1, 1, 2));
        cluster.start(1);
        assertThat(t()).isEqualTo(new PartitionImage(List.of(1, 2), List.of(1), 1, 2, 3));
    }

    @Test
    void whenAllInSyncDieAtOnceWhicheverComesBackFirstLeads() {
        cluster.topic("t", Map.of(), List.of(1, 2, 3));
        cluster.isr("t", 0, 1, 2);
        cluster.kill(1, 2);
        assertThat(t().leader()).isEqualTo(PartitionImage.NO_LEADER);
        assertThat(t().isr()).containsExactly(1, 2);
        cluster.start(2);
        assertThat(t().leader()).isEqualTo(2);
        assertThat(t().isr()).containsExactly(2);
    }

    /** A power failure took the end of its log; the other one that was in sync has all. */
    @Test
    void whoeverComesBackAfterACrashDoesNotLeadWhileAnotherHasEverything() {
        cluster.topic("t", Map.of(), List.of(1, 2, 3));
        cluster.isr("t", 0, 1, 2);
        cluster.kill(1, 2);
        cluster.crashed.add(1);
        cluster.start(1);
        assertThat(t().leader()).isEqualTo(PartitionImage.NO_LEADER);
        assertThat(t().isr()).containsExactly(2);
        cluster.start(2);
        assertThat(t().leader()).isEqualTo(2);
    }

    @Test
    void anEligibleReplicaIsTrustedMoreThanTheLastOneInSyncThatCrashed() {
        cluster.topic("t", MIN_TWO, List.of(1, 2));
        cluster.kill(2);
        assertThat(t().elr()).containsExactly(2);
        cluster.crashed.add(1);
        cluster.start(1);
        assertThat(t().leader()).isEqualTo(PartitionImage.NO_LEADER);
        assertThat(t().isr()).containsExactly(2);
        assertThat(t().elr()).isEmpty();
        cluster.start(2);
        assertThat(t().leader()).isEqualTo(2);
        assertThat(t().isr()).containsExactly(2);
        assertThat(t().elr()).isEmpty();
    }

    @Test
    void theLastOneThatCountsLeadsThoughItCrashed() {
        cluster.topic("t", Map.of(), List.of(1, 2));
        cluster.isr("t", 0, 1);
        cluster.crashed.add(1);
        cluster.start(1);
        assertThat(t().leader()).isEqualTo(1);
        cluster.crashed.add(2);
        cluster.isr("t", 0, 1, 2);
        cluster.kill(1, 2);
        cluster.start(2);
        assertThat(t().isr()).containsExactly(1);
        cluster.start(1);
        assertThat(t().leader()).isEqualTo(1);
    }

    @Test
    void anEligibleReplicaLeadsThoughItIsNotInSyncAndTheOldOnesBecomeEligible() {
        cluster.topic("t", MIN_TWO, List.of(1, 2, 3));
        cluster.isr("t", 0, 1, 2);
        cluster.kill(2);
        assertThat(t().elr()).containsExactly(2);
        cluster.kill(1);
        assertThat(t().leader()).isEqualTo(PartitionImage.NO_LEADER);
        cluster.start(2);
        assertThat(t().leader()).isEqualTo(2);
        assertThat(t().isr()).containsExactly(2);
        assertThat(t().elr()).containsExactly(1);
    }

    @Test
    void noneButTheReplicasThatHaveEverythingLeadsUnlessTheTopicAllowsIt() {
        cluster.topic("t", Map.of(), List.of(1, 2));
        cluster.topic("u", Map.of("unclean.leader.election.enable", "true"), List.of(1, 2));
        cluster.isr("t", 0, 1);
        cluster.isr("u", 0, 1);
        cluster.kill(1);
        assertThat(t().leader()).isEqualTo(PartitionImage.NO_LEADER);
        assertThat(cluster.partition("u", 0))
                .isEqualTo(new PartitionImage(List.of(1, 2), List.of(2), 2, 1, 2));
    }

    @Test
    void aBrokerThatWasStartedAnewBetweenTwoLooksLosesItsLeadership() {
        cluster.topic("t", Map.of(), List.of(1, 2));
        cluster.topic("alone", Map.of(), List.of(1));
        cluster.start(1);
        assertThat(broker(1).epoch()).isEqualTo(1);
        assertThat(t()).isEqualTo(new PartitionImage(List.of(1, 2), List.of(2), 2, 1, 1));
        assertThat(cluster.partition("alone", 0))
                .as("nobody takes what it left for the same leadership going on")
                .isEqualTo(new PartitionImage(List.of(1), List.of(1), 1, 2, 2));
    }

    @Test
    void aBrokerWhosePresenceWasLostForAMomentIsRegisteredAnewThoughItRunsOn() {
        cluster.topic("t", Map.of(), List.of(1, 2));
        Map<Integer, Uuid> before = Map.copyOf(cluster.incarnations);
        cluster.kill(1);
        cluster.present(before);
        assertThat(broker(1).epoch()).isEqualTo(1);
        assertThat(t().leader()).isEqualTo(2);
    }

    @Test
    void beforeABrokerStopsItsLeadersMoveAndItIsInSyncNowhere() {
        cluster.topic("t", Map.of(), List.of(1, 2), List.of(2, 1), List.of(3, 2));
        StopProgress progress = cluster.run(new StopBroker(1, StopBroker.ANY_EPOCH));
        assertThat(progress).isEqualTo(new StopProgress(ApiError.NONE, 0));
        assertThat(t()).isEqualTo(new PartitionImage(List.of(1, 2), List.of(2), 2, 1, 1));
        assertThat(cluster.partition("t", 1).isr()).containsExactly(2);
        assertThat(cluster.isr("t", 0, 2, 1).error()).isEqualTo(ErrorCode.INELIGIBLE_REPLICA);
        cluster.kill(2);
        assertThat(t().leader()).isEqualTo(PartitionImage.NO_LEADER);
        cluster.start(1);
        assertThat(broker(1).stopping()).isFalse();
    }

    @Test
    void aBrokerThatStopsKeepsWhatNobodyElseCanLeadUntilThereIsAnother() {
        cluster.topic("t", Map.of(), List.of(1, 2));
        cluster.isr("t", 0, 1);
        StopBroker stop = new StopBroker(1, 0);
        assertThat(cluster.run(stop)).isEqualTo(new StopProgress(ApiError.NONE, 1));
        assertThat(t().leader()).isEqualTo(1);
        assertThat(cluster.isr("t", 0, 1, 2).error()).isEqualTo(ErrorCode.NEW_LEADER_ELECTED);
        assertThat(t()).isEqualTo(new PartitionImage(List.of(1, 2), List.of(2), 2, 1, 2));
        assertThat(cluster.run(stop).remaining()).isZero();
    }

    @Test
    void onlyThePresentProcessOfABrokerCanBeStopped() {
        cluster.start(1);
        assertThat(cluster.run(new StopBroker(1, 0)).error().code())
                .isEqualTo(ErrorCode.STALE_BROKER_EPOCH);
        cluster.kill(2);
        assertThat(cluster.run(new StopBroker(2, 0)).error().code())
                .isEqualTo(ErrorCode.BROKER_NOT_AVAILABLE);
        assertThat(cluster.run(new StopBroker(9, 0)).error().code())
                .isEqualTo(ErrorCode.BROKER_NOT_AVAILABLE);
    }

    @Test
    void aDeadBrokerCanLeaveForGoodAndIsNobodysHopeAnyMore() {
        cluster.topic("t", MIN_TWO, List.of(1, 2));
        cluster.topic("last", Map.of(), List.of(2));
        assertThat(cluster.run(new UnregisterBroker(2)).code())
                .isEqualTo(ErrorCode.INVALID_REQUEST);
        cluster.kill(2);
        assertThat(t().elr()).containsExactly(2);
        assertThat(cluster.run(new UnregisterBroker(2))).isEqualTo(ApiError.NONE);
        assertThat(cluster.state.image().brokers()).containsOnlyKeys(1, 3);
        assertThat(t().elr()).isEmpty();
        assertThat(t().replicas()).containsExactly(1, 2);
        assertThat(cluster.partition("last", 0).isr()).containsExactly(2);
    }

    @Test
    void aLargeFailOverIsDoneInPartsAndNobodyIsRegisteredBeforeItIsDone() {
        int topics = TopicEdits.MAX_TOPICS + 10;
        for (int i = 0; i < topics; i++) {
            cluster.topic("t" + i, Map.of(), List.of(1, 2));
        }
        Progress first = cluster.present(Map.of(2, cluster.incarnation(2)));
        assertThat(first).isEqualTo(new Progress(TopicEdits.MAX_TOPICS, false));
        Progress second = cluster.tell();
        assertThat(second).as("1 was there again").isEqualTo(new Progress(10, true));
        assertThat(broker(1).alive()).isTrue();
        for (int i = 0; i < topics; i++) {
            assertThat(cluster.partition("t" + i, 0))
                    .isEqualTo(new PartitionImage(List.of(1, 2), List.of(2), 2, 1, 1));
        }
    }

    /** The figure is loose: it finds a quadratic loop, not a slow machine. */
    @Test
    void theDeathOfABrokerWithTenThousandPartitionsIsDecidedQuickly() {
        @SuppressWarnings({"unchecked", "rawtypes"})
        List<Integer>[] placing = new List[10];
        Arrays.setAll(placing, i -> List.of(1 + i % 3, 1 + (i + 1) % 3, 1 + (i + 2) % 3));
        for (int i = 0; i < 1_000; i++) {
            cluster.topic("t" + i, MIN_TWO, placing);
        }
        long begun = System.nanoTime();
        cluster.kill(1);
        long tookMs = (System.nanoTime() - begun) / 1_000_000;
        assertThat(cluster.state.image().topics())
                .allSatisfy(t -> assertThat(t.partitions()).noneMatch(p -> p.leader() == 1));
        assertThat(tookMs).isLessThan(1_000);
    }
}
