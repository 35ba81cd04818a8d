package dev.moldau.broker.member;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.member.MembersUnderTest.Member;
import dev.moldau.cluster.controller.ControllerCommand.CreateTopics;
import dev.moldau.cluster.controller.ControllerCommand.NewTopic;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ImageVersion;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.store.StoreConflictException;
import dev.moldau.cluster.store.StoreUnavailableException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClusterMemberTest {

    private final MembersUnderTest cluster = new MembersUnderTest();

    private void topic(String name, Integer... replicas) {
        NewTopic topic =
                new NewTopic(
                        name,
                        -1,
                        -1,
                        Map.of(0, List.of(replicas)),
                        new HashMap<String, @Nullable String>());
        assertThat(cluster.ask(new CreateTopics(List.of(topic), false)).getFirst().error().failed())
                .isFalse();
    }

    private static BrokerRegistration registration(ClusterImage image, int id) {
        return requireNonNull(image.brokers().get(id));
    }

    @Test
    void theFirstBrokerIsControllerAndThereWhenItIsAnnounced() {
        Member one = cluster.begin(1);
        cluster.await(one.member.firstImage());
        assertThat(one.isController()).isTrue();
        assertThat(one.image().brokers()).isEmpty();
        assertThat(one.member.epoch()).isEqualTo(-1);
        ClusterImage there = cluster.await(one.announced());
        assertThat(registration(there, 1).alive()).isTrue();
        assertThat(registration(there, 1).incarnation()).isEqualTo(one.member.incarnation());
        assertThat(one.member.epoch()).isZero();
    }

    @Test
    void allMembersHaveTheSameImagesWhoeverIsController() {
        Member one = cluster.start(1);
        Member two = cluster.start(2);
        Member three = cluster.start(3);
        topic("t", 1, 2, 3);
        cluster.await(
                () ->
                        two.image().version() == one.image().version()
                                && three.image().version() == one.image().version());
        assertThat(two.image().topic("t")).isEqualTo(one.image().topic("t")).isPresent();
        assertThat(three.image().brokers()).isEqualTo(one.image().brokers()).hasSize(3);
        assertThat(three.image().controllerId()).isEqualTo(1);
        assertThat(two.image().clusterId()).isEqualTo(one.image().clusterId());
    }

    /** FIELD-REPORTS 55: the controller itself leaves, and leads partitions. */
    @Test
    void whoeverDepartsHandsOverItsLeadersAndTheOffice() {
        Member one = cluster.start(1);
        Member two = cluster.start(2);
        topic("t", 1, 2);
        assertThat(one.partition("t").leader()).isEqualTo(1);
        cluster.await(() -> two.image().topic("t").isPresent());
        CompletableFuture<ClusterImage> departed = one.member.depart();
        cluster.await(() -> two.partition("t").leader() == 2);
        cluster.loop.advance(200);
        assertThat(departed).as("clients find the new leader first").isNotDone();
        assertThat(one.isController()).isTrue();
        ClusterImage then = cluster.await(departed);
        assertThat(then.topic("t").orElseThrow().partitions().getFirst().leader()).isEqualTo(2);
        assertThat(registration(then, 1).stopping()).isTrue();
        cluster.await(two::isController);
        assertThat(one.isController()).isFalse();
        one.member.close();
        cluster.await(() -> !registration(two.image(), 1).alive());
    }

    @Test
    void whoeverIsAloneHasNobodyToHandOverToAndDoesNotWaitForThat() {
        Member one = cluster.start(1);
        topic("t", 1);
        ClusterImage then = departsAtOnce(one);
        assertThat(then.topic("t").orElseThrow().partitions().getFirst().leader()).isEqualTo(1);
    }

    /** The others are there, but what they have of the partition is old: they cannot lead it. */
    @Test
    void whoeverLeadsWhatNobodyElseIsInSyncWithDoesNotWaitForThatEither() {
        Member one = cluster.start(1);
        Member two = cluster.start(2);
        topic("t", 1, 2);
        cluster.kill(two);
        two.session.expire();
        cluster.await(() -> one.partition("t").isr().equals(List.of(1)));
        cluster.start(2);
        ClusterImage then = departsAtOnce(one);
        assertThat(then.topic("t").orElseThrow().partitions().getFirst().leader()).isEqualTo(1);
    }

    private ClusterImage departsAtOnce(Member one) {
        long beganMs = cluster.loop.clock().monotonicMs();
        ClusterImage then = cluster.await(one.member.depart());
        assertThat(cluster.loop.clock().monotonicMs() - beganMs).isLessThan(200);
        return then;
    }

    @Test
    void whatAKilledBrokerLedIsLedByOthersWhenItsSessionEndsAndNotBefore() {
        Member one = cluster.start(1);
        Member two = cluster.start(2);
        topic("t", 2, 1);
        cluster.kill(two);
        cluster.loop.advance(5_000);
        assertThat(one.partition("t").leader()).isEqualTo(2);
        two.session.expire();
        cluster.await(() -> one.partition("t").leader() == 1);
        assertThat(registration(one.image(), 2).alive()).isFalse();
    }

    @Test
    void whenTheControllerIsKilledAnotherOneTakesOverWithAllThatWasDecided() {
        Member one = cluster.start(1);
        Member two = cluster.start(2);
        Member three = cluster.start(3);
        topic("t", 1, 2, 3);
        long before = one.image().version();
        cluster.kill(one);
        one.session.expire();
        cluster.await(() -> two.isController() || three.isController());
        Member next = cluster.controller();
        Member other = next == two ? three : two;
        cluster.await(
                () -> other.image().topic("t").isPresent() && other.partition("t").leader() != 1);
        assertThat(other.image().version()).isGreaterThan(before);
        assertThat(ImageVersion.controllerEpoch(other.image().version()))
                .isGreaterThan(ImageVersion.controllerEpoch(before));
        assertThat(next.partition("t").isr()).containsExactlyInAnyOrder(2, 3);
        topic("u", 2);
        cluster.await(() -> other.image().topic("u").isPresent());
    }

    /** Killed and back within the session's time: its leaderships get a new epoch all the same. */
    @Test
    void aProcessThatReplacesAnotherIsRegisteredAnewBeforeItLeads() {
        Member one = cluster.start(1);
        Member killed = cluster.start(2);
        topic("t", 2);
        PartitionImage before = one.partition("t");
        assertThat(before.leader()).isEqualTo(2);
        cluster.kill(killed);
        Member again = cluster.begin(2);
        cluster.await(again.member.firstImage());
        assertThat(again.member.epoch())
                .as("that of the process before is not its own")
                .isEqualTo(-1);
        ClusterImage there = cluster.await(again.announced());
        assertThat(registration(there, 2).epoch()).isEqualTo(1);
        assertThat(again.member.epoch()).isEqualTo(1);
        cluster.await(() -> one.partition("t").leader() == 2);
        assertThat(one.partition("t").leaderEpoch()).isGreaterThan(before.leaderEpoch());
        assertThat(again.replaced).isEmpty();
    }

    @Test
    void aMemberWhosePlaceAnotherProcessTakesIsToldToEndAndWhy() {
        Member one = cluster.start(1);
        Member two = cluster.start(2);
        Member copy = cluster.begin(2);
        cluster.await(copy.announced());
        assertThat(one.replaced).isEmpty();
        assertThat(two.replaced).hasSize(1);
        assertThat(two.replaced.getFirst())
                .contains("the number of this broker, 2")
                .contains("this one ends");
    }

    @Test
    void whoeverClosesIsGoneForTheOthersAtOnce() {
        Member one = cluster.start(1);
        Member two = cluster.start(2);
        two.member.close();
        cluster.await(() -> !registration(one.image(), 2).alive());
        one.member.close();
        assertThat(one.isController()).isFalse();
    }

    /** The store is away while a broker dies: the controller tries again until it can write. */
    @Test
    void aControllerThatCannotWriteDrawsTheConsequencesLater() {
        Member one = cluster.start(1);
        Member two = cluster.start(2);
        topic("t", 2, 1);
        cluster.kill(two);
        one.session.beforeNextCommit(
                () -> {
                    throw new StoreUnavailableException("away", null);
                });
        two.session.expire();
        cluster.await(() -> one.partition("t").leader() == 1);
        assertThat(one.isController()).isTrue();
    }

    /** It slept beyond its session: another one is controller, and the fence stops its commands. */
    @Test
    void aControllerThatWasReplacedStopsActingAtItsNextCommand() {
        Member one = cluster.start(1);
        Member two = cluster.start(2);
        one.lane.hold();
        one.session.expire();
        cluster.await(two::isController);
        assertThat(one.isController()).as("nobody has told it yet").isTrue();
        CompletableFuture<?> refused =
                one.member
                        .controller()
                        .submit(
                                new CreateTopics(
                                        List.of(NewTopic.of("late", 1, 1, Map.of())), false));
        cluster.await(refused::isDone);
        assertThat(refused)
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingRootCause()
                .isInstanceOf(StoreConflictException.class);
        one.lane.release();
        one.session.tellSessionEnd();
        cluster.await(() -> !one.isController());
        cluster.await(() -> one.image().version() == two.image().version());
        assertThat(one.image().topic("late")).isEmpty();
        assertThat(one.image().controllerId()).isEqualTo(2);
        cluster.await(() -> registration(two.image(), 1).alive());
    }
}
