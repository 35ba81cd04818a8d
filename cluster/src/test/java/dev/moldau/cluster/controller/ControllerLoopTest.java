package dev.moldau.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.moldau.cluster.DirectLane;
import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.controller.ControllerCommand.AllocateProducerIds;
import dev.moldau.cluster.controller.ControllerCommand.CreateTopics;
import dev.moldau.cluster.controller.ControllerCommand.DeleteTopics;
import dev.moldau.cluster.controller.ControllerCommand.NewTopic;
import dev.moldau.cluster.controller.ControllerCommand.ProducerIdBlock;
import dev.moldau.cluster.controller.ControllerCommand.RegisterBroker;
import dev.moldau.cluster.controller.ControllerCommand.TopicCreation;
import dev.moldau.cluster.controller.ControllerCommand.TopicRef;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.cluster.store.LocalClusterStore;
import dev.moldau.cluster.store.StoreUnavailableException;
import dev.moldau.cluster.store.StoreWrite;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.protocol.ErrorCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControllerLoopTest {

    @TempDir Path folder;
    private FaultyStore store;
    private final DirectLane lane = new DirectLane();
    private ControllerLoop loop;

    @BeforeEach
    void begin() {
        store =
                new FaultyStore(
                        LocalClusterStore.open(folder.resolve("c.mv")),
                        new StoreUnavailableException("the store is away", null));
        loop = start();
        ask(new RegisterBroker(1, List.of(), null));
    }

    private ControllerLoop start() {
        return ControllerLoop.start(
                store, lane, new EffectiveConfigs(BrokerConfig.defaults()), 1, new Random(1));
    }

    @AfterEach
    void end() {
        store.close();
    }

    private <R> R ask(ControllerCommand<R> command) {
        return loop.submit(command).join();
    }

    private static CreateTopics topic(String name) {
        return new CreateTopics(List.of(NewTopic.of(name, 1, 1, Map.of())), false);
    }

    @Test
    void theAnswerComesWhenTheImageShowsTheChangeAndListenersKnow() {
        List<String> events = new ArrayList<>();
        loop.images().subscribe((old, now) -> events.add("image with " + now.topics().size()));
        CompletableFuture<Void> answer =
                loop.submit(topic("t")).thenAccept(r -> events.add("answer"));
        assertThat(answer).isCompleted();
        assertThat(events).containsExactly("image with 0", "image with 1", "answer");
        assertThat(loop.images().current().topic("t")).isPresent();
    }

    @Test
    void commandsThatWaitTogetherAreOneTransaction() {
        int before = store.commits;
        lane.hold();
        List<CompletableFuture<List<TopicCreation>>> answers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            answers.add(loop.submit(topic("t" + i)));
        }
        answers.add(loop.submit(topic("t0")));
        lane.release();
        assertThat(store.commits - before).isEqualTo(1);
        assertThat(answers.subList(0, 100)).allMatch(a -> !a.join().getFirst().error().failed());
        assertThat(answers.getLast().join().getFirst().error().code())
                .isEqualTo(ErrorCode.TOPIC_ALREADY_EXISTS);
        assertThat(loop.images().current().topics()).hasSize(100);
    }

    @Test
    void aCommandThatChangesNothingWritesNothing() {
        int before = store.commits;
        ClusterImage image = loop.images().current();
        ask(new CreateTopics(List.of(NewTopic.of("t", 1, 1, Map.of())), true));
        assertThat(store.commits).isEqualTo(before);
        assertThat(loop.images().current()).isSameAs(image);
    }

    @Test
    void aWriteThatFailedIsForgottenAndTheNextCommandGoesOn() {
        store.fault = FaultyStore.Fault.BEFORE;
        assertUnavailable(loop.submit(topic("lost")));
        assertThat(loop.images().current().topic("lost")).isEmpty();
        ask(topic("kept"));
        assertThat(loop.images().current().topic("lost")).isEmpty();
        assertThat(loop.images().current().topic("kept")).isPresent();
    }

    @Test
    void aWriteThatTookPlaceThoughItFailedIsReadBack() {
        store.fault = FaultyStore.Fault.AFTER;
        assertUnavailable(loop.submit(topic("unsure")));
        assertThat(ask(topic("unsure")).getFirst().error().code())
                .isEqualTo(ErrorCode.TOPIC_ALREADY_EXISTS);
        assertThat(loop.images().current().topic("unsure")).isPresent();
        assertThat(loop.images().current().aliveBrokers()).hasSize(1);
    }

    @Test
    void noProducerIdIsEverGivenTwiceWhateverFailsAndRestarts() {
        Random random = new Random(3);
        Set<Long> given = new HashSet<>();
        for (int i = 0; i < 60; i++) {
            int dice = random.nextInt(6);
            if (dice == 0) {
                loop.close();
                loop = start();
            }
            store.fault =
                    dice == 1
                            ? FaultyStore.Fault.BEFORE
                            : dice == 2 ? FaultyStore.Fault.AFTER : FaultyStore.Fault.NONE;
            CompletableFuture<ProducerIdBlock> answer = loop.submit(new AllocateProducerIds());
            if (!answer.isCompletedExceptionally()) {
                assertThat(given.add(answer.join().first())).isTrue();
            }
        }
        assertThat(given).hasSizeGreaterThan(30);
    }

    @Test
    void aControllerThatWasReplacedStopsAndSaysSo() {
        ControllerLoop successor = start();
        assertUnavailable(loop.submit(topic("mine")));
        assertUnavailable(loop.submit(topic("mine")));
        assertThat(successor.submit(topic("yours")).join().getFirst().error().failed()).isFalse();
        assertThat(successor.images().current().topic("mine")).isEmpty();
    }

    @Test
    void aStoppedControllerFailsWhatWaitsAndWhatComes() {
        lane.hold();
        CompletableFuture<List<TopicCreation>> waiting = loop.submit(topic("t"));
        loop.close();
        lane.release();
        assertUnavailable(waiting);
        assertUnavailable(loop.submit(topic("t")));
    }

    @Test
    void anotherControllerReadsTheSameStateFromTheStore() {
        ask(new CreateTopics(List.of(NewTopic.of("t", 3, 1, Map.of("retention.ms", "7"))), false));
        TopicImage before = loop.images().current().topic("t").orElseThrow();
        String clusterId = loop.images().current().clusterId();
        loop.close();
        loop = start();
        assertThat(loop.images().current().topic("t")).contains(before);
        assertThat(loop.images().current().clusterId()).isEqualTo(clusterId);
        assertThat(loop.images().current().controllerId()).isEqualTo(1);
    }

    /** Somebody repairs the store by hand, or a commit of unknown outcome took place late. */
    @Test
    void aRecordThatChangedBehindItsBackIsReadAgainAndTheTermGoesOn() {
        List<String> losses = new ArrayList<>();
        loop.onLoss(() -> losses.add("lost"));
        ask(topic("t"));
        ask(topic("u"));
        store.real.commit(
                List.of(new StoreWrite.Delete(StoreRecords.topicKey("t"), StoreWrite.ANY_VERSION)));
        assertUnavailable(loop.submit(deletion("t")));
        assertThat(losses).isEmpty();
        assertThat(ask(deletion("u")).getFirst().error().failed()).isFalse();
        assertThat(loop.images().current().topic("t")).as("it was read again").isEmpty();
        assertThat(ask(topic("t")).getFirst().error().failed()).isFalse();
    }

    @Test
    void whoeverHearsOfTheLossHearsItOnceAndOnlyOfTheFence() {
        List<String> losses = new ArrayList<>();
        loop.onLoss(() -> losses.add("lost"));
        start();
        assertThat(losses).as("nobody has told it yet").isEmpty();
        assertUnavailable(loop.submit(topic("mine")));
        assertUnavailable(loop.submit(topic("mine")));
        assertThat(losses).containsExactly("lost");
    }

    @Test
    void whatIsTooLargeForOneTransactionIsWrittenInSeveralInItsOrder() {
        store.mostWrites = 8;
        int before = store.commits;
        List<Integer> sizes = new ArrayList<>();
        loop.images().subscribe((old, now) -> sizes.add(now.topics().size()));
        lane.hold();
        List<CompletableFuture<List<TopicCreation>>> answers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            answers.add(loop.submit(topic("t" + i)));
        }
        lane.release();
        assertThat(answers).allMatch(a -> !a.join().getFirst().error().failed());
        assertThat(store.commits - before).isBetween(50 / 7, 50);
        assertThat(sizes).isSorted().endsWith(50);
    }

    @Test
    void aChangeThatIsTooLargeByItselfFailsAloneAndItsNeighboursDoNot() {
        store.mostWrites = 8;
        lane.hold();
        CompletableFuture<List<TopicCreation>> first = loop.submit(topic("first"));
        List<NewTopic> many = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            many.add(NewTopic.of("many" + i, 1, 1, Map.of()));
        }
        CompletableFuture<List<TopicCreation>> huge = loop.submit(new CreateTopics(many, false));
        CompletableFuture<List<TopicCreation>> last = loop.submit(topic("last"));
        lane.release();
        assertThat(first.join().getFirst().error().failed()).isFalse();
        assertUnavailable(huge);
        assertThat(last.join().getFirst().error().failed()).isFalse();
        assertThat(loop.images().current().topics()).hasSize(2);
        loop.close();
        loop = start();
        assertThat(loop.images().current().topics()).as("what the store has").hasSize(2);
    }

    private static DeleteTopics deletion(String name) {
        return new DeleteTopics(List.of(TopicRef.named(name)));
    }

    private static void assertUnavailable(CompletableFuture<?> answer) {
        assertThat(answer).isCompletedExceptionally();
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(answer::join)
                .withCauseInstanceOf(ControllerUnavailableException.class);
    }
}
