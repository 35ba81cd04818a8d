package dev.moldau.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.cluster.controller.ControllerCommand.AlterConfigs;
import dev.moldau.cluster.controller.ControllerCommand.BalanceLeaders;
import dev.moldau.cluster.controller.ControllerCommand.ConfigChange;
import dev.moldau.cluster.controller.ControllerCommand.ConfigOperation;
import dev.moldau.cluster.controller.ControllerCommand.ElectLeaders;
import dev.moldau.cluster.image.ConfigResource;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.protocol.ErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeaderElectorTest {

    private MachineUnderTest cluster = new MachineUnderTest(Map.of());

    @BeforeEach
    void begin() {
        cluster.start(1, 2, 3);
    }

    private PartitionImage t(int index) {
        return cluster.partition("t", index);
    }

    private ErrorCode elect(boolean unclean, String topic, int index) {
        List<PartitionRef> one = List.of(new PartitionRef(topic, index));
        return cluster.run(new ElectLeaders(unclean, one)).getFirst().error().code();
    }

    /** Takes the leaders off a broker that is back in sync afterwards. */
    private void restart(int broker, Integer... isr) {
        cluster.kill(broker);
        cluster.start(broker);
        for (int index = 0; index < cluster.topic("t").partitions().size(); index++) {
            cluster.isr("t", index, isr);
        }
    }

    @Test
    void theFirstReplicaLeadsAgainWhereItIsInSync() {
        cluster.topic("t", Map.of(), List.of(1, 2), List.of(1, 2));
        restart(1, 2, 1);
        assertThat(elect(false, "t", 0)).isEqualTo(ErrorCode.NONE);
        assertThat(t(0)).isEqualTo(new PartitionImage(List.of(1, 2), List.of(2, 1), 1, 2, 3));
        assertThat(elect(false, "t", 0)).isEqualTo(ErrorCode.ELECTION_NOT_NEEDED);
        cluster.isr("t", 1, 2);
        assertThat(elect(false, "t", 1)).isEqualTo(ErrorCode.PREFERRED_LEADER_NOT_AVAILABLE);
        assertThat(t(1).leader()).isEqualTo(2);
        assertThat(elect(false, "t", 2)).isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(elect(false, "u", 0)).isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
    }

    @Test
    void anUncleanElectionIsForPartitionsWithoutALeaderOnly() {
        cluster.topic("t", Map.of(), List.of(1, 2));
        assertThat(elect(true, "t", 0)).isEqualTo(ErrorCode.ELECTION_NOT_NEEDED);
        cluster.isr("t", 0, 1);
        cluster.kill(1);
        assertThat(elect(false, "t", 0)).isEqualTo(ErrorCode.PREFERRED_LEADER_NOT_AVAILABLE);
        assertThat(t(0).leader()).isEqualTo(PartitionImage.NO_LEADER);
        assertThat(elect(true, "t", 0)).isEqualTo(ErrorCode.NONE);
        assertThat(t(0)).isEqualTo(new PartitionImage(List.of(1, 2), List.of(2), 2, 2, 3));
        cluster.kill(2);
        assertThat(elect(true, "t", 0)).isEqualTo(ErrorCode.ELIGIBLE_LEADERS_NOT_AVAILABLE);
    }

    @Test
    void whoAsksForAllIsToldWhereThereWasSomethingToDo() {
        cluster.topic("t", Map.of(), List.of(1, 2), List.of(2, 1), List.of(1, 2));
        restart(1, 2, 1);
        cluster.isr("t", 2, 2);
        assertThat(outcomes(false, null))
                .containsOnly(
                        Map.entry(0, ErrorCode.NONE),
                        Map.entry(2, ErrorCode.PREFERRED_LEADER_NOT_AVAILABLE));
        assertThat(outcomes(true, null)).isEmpty();
    }

    private Map<Integer, ErrorCode> outcomes(boolean unclean, @Nullable List<PartitionRef> which) {
        return cluster.run(new ElectLeaders(unclean, which)).stream()
                .collect(Collectors.toMap(o -> o.partition().partition(), o -> o.error().code()));
    }

    private void set(ConfigResource resource, String key, String value) {
        ConfigOperation set = new ConfigOperation(key, ConfigOperation.Type.SET, value);
        List<ConfigChange> change = List.of(new ConfigChange(resource, List.of(set), false));
        assertThat(cluster.run(new AlterConfigs(change, false))).containsExactly(ApiError.NONE);
    }

    @Test
    void allowingUncleanElectionsElectsAtOnceOnTheTopicAndForAll() {
        cluster.topic("t", Map.of(), List.of(1, 2));
        cluster.topic("u", Map.of(), List.of(1, 2));
        cluster.isr("t", 0, 1);
        cluster.isr("u", 0, 1);
        cluster.kill(1);
        set(ConfigResource.topic("t"), "unclean.leader.election.enable", "true");
        assertThat(t(0).leader()).isEqualTo(2);
        assertThat(cluster.partition("u", 0).hasLeader()).isFalse();
        set(ConfigResource.ALL_BROKERS, "unclean.leader.election.enable", "true");
        assertThat(cluster.partition("u", 0).leader()).isEqualTo(2);
    }

    /** With a lower minimum the leader acknowledges alone, and those it left behind lack that. */
    @Test
    void withALowerMinimumTheEligibleReplicasAreForgottenInTheSameImage() {
        cluster.topic("t", Map.of("min.insync.replicas", "2"), List.of(1, 2));
        cluster.topic("u", Map.of(), List.of(1, 2));
        set(ConfigResource.ALL_BROKERS, "min.insync.replicas", "2");
        cluster.isr("t", 0, 1);
        cluster.isr("u", 0, 1);
        assertThat(t(0).elr()).containsExactly(2);
        assertThat(cluster.partition("u", 0).elr()).containsExactly(2);
        set(ConfigResource.topic("t"), "min.insync.replicas", "1");
        assertThat(t(0).elr()).isEmpty();
        set(ConfigResource.ALL_BROKERS, "min.insync.replicas", "1");
        assertThat(cluster.partition("u", 0).elr()).isEmpty();
    }

    @Test
    void leadersGoBackWhenMoreThanTheShareIsElsewhere() {
        balanceable(1, 10);
        cluster.isr("t", 9, 2);
        assertThat(cluster.run(new BalanceLeaders())).isEqualTo(new Progress(1, true));
        assertThat(cluster.topic("t").partitions())
                .extracting(PartitionImage::leader)
                .as("the last one is not in sync on its first replica")
                .containsExactly(1, 1, 1, 1, 1, 1, 1, 1, 1, 2);
    }

    @Test
    void leadersStayWhereTheyAreWhenItIsNoMoreThanTheShareOrForbidden() {
        balanceable(1, 10);
        for (int index = 0; index < 9; index++) {
            elect(false, "t", index);
        }
        assertThat(cluster.run(new BalanceLeaders())).isEqualTo(new Progress(0, true));
        assertThat(t(9).leader()).isEqualTo(2);
        cluster = new MachineUnderTest(Map.of("auto.leader.rebalance.enable", "false"));
        cluster.start(1, 2, 3);
        balanceable(1, 10);
        assertThat(cluster.run(new BalanceLeaders())).isEqualTo(new Progress(0, true));
        assertThat(t(0).leader()).isEqualTo(2);
    }

    /** A topic whose partitions should all be led by one broker, and are by another. */
    private void balanceable(int preferred, int partitions) {
        @SuppressWarnings({"unchecked", "rawtypes"})
        List<Integer>[] placing = new List[partitions];
        Arrays.fill(placing, List.of(preferred, 2));
        cluster.topic("t", Map.of(), placing);
        restart(preferred, 2, preferred);
    }

    @Test
    void theTimerLooksAtIntervalsUntilItIsClosed() {
        ManualTimer timer = new ManualTimer();
        RecordingController controller = new RecordingController(cluster);
        LeaderBalanceTimer balance = LeaderBalanceTimer.start(controller, timer, cluster.configs);
        assertThat(controller.submitted).isEmpty();
        timer.advance(299_999);
        assertThat(controller.submitted).isEmpty();
        timer.advance(1);
        assertThat(controller.submitted).containsExactly(new BalanceLeaders());
        controller.unavailable = true;
        timer.advance(300_000);
        controller.unavailable = false;
        timer.advance(300_000);
        assertThat(controller.submitted).hasSize(3);
        balance.close();
        timer.advance(900_000);
        assertThat(controller.submitted).hasSize(3);
    }
}
