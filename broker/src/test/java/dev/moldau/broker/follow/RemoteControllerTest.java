package dev.moldau.broker.follow;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.cluster.controller.ControllerCommand.AllocateProducerIds;
import dev.moldau.cluster.controller.ControllerCommand.AlterPartitions;
import dev.moldau.cluster.controller.ControllerCommand.CreateTopics;
import dev.moldau.cluster.controller.ControllerCommand.DeleteTopics;
import dev.moldau.cluster.controller.ControllerCommand.ForgetDeletedTopics;
import dev.moldau.cluster.controller.ControllerCommand.NewTopic;
import dev.moldau.cluster.controller.ControllerCommand.ProducerIdBlock;
import dev.moldau.cluster.controller.ControllerCommand.TopicCreation;
import dev.moldau.cluster.controller.ControllerCommand.TopicRef;
import dev.moldau.cluster.controller.ControllerUnavailableException;
import dev.moldau.cluster.controller.IsrOutcome;
import dev.moldau.cluster.controller.IsrProposal;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.cluster.propagation.ImageFeed;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of a broker that is not the controller. */
class RemoteControllerTest {

    @TempDir Path folder;
    private TwoBrokers brokers;

    @BeforeEach
    void open() {
        brokers = new TwoBrokers(folder);
    }

    @AfterEach
    void close() {
        brokers.close();
    }

    private <T> T within(long ms, CompletableFuture<T> answer) {
        brokers.loop.advance(ms);
        assertThat(answer).isCompleted();
        return answer.join();
    }

    private TopicImage made(String name) {
        CompletableFuture<List<TopicCreation>> answer =
                brokers.other.submit(
                        new CreateTopics(
                                List.of(NewTopic.of(name, 2, 2, Map.of("retention.ms", "5"))),
                                false));
        assertThat(within(100, answer).getFirst().error().failed()).isFalse();
        return brokers.follower.current().topic(name).orElseThrow();
    }

    @Test
    void blocksOfProducerIdsAreNeverTheSame() {
        ProducerIdBlock first = within(100, brokers.other.submit(new AllocateProducerIds()));
        brokers.commands.loseAnswers(1);
        ProducerIdBlock second = within(10_000, brokers.other.submit(new AllocateProducerIds()));
        assertThat(second.first()).isEqualTo(first.first() + 2L * first.count());
    }

    @Test
    void topicsThatABrokerWantsAreInItsImageWhenTheyAreMade() {
        TopicImage topic = made("t");
        assertThat(topic.configs()).containsEntry("retention.ms", "5");
        CompletableFuture<List<TopicCreation>> again =
                brokers.other.submit(
                        new CreateTopics(List.of(NewTopic.of("t", 2, 2, Map.of())), false));
        assertThat(within(100, again).getFirst().error().code())
                .isEqualTo(ErrorCode.TOPIC_ALREADY_EXISTS);
    }

    @Test
    void proposalsAreAnsweredWithThePartitionAsItIsNow() {
        TopicImage topic = made("t");
        int index = topic.partitions().get(0).leader() == 2 ? 0 : 1;
        PartitionImage partition = topic.partitions().get(index);
        assertThat(partition.leader()).isEqualTo(2);
        IsrProposal alone =
                new IsrProposal(
                        topic.id(),
                        index,
                        partition.leaderEpoch(),
                        partition.partitionEpoch(),
                        List.of(2));
        IsrProposal unknown = new IsrProposal(new Uuid(5, 5), 0, 0, 0, List.of(2));
        AlterPartitions command = new AlterPartitions(2, List.of(unknown, alone));

        List<IsrOutcome> outcomes = within(100, brokers.other.submit(command));

        assertThat(outcomes.get(0)).isEqualTo(new IsrOutcome(ErrorCode.UNKNOWN_TOPIC_ID, null));
        PartitionImage now = requireNonNull(outcomes.get(1).now());
        assertThat(outcomes.get(1).error()).isEqualTo(ErrorCode.NONE);
        assertThat(now.isr()).containsExactly(2);
        assertThat(now.replicas()).isEqualTo(partition.replicas());
        assertThat(now.partitionEpoch()).isEqualTo(partition.partitionEpoch() + 1);

        List<IsrOutcome> stale = within(100, brokers.other.submit(command));
        assertThat(stale.get(1).error()).isEqualTo(ErrorCode.INVALID_UPDATE_VERSION);
    }

