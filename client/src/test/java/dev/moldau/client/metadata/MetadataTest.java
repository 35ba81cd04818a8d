package dev.moldau.client.metadata;

import static dev.moldau.client.scripted.Answers.A;
import static dev.moldau.client.scripted.Answers.B;
import static dev.moldau.client.scripted.Answers.ID;
import static dev.moldau.client.scripted.Answers.ONE;
import static dev.moldau.client.scripted.Answers.TWO;
import static dev.moldau.client.scripted.Answers.error;
import static dev.moldau.client.scripted.Answers.topic;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.client.Node;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.client.metrics.ClientMetrics;
import dev.moldau.client.scripted.Answers;
import dev.moldau.client.scripted.Reply;
import dev.moldau.client.scripted.ScriptedNetwork;
import dev.moldau.client.scripted.ScriptedNetwork.Request;
import dev.moldau.client.scripted.VirtualLoop;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.MetadataRequest;
import dev.moldau.protocol.message.MetadataResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MetadataTest {

    private final VirtualLoop loop = new VirtualLoop();
    private final ScriptedNetwork network = new ScriptedNetwork(loop);
    private final Map<String, MetadataResponse.Topic> topics = new HashMap<>();
    private List<Node> brokers = List.of(ONE, TWO);
    private ErrorCode whole = ErrorCode.NONE;
    private Metadata metadata = metadata(MetadataSettings.DEFAULT);

    private Metadata metadata(MetadataSettings settings) {
        network.answer(this::answer);
        return new Metadata(settings, List.of(A, B), loop, network, new Random(1));
    }

    private static MetadataSettings settings(RecoveryStrategy strategy, boolean autoCreate) {
        return new MetadataSettings(
                300_000, 300_000, 100, 1_000, strategy, 20_000, autoCreate, 5_000);
    }

    private Reply answer(Request request) {
        MetadataResponse.Topic[] told =
                asked(request).stream()
                        .map(
                                name ->
                                        topics.getOrDefault(
                                                name,
                                                error(name, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)))
                        .toArray(MetadataResponse.Topic[]::new);
        return Reply.of(Answers.of(whole, brokers, told));
    }

    private static List<String> asked(Request request) {
        List<MetadataRequest.Topic> named = ((MetadataRequest) request.message()).topics();
        return named == null
                ? List.of()
                : named.stream().map(MetadataRequest.Topic::name).sorted().toList();
    }

    private List<Request> sent() {
        return network.requests(ApiKey.METADATA);
    }

    private void start() {
        metadata.start();
        loop.advance(10);
    }

    private static Throwable failure(CompletableFuture<?> future) {
        assertThat(future).isCompletedExceptionally();
        try {
            future.join();
            throw new AssertionError("did not fail");
        } catch (CompletionException e) {
            return Objects.requireNonNull(e.getCause());
        }
    }

    @Test
    void beginsWithTheBootstrapAddressesAndGoesOnWithTheBrokers() {
        start();
        assertThat(metadata.view().brokers()).containsOnlyKeys(1, 2);
        assertThat(sent().get(0).node()).isEqualTo(A);

        metadata.refresh("a test says so");
        loop.advance(1_000);
        assertThat(sent().get(1).node().id()).isPositive();
    }

    @Test
    void anAddressThatRefusesIsSkippedAtOnce() {
        network.kill(A);
        start();
        assertThat(sent()).hasSize(1);
        assertThat(sent().get(0).node()).isEqualTo(B);
    }

    @Test
    void anAddressThatDoesNotAnswerCostsASecond() {
        network.blackHole(A);
        start();
        assertThat(sent()).isEmpty();
        loop.advance(1_000);
        assertThat(sent()).hasSize(1);
        assertThat(sent().get(0).node()).isEqualTo(B);
    }

    @Test
    void aNewTopicIsAskedForAtOnceAndAlone() {
        topics.put("t", topic("t", ID, 0, 1));
        topics.put("u", topic("u", ID, 0, 1));
        start();
        metadata.use("t");
        loop.advance(5);
        metadata.use("u");
        metadata.use("u");
        loop.advance(5);
        assertThat(sent())
                .extracting(MetadataTest::asked)
                .containsExactly(List.of(), List.of("t"), List.of("u"));
        assertThat(metadata.view().topics()).containsOnlyKeys("t", "u");
    }

    @Test
    void topicsUsedWhileARequestIsUnderWayFollowTogether() {
        topics.put("t", topic("t", ID, 0, 1));
        network.answer(request -> new Reply.Answer(Answers.of(), 50));
        start();
        metadata.use("t");
        metadata.use("u");
        loop.advance(30);
        assertThat(sent()).hasSize(1);
        loop.advance(30);
        assertThat(sent()).hasSize(2);
        assertThat(asked(sent().get(1))).containsExactly("t", "u");
    }

    @Test
    void aRefreshWantedWhileARequestIsUnderWayFollows() {
        network.answer(request -> new Reply.Answer(Answers.of(), 50));
        start();
        metadata.refresh("the answer to come may be older than the reason");
        metadata.refresh("twice is once");
        loop.advance(2_000);
        assertThat(sent()).hasSize(2);
    }

    @Test
    void theViewIsAskedForAgainWhenItIsOld() {
        start();
        loop.advance(299_900);
        assertThat(sent()).hasSize(1);
        loop.advance(200);
        assertThat(sent()).hasSize(2);
    }

    @Test
    void aTopicThatIsNotUsedDropsOutAndOneThatIsUsedStays() {
        topics.put("t", topic("t", ID, 0, 1));
        topics.put("u", topic("u", ID, 0, 1));
        start();
        metadata.use("t");
        metadata.use("u");
        loop.advance(200_000);
        metadata.use("u");
        loop.advance(250_000);
        metadata.use("u");
        loop.advance(200_000);
        metadata.use("u");
        assertThat(metadata.view().topics()).containsOnlyKeys("u");
        assertThat(asked(sent().get(sent().size() - 1))).doesNotContain("t");
    }

    @Test
    void backOffGrowsWhileTheTopicDoesNotComeUpAndEndsWithIt() {
        start();
        CompletableFuture<ClusterView> ready = metadata.ready("t", 0, 60_000);
        loop.advance(20_000);
        List<Long> gaps = new ArrayList<>();
        for (int i = 2; i < sent().size(); i++) {
            gaps.add(sent().get(i).atMs() - sent().get(i - 1).atMs());
        }
        assertThat(gaps.get(0)).isBetween(80L, 125L);
        assertThat(gaps.get(1)).isBetween(160L, 245L);
        assertThat(gaps.get(2)).isBetween(320L, 485L);
        assertThat(gaps.subList(4, gaps.size())).allMatch(gap -> gap >= 800 && gap <= 1_205);
        assertThat(ready).isNotDone();

        topics.put("t", topic("t", ID, 0, 1));
        loop.advance(1_300);
        assertThat(ready).isCompleted();
        int before = sent().size();
        loop.advance(60_000);
        assertThat(sent()).hasSize(before);
    }

    @Test
    void aNewTopicDoesNotWaitForTheBackOffOfAnother() {
        topics.put("u", topic("u", ID, 0, 1));
        start();
        metadata.use("t");
        loop.advance(20_010);
        CompletableFuture<ClusterView> ready = metadata.ready("u", 0, 60_000);
        loop.advance(5);
        assertThat(ready).isCompleted();
    }

    @Test
    void aTopicThatNeverComesUpDoesNotSlowDownARefreshForAnother() {
        topics.put("u", topic("u", ID, 0, 1));
        start();
        metadata.use("t");
        metadata.use("u");
        loop.advance(20_000);
        topics.put("u", topic("u", ID, 1, 2));
        metadata.refresh("the leader of u has moved");
        loop.advance(130);
        assertThat(metadata.view().leader("u", 0)).isEqualTo(TWO);
    }

    @Test
    void aTimeOutNamesTopicWaitAndLastError() {
        start();
        CompletableFuture<ClusterView> ready = metadata.ready("orders", 0, 3_000);
        loop.advance(2_999);
        assertThat(ready).isNotDone();
        loop.advance(1);
        assertThat(failure(ready))
                .isInstanceOf(TimedOutException.class)
                .hasMessageContaining("topic orders is not known after 3000 ms")
                .hasMessageContaining("UNKNOWN_TOPIC_OR_PARTITION")
                .hasMessageContaining("broker ");
    }

    @Test
    void aTimeOutNamesTheBrokersThatWereTried() {
        network.kill(A);
        network.kill(B);
        start();
        CompletableFuture<ClusterView> ready = metadata.ready("orders", 0, 3_000);
        CompletableFuture<ClusterView> any = metadata.ready(3_000);
        loop.advance(3_000);
        assertThat(failure(ready))
                .hasMessageContaining("no broker has answered")
                .hasMessageContaining("a:9092 (connection refused")
                .hasMessageContaining("b:9092 (connection refused");
        assertThat(failure(any)).hasMessageContaining("a:9092 (connection refused");
    }

    @Test
    void aPartitionThatDoesNotExistYetIsWaitedFor() {
        topics.put("t", topic("t", ID, 0, 1));
        start();
        assertThat(metadata.ready("t", 0, 1_000)).isNotDone();
        loop.advance(10);
        CompletableFuture<ClusterView> second = metadata.ready("t", 1, 5_000);
        CompletableFuture<ClusterView> ninth = metadata.ready("t", 8, 5_000);
        loop.advance(200);
        topics.put("t", topic("t", ID, 0, 1, 2));
        metadata.refresh("the sender found something else wrong");
        loop.advance(1_000);
        assertThat(second).isCompleted();
        loop.advance(5_000);
        assertThat(failure(ninth))
                .hasMessageContaining("partition 8 of topic t, which has 2 partitions,");
    }

    @Test
    void aRefusalEndsTheWaitAtOnceAndIsCheckedByALaterOne() {
        topics.put("t", error("t", ErrorCode.TOPIC_AUTHORIZATION_FAILED));
        start();
        CompletableFuture<ClusterView> ready = metadata.ready("t", 0, 60_000);
        loop.advance(5);
        assertThat(failure(ready))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        e -> assertThat(e.error()).contains(ErrorCode.TOPIC_AUTHORIZATION_FAILED))
                .hasMessageContaining("topic t");
        int before = sent().size();
        assertThat(failure(metadata.ready("t", 0, 60_000))).isInstanceOf(RefusedException.class);
        loop.advance(5_000);
        assertThat(sent()).hasSize(before);

        topics.put("t", topic("t", ID, 0, 1));
        CompletableFuture<ClusterView> later = metadata.ready("t", 0, 60_000);
        loop.advance(5);
        assertThat(later).isCompleted();
    }

    @Test
    void errorsWorthWaitingForAreWaitedFor() {
        start();
        for (ErrorCode error :
                List.of(
                        ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
                        ErrorCode.LEADER_NOT_AVAILABLE,
                        ErrorCode.INVALID_REPLICATION_FACTOR,
                        ErrorCode.UNKNOWN_SERVER_ERROR)) {
            topics.put(error.name(), error(error.name(), error));
            CompletableFuture<ClusterView> ready = metadata.ready(error.name(), 0, 60_000);
            loop.advance(2_000);
            assertThat(ready).as(error.name()).isNotDone();
            topics.put(error.name(), topic(error.name(), ID, 0, 1));
            loop.advance(2_000);
            assertThat(ready).as(error.name()).isCompleted();
        }
        topics.put("a b", error("a b", ErrorCode.INVALID_TOPIC_EXCEPTION));
        CompletableFuture<ClusterView> invalid = metadata.ready("a b", 0, 60_000);
        loop.advance(5);
        assertThat(failure(invalid)).isInstanceOf(RefusedException.class);
    }

    @Test
    void aLeaderlessPartitionIsAskedForUntilItHasOne() {
        topics.put("t", topic("t", ID, 3, -1, 2));
        start();
        metadata.use("t");
        loop.advance(1_000);
        assertThat(sent().size()).isGreaterThan(3);
        assertThat(metadata.lastProblem("t")).contains("no leader for partition 0 of topic t");
        topics.put("t", topic("t", ID, 4, 1, 2));
        loop.advance(1_500);
        int before = sent().size();
        assertThat(metadata.view().leader("t", 0)).isEqualTo(ONE);
        loop.advance(100_000);
        assertThat(sent()).hasSize(before);
    }

    @Test
    void aLeaderNamedInAnAnswerIsTakenAndListenersAreTold() {
        topics.put("t", topic("t", ID, 3, 1, 2));
        start();
        metadata.use("t");
        loop.advance(10);
        List<ClusterView> told = new ArrayList<>();
        metadata.listen(told::add);
        metadata.leaderChanged("t", 0, 2, 4, null);
        metadata.leaderChanged("t", 0, 1, 4, null);
        assertThat(told).hasSize(1);
        assertThat(metadata.view().leader("t", 0)).isEqualTo(TWO);
        loop.advance(10);
        assertThat(metadata.view().leader("t", 0)).isEqualTo(TWO);
    }

    @Test
    void anUnknownLeaderWithoutAnAddressIsAskedFor() {
        topics.put("t", topic("t", ID, 3, 1, 2));
        start();
        metadata.use("t");
        loop.advance(10);
        int before = sent().size();
        metadata.leaderChanged("t", 0, 3, 4, null);
        loop.advance(200);
        assertThat(sent().size()).isGreaterThan(before);
    }

    @Test
    void aLostBrokerBringsAboutARefresh() {
        start();
        network.connect(TWO);
        loop.advance(1_000);
        int before = sent().size();
        network.kill(TWO);
        loop.advance(300);
        assertThat(sent().size()).isGreaterThan(before);
    }

    @Test
    void aBrokerThatCutsTheConnectionOrFallsSilentIsFollowedByAnother() {
        topics.put("t", topic("t", ID, 3, 1, 2));
        start();
        network.answer(
                request ->
                        switch (sent().size()) {
                            case 2 -> new Reply.Cut(3);
                            case 3 -> new Reply.Silence();
                            default -> answer(request);
                        });
        CompletableFuture<ClusterView> ready = metadata.ready("t", 0, 60_000);
        loop.advance(31_000);
        assertThat(ready).isCompleted();
    }

    @Test
    void anAnswerWithoutBrokersIsNotTakenForTheTruth() {
        start();
        brokers = List.of();
        metadata.refresh("a test says so");
        loop.advance(2_000);
        assertThat(metadata.view().brokers()).containsOnlyKeys(1, 2);
        assertThat(metadata.lastProblem("t")).contains("without naming a single broker");
    }

    @Test
    void kip899BeginsAnewWhenNoBrokerAnswersForTheTriggerTime() {
        metadata = metadata(settings(RecoveryStrategy.REBOOTSTRAP, true));
        start();
        network.kill(ONE);
        network.kill(TWO);
        network.kill(A);
        network.kill(B);
        metadata.refresh("nobody answers");
        loop.advance(19_000);
        assertThat(sent()).hasSize(1);
        brokers = List.of(new Node(5, "five", 9092, null));
        network.revive(A);
        loop.advance(2_500);
        assertThat(metadata.view().brokers()).containsOnlyKeys(5);
    }

    @Test
    void kip899AsksTheFirstAddressesTooWhenNoKnownBrokerCanBeConnected() {
        start();
        network.kill(ONE);
        network.kill(TWO);
        brokers = List.of(new Node(5, "five", 9092, null));
        metadata.refresh("those that were known are gone, the cluster is not");
        loop.advance(5_000);
        assertThat(metadata.view().brokers()).containsOnlyKeys(5);
    }

    @Test
    void firstAddressesThatAreGoneDoNotKeepItFromKnownBrokersThatComeBack() {
        start();
        network.kill(ONE);
        network.kill(TWO);
        network.kill(A);
        network.kill(B);
        metadata.refresh("nobody is there");
        loop.advance(5_000);
        network.revive(TWO);
        loop.advance(5_000);
        assertThat(sent().get(sent().size() - 1).node()).isEqualTo(TWO);
    }

    @Test
    void withoutRecoveryOnlyTheKnownBrokersAreTried() {
        metadata = metadata(settings(RecoveryStrategy.NONE, true));
        start();
        network.kill(ONE);
        network.kill(TWO);
        metadata.refresh("nobody answers");
        loop.advance(120_000);
        assertThat(sent()).hasSize(1);
        network.revive(TWO);
        loop.advance(2_000);
        assertThat(sent()).hasSize(2);
        assertThat(sent().get(1).node()).isEqualTo(TWO);
    }

    @Test
    void kip1242BeginsAnewWhenABrokerSaysSo() {
        start();
        whole = ErrorCode.REBOOTSTRAP_REQUIRED;
        metadata.refresh("a test says so");
        loop.advance(150);
        whole = ErrorCode.NONE;
        loop.advance(1_000);
        assertThat(sent().get(1).node().isBootstrap()).isFalse();
        assertThat(sent().get(2).node().isBootstrap()).isTrue();
    }

    @Test
    void autoCreationIsSaidAsFarAsTheVersionCan() {
        metadata.use("t");
        network.highest(ApiKey.METADATA, 1);
        start();
        assertThat(((MetadataRequest) sent().get(0).message()).allowAutoTopicCreation()).isTrue();
        assertThat(sent().get(0).version()).isEqualTo((short) 1);
    }

    @Test
    void aBrokerThatWouldMakeTopicsUnaskedIsNotAskedForThem() {
        metadata = metadata(settings(RecoveryStrategy.REBOOTSTRAP, false));
        network.highest(ApiKey.METADATA, 3);
        CompletableFuture<ClusterView> ready = metadata.ready("t", 0, 3_000);
        start();
        loop.advance(3_000);
        assertThat(sent()).isEmpty();
        assertThat(failure(ready)).hasMessageContaining("up to version 3, but 4 is needed");
    }

    @Test
    void closingEndsEveryWaitTheLaterOnesAtOnceAndAllRequests() {
        start();
        CompletableFuture<ClusterView> ready = metadata.ready("t", 0, 60_000);
        loop.advance(1_000);
        metadata.close();
        assertThat(failure(ready))
                .isInstanceOf(FatalException.class)
                .hasMessageContaining("topic t");
        assertThat(failure(metadata.ready("u", 0, 60_000))).isInstanceOf(FatalException.class);
        assertThat(failure(metadata.ready(60_000))).isInstanceOf(FatalException.class);
        loop.turn();
        int before = sent().size();
        loop.advance(1_000_000);
        assertThat(sent()).hasSize(before);
        assertThat(loop.waiting()).isZero();
    }

    @Test
    void awaitThrowsTheFailureItselfAndKeepsToTheCallersClock() throws Exception {
        start();
        assertThatThrownBy(() -> metadata.await("t", 20))
                .isInstanceOf(TimedOutException.class)
                .hasMessageContaining("after 20 ms");

        CompletableFuture<ClusterView> waiting =
                CompletableFuture.supplyAsync(() -> metadata.await("u", 60_000));
        topics.put("u", topic("u", ID, 0, 1));
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!waiting.isDone() && System.nanoTime() < endNs) {
            loop.advance(1);
            Thread.onSpinWait();
        }
        assertThat(waiting.get(1, TimeUnit.SECONDS).topic("u")).isNotNull();
    }

    @Test
    void noAddressToBeginWithIsRefused() {
        assertThatThrownBy(
                        () ->
                                new Metadata(
                                        MetadataSettings.DEFAULT,
                                        List.of(),
                                        loop,
                                        network,
                                        new Random(1)))
                .hasMessageContaining("bootstrap.servers");
    }

    private double figure(ClientMetrics metrics, String name) {
        return Objects.requireNonNull(metrics.snapshot().get("moldau_client_metadata_" + name))
                .value();
    }

    @Test
    void figuresTellAgeAndWhatIsKnownAndWhatFailed() {
        ClientMetrics figures = new ClientMetrics();
        metadata.declareFigures(figures);
        loop.advance(3_000);
        assertThat(figure(figures, "age_seconds")).as("before any answer").isEqualTo(3);
        assertThat(figure(figures, "brokers")).isZero();

        topics.put("t", topic("t", ID, 0, 1));
        metadata.use("t");
        metadata.use("unknown");
        start();
        assertThat(figure(figures, "age_seconds")).isLessThanOrEqualTo(0.01);
        assertThat(figure(figures, "brokers")).isEqualTo(2);
        assertThat(figure(figures, "topics")).as("without the unknown").isEqualTo(1);
        assertThat(figure(figures, "refreshes_total")).isPositive();
        assertThat(figure(figures, "refreshes_failed_total")).isZero();

        double taken = figure(figures, "refreshes_total");
        whole = ErrorCode.UNKNOWN_SERVER_ERROR;
        metadata.refresh("a test says so");
        loop.advance(5_000);
        assertThat(figure(figures, "refreshes_failed_total")).isPositive();
        assertThat(figure(figures, "refreshes_total")).isLessThanOrEqualTo(taken + 1);
        assertThat(figure(figures, "age_seconds")).isGreaterThan(4);
    }
}
