package dev.moldau.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.cluster.controller.ControllerCommand.ElectLeaders;
import dev.moldau.cluster.controller.ControllerCommand.UnregisterBroker;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Brokers that come back with another data folder, so that they have nothing of what they had. */
class ChangedFolderTest {

    private static final Uuid OTHER = new Uuid(8, 2);

    private final MachineUnderTest cluster =
            new MachineUnderTest(Map.of("auto.leader.rebalance.enable", "false"));

    @BeforeEach
    void begin() {
        cluster.start(1, 2, 3);
    }

    private PartitionImage t() {
        return cluster.partition("t", 0);
    }

    private void restart(int id, Uuid folder) {
        cluster.kill(id);
        cluster.folders.put(id, folder);
        cluster.start(id);
    }

    private ErrorCode elect(boolean unclean) {
        return cluster.run(new ElectLeaders(unclean, List.of(new PartitionRef("t", 0))))
                .getFirst()
                .error()
                .code();
    }

    @Test
    void theOnlyReplicaDoesNotLeadWithAnotherFolderAndDoesAgainWithItsOwn() {
        cluster.topic("t", Map.of(), List.of(1));
        restart(1, OTHER);
        assertThat(t().hasLeader()).isFalse();
        assertThat(t().isr()).containsExactly(1);
        assertThat(t().awaitedFolder()).isEqualTo(MachineUnderTest.FOLDER);
        restart(1, MachineUnderTest.FOLDER);
        assertThat(t().leader()).isEqualTo(1);
        assertThat(t().awaitsFolder()).isFalse();
    }

    @Test
    void otherStartsWithTheSameWrongFolderChangeNothing() {
        cluster.topic("t", Map.of(), List.of(1));
        restart(1, OTHER);
        PartitionImage waiting = t();
        restart(1, OTHER);
        restart(1, new Uuid(8, 3));
        assertThat(t()).isEqualTo(waiting);
    }

    @Test
    void whereOthersAreInSyncTheyLeadAndItCatchesUp() {
        cluster.topic("t", Map.of(), List.of(1, 2));
        cluster.kill(1, 2);
        assertThat(t().isr()).containsExactly(1, 2);
        cluster.folders.put(1, OTHER);
        cluster.start(1);
        assertThat(t().hasLeader()).isFalse();
        assertThat(t().isr()).containsExactly(2);
        assertThat(t().awaitsFolder()).isFalse();
        cluster.start(2);
        assertThat(t().leader()).isEqualTo(2);
    }

    @Test
    void aReplicaThatIsBehindDoesNotLeadInPlaceOfTheLastOneInSync() {
        cluster.topic("t", Map.of(), List.of(1, 2));
        cluster.isr("t", 0, 1);
        restart(1, OTHER);
        assertThat(t().hasLeader()).isFalse();
        assertThat(cluster.state.image().brokers().get(2)).matches(b -> b != null && b.alive());
    }

    @Test
    void anEligibleReplicaLeadsInItsPlace() {
        cluster.topic("t", Map.of("min.insync.replicas", "2"), List.of(1, 2));
        cluster.kill(2);
        cluster.kill(1);
        assertThat(t().elr()).containsExactly(2);
        cluster.folders.put(1, OTHER);
        cluster.start(1);
        assertThat(t().isr()).containsExactly(2);
        cluster.start(2);
        assertThat(t().leader()).isEqualTo(2);
    }

    @Test
    void anEligibleReplicaWithAnotherFolderIsEligibleNoMore() {
        cluster.topic("t", Map.of("min.insync.replicas", "2"), List.of(1, 2));
        restart(2, OTHER);
        assertThat(t().leader()).isEqualTo(1);
        assertThat(t().elr()).isEmpty();
    }

    @Test
    void whatWasInSyncInTheNewFolderIsAwaitedWhenTheOldOneComesBack() {
        cluster.topic("t", Map.of(), List.of(1));
        restart(1, OTHER);
        cluster.topic("u", Map.of(), List.of(1));
        assertThat(cluster.partition("u", 0).leader()).isEqualTo(1);
        restart(1, MachineUnderTest.FOLDER);
        assertThat(t().leader()).isEqualTo(1);
        assertThat(cluster.partition("u", 0).hasLeader()).isFalse();
        assertThat(cluster.partition("u", 0).awaitedFolder()).isEqualTo(OTHER);
    }

    @Test
    void anUncleanElectionGoesOnWithoutWhatWasThereAndPrefersWhoeverHasSomething() {
        cluster.topic("t", Map.of(), List.of(1, 2));
        cluster.isr("t", 0, 1);
        restart(1, OTHER);
        assertThat(elect(false)).isEqualTo(ErrorCode.PREFERRED_LEADER_NOT_AVAILABLE);
        assertThat(t().hasLeader()).isFalse();
        assertThat(elect(true)).isEqualTo(ErrorCode.NONE);
        assertThat(t().leader()).isEqualTo(2);
        assertThat(t().isr()).containsExactly(2);
        assertThat(t().awaitsFolder()).isFalse();
    }

    @Test
    void anUncleanElectionMakesTheEmptyOneLeadWhereThereIsNoOther() {
        cluster.topic("t", Map.of(), List.of(1));
        restart(1, OTHER);
        assertThat(elect(true)).isEqualTo(ErrorCode.NONE);
        assertThat(t().leader()).isEqualTo(1);
        restart(1, OTHER);
        assertThat(t().leader()).as("what it has now counts").isEqualTo(1);
    }

    @Test
    void aNumberThatWasForgottenIsNotTrustedWithAnotherFolder() {
        cluster.topic("t", Map.of(), List.of(1));
        cluster.kill(1);
        assertThat(cluster.run(new UnregisterBroker(1))).isEqualTo(ApiError.NONE);
        cluster.folders.put(1, OTHER);
        cluster.start(1);
        assertThat(t().hasLeader()).isFalse();
        restart(1, MachineUnderTest.FOLDER);
        assertThat(t().leader()).isEqualTo(1);
    }

    /** A broker alone that moves to ZooKeeper: nobody wrote down its folder before. */
    @Test
    void aFolderThatWasNotKnownIsTrusted() {
        cluster.folders.put(1, Uuid.ZERO);
        restart(1, Uuid.ZERO);
        cluster.topic("t", Map.of(), List.of(1));
        restart(1, OTHER);
        assertThat(t().leader()).isEqualTo(1);
    }
}