    @Test
    void aProposalWhoseAnswerIsLostIsRefusedTheSecondTime() {
        TopicImage topic = made("t");
        int index = topic.partitions().get(0).leader() == 2 ? 0 : 1;
        PartitionImage partition = topic.partitions().get(index);
        brokers.commands.loseAnswers(1);
        List<IsrOutcome> outcomes =
                within(
                        9_000,
                        brokers.other.submit(
                                new AlterPartitions(
                                        2,
                                        List.of(
                                                new IsrProposal(
                                                        topic.id(),
                                                        index,
                                                        partition.leaderEpoch(),
                                                        partition.partitionEpoch(),
                                                        List.of(2))))));
        assertThat(outcomes.getFirst().error()).isEqualTo(ErrorCode.INVALID_UPDATE_VERSION);
        PartitionImage now = requireNonNull(outcomes.getFirst().now());
        assertThat(now.isr()).containsExactly(2);
    }

    /**
     * It learns of its registration from the image, perhaps a moment after the controller made it.
     */
    @Test
    void aBrokerThatTheControllerCallsStaleAsksAgainWithTheRegistrationThatItKnowsByThen() {
        brokers.epochShift = 1;
        CompletableFuture<ProducerIdBlock> ids = brokers.other.submit(new AllocateProducerIds());
        TopicImage topic = made("t");
        CompletableFuture<List<IsrOutcome>> outcomes =
                brokers.other.submit(
                        new AlterPartitions(
                                2, List.of(new IsrProposal(topic.id(), 9, 0, 0, List.of(2)))));
        brokers.loop.advance(2_000);
        assertThat(ids).isNotDone();
        assertThat(outcomes).isNotDone();
        brokers.epochShift = 0;
        assertThat(within(1_000, ids).count()).isPositive();
        assertThat(within(1_000, outcomes).getFirst().error())
                .isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
    }

    @Test
    void aBrokerWithoutARegistrationProposesNothing() {
        brokers.epochShift = -100;
        CompletableFuture<List<IsrOutcome>> outcomes =
                brokers.other.submit(
                        new AlterPartitions(
                                2, List.of(new IsrProposal(new Uuid(5, 5), 0, 0, 0, List.of(2)))));
        brokers.loop.advance(20_000);
        assertThatThrownBy(outcomes::join)
                .hasCauseInstanceOf(ControllerUnavailableException.class)
                .hasMessageContaining("STALE_BROKER_EPOCH");
    }

    @Test
    void withoutAControllerCommandsFailAsUnavailable() {
        brokers.controller = Optional.empty();
        CompletableFuture<ProducerIdBlock> answer = brokers.other.submit(new AllocateProducerIds());
        brokers.loop.advance(20_000);
        assertThatThrownBy(answer::join)
                .hasCauseInstanceOf(ControllerUnavailableException.class)
                .hasMessageContaining("No broker is controller");
    }

    @Test
    void clientsCommandsAreNotSentThisWay() {
        CompletableFuture<?> answer =
                brokers.other.submit(new DeleteTopics(List.of(TopicRef.named("t"))));
        assertThatThrownBy(answer::join).hasCauseInstanceOf(ControllerUnavailableException.class);
    }

    /** Broker 2 comes back after a week and must know that its folder is of a deleted topic. */
    @Test
    void aDeletedTopicIsForgottenWhenNoBrokerHasFilesOfIt() {
        TopicImage topic = made("t");
        brokers.cluster.submit(new DeleteTopics(List.of(TopicRef.named("t")))).join();
        brokers.loop.advance(100);
        assertThat(brokers.follower.current().isDeletedTopic(topic.id())).isTrue();

        long epoch = requireNonNull(brokers.follower.current().brokers().get(1)).epoch();
        brokers.office.acting().orElseThrow().cleared().add(1, epoch, List.of(topic.id()));
        brokers.office.acting().orElseThrow().cleared().add(2, epoch + 7, List.of(topic.id()));
        assertThat(brokers.cluster.images().current().isDeletedTopic(topic.id())).isTrue();

        within(20_000, brokers.other.submit(new ForgetDeletedTopics(List.of(topic.id()))));
        assertThat(brokers.cluster.images().current().isDeletedTopic(topic.id())).isFalse();
        assertThat(brokers.follower.current().isDeletedTopic(topic.id())).isFalse();
    }

    @Test
    void aBrokerThatIsElectedActsItselfAndItsImageIsThereWhenItAnswers() {
        brokers.office.end();
        brokers.controller = Optional.of(FakeNetwork.node(2));
        brokers.other.begin(
                brokers.cluster,
                ImageFeed.of(brokers.cluster.images(), brokers.loop, brokers.loop, 1_000));
        CompletableFuture<List<TopicCreation>> answer =
                brokers.other.submit(
                        new CreateTopics(List.of(NewTopic.of("own", 1, 2, Map.of())), false));
        assertThat(answer).isCompleted();
        assertThat(brokers.other.images().current().topic("own")).isPresent();
        brokers.other.end();
        assertThat(brokers.officeOfOther.acting()).isEmpty();
    }
}
