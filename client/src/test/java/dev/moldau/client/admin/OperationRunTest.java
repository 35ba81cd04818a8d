package dev.moldau.client.admin;

import static dev.moldau.client.admin.AdminFixture.failure;
import static dev.moldau.client.admin.AdminFixture.value;
import static dev.moldau.client.scripted.Answers.ID;
import static dev.moldau.client.scripted.Answers.ONE;
import static dev.moldau.client.scripted.Answers.TWO;
import static dev.moldau.client.scripted.Answers.topic;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.client.scripted.Answers;
import dev.moldau.client.scripted.Reply;
import dev.moldau.client.scripted.ScriptedNetwork.Request;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.CreateTopicsRequest;
import dev.moldau.protocol.message.CreateTopicsResponse;
import dev.moldau.protocol.message.DescribeGroupsRequest;
import dev.moldau.protocol.message.DescribeGroupsResponse;
import dev.moldau.protocol.message.ListOffsetsRequest;
import dev.moldau.protocol.message.ListOffsetsResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What all operations share: finding brokers, going round again, deadlines, closing. */
class OperationRunTest {

    private final AdminFixture fixture = new AdminFixture();
    private final LoopAdmin admin = fixture.admin;

    private static CreateTopicsResponse created(Request request, ErrorCode error) {
        return new CreateTopicsResponse(
                0,
                ((CreateTopicsRequest) request.message())
                        .topics().stream()
                                .map(
                                        topic ->
                                                error == ErrorCode.NONE
                                                        ? new CreateTopicsResponse.Topic(
                                                                topic.name(),
                                                                ID,
                                                                (short) 0,
                                                                null,
                                                                (short) 0,
                                                                3,
                                                                (short) 2,
                                                                null)
                                                        : CreateTopicsResponse.Topic.error(
                                                                topic.name(), error, null))
                                .toList());
    }

    private Outcomes<String, CreatedTopic> create(long timeoutMs, String... names) {
        return admin.createTopics(
                List.of(names).stream().map(NewTopic::new).toList(),
                false,
                Options.timeout(Duration.ofMillis(timeoutMs)));
    }

    private Reply offsets(Request request) {
        return Reply.of(
                new ListOffsetsResponse(
                        0,
                        ((ListOffsetsRequest) request.message())
                                .topics().stream()
                                        .map(
                                                topic ->
                                                        new ListOffsetsResponse.Topic(
                                                                topic.name(),
                                                                topic.partitions().stream()
                                                                        .map(
                                                                                p ->
                                                                                        offset(
                                                                                                request,
                                                                                                topic
                                                                                                        .name(),
                                                                                                p))
                                                                        .toList()))
                                        .toList()));
    }

    private ListOffsetsResponse.Partition offset(
            Request request, String topic, ListOffsetsRequest.Partition partition) {
        int index = partition.partitionIndex();
        int leader =
                Objects.requireNonNull(fixture.topics.get(topic))
                        .partitions()
                        .get(index)
                        .leaderId();
        return leader == request.node().id()
                ? ListOffsetsResponse.Partition.found(index, -1, 100 + index, 4)
                : ListOffsetsResponse.Partition.error(index, ErrorCode.NOT_LEADER_OR_FOLLOWER);
    }

    private Outcomes<TopicPartition, ListedOffset> latest(TopicPartition... partitions) {
        Map<TopicPartition, OffsetSpec> wanted = new LinkedHashMap<>();
        for (TopicPartition partition : partitions) {
            wanted.put(partition, OffsetSpec.LATEST);
        }
        return admin.listOffsets(wanted);
    }

    @Test
    void theControllerIsAskedAndAskedAnewWhereItHasMoved() {
        fixture.on(
                ApiKey.CREATE_TOPICS,
                request ->
                        Reply.of(
                                created(
                                        request,
                                        request.node().id() == 2
                                                ? ErrorCode.NONE
                                                : ErrorCode.NOT_CONTROLLER)));
        Outcomes<String, CreatedTopic> outcomes = create(20_000, "t");
        fixture.loop.advance(5);
        assertThat(fixture.sent(ApiKey.CREATE_TOPICS)).extracting(Request::node).containsOnly(ONE);
        fixture.controller = 2;
        fixture.loop.advance(1_000);
        assertThat(value(outcomes.of("t"))).isEqualTo(new CreatedTopic("t", ID, 3, 2));
    }

    @Test
    void eachKeyHasAnOutcomeOfItsOwn() {
        fixture.on(
                ApiKey.CREATE_TOPICS,
                request ->
                        Reply.of(
                                new CreateTopicsResponse(
                                        0,
                                        List.of(
                                                created(request, ErrorCode.NONE).topics().get(0),
                                                CreateTopicsResponse.Topic.error(
                                                        "u",
                                                        ErrorCode.INVALID_PARTITIONS,
                                                        "zero is too few")))));
        Outcomes<String, CreatedTopic> outcomes = create(20_000, "t", "u", "v");
        fixture.loop.advance(10);
        assertThat(value(outcomes.of("t")).partitions()).isEqualTo(3);
        assertThat(failure(outcomes.of("u")))
                .isInstanceOf(RefusedException.class)
                .hasMessage(
                        "createTopics of u: broker 1 (one:9092) answered INVALID_PARTITIONS: zero"
                                + " is too few");
        assertThat(failure(outcomes.of("v"))).hasMessageContaining("left it out of its answer");
        assertThat(failure(outcomes.all())).isInstanceOf(RefusedException.class);
        assertThatThrownBy(() -> outcomes.of("w")).isInstanceOf(IllegalArgumentException.class);
        fixture.loop.advance(6_000);
        assertThat(fixture.loop.waiting()).as("the age of metadata, no deadline").isEqualTo(1);
    }

    @Test
    void theTimeOutNamesTheOperationAndTheLastError() {
        fixture.on(
                ApiKey.CREATE_TOPICS,
                request -> Reply.of(created(request, ErrorCode.NOT_CONTROLLER)));
        CompletableFuture<CreatedTopic> future = create(3_000, "t").of("t");
        fixture.loop.advance(2_999);
        assertThat(future).isNotDone();
        fixture.loop.advance(1);
        assertThat(failure(future))
                .isInstanceOfSatisfying(
                        TimedOutException.class,
                        e -> assertThat(e.error()).contains(ErrorCode.NOT_CONTROLLER))
                .hasMessageContaining("createTopics of t did not end within 3000 ms")
                .hasMessageContaining("broker 1 (one:9092) answered NOT_CONTROLLER");
        int attempts = fixture.sent(ApiKey.CREATE_TOPICS).size();
        assertThat(attempts).as("backs off").isBetween(4, 8);
        fixture.loop.advance(10_000);
        assertThat(fixture.sent(ApiKey.CREATE_TOPICS)).hasSize(attempts);
    }

    @Test
    void aRefusalAfterAnAttemptWithoutAnAnswerSaysSo() {
        fixture.on(
                ApiKey.CREATE_TOPICS,
                request ->
                        fixture.sent(ApiKey.CREATE_TOPICS).size() == 1
                                ? new Reply.Cut(1)
                                : Reply.of(created(request, ErrorCode.TOPIC_ALREADY_EXISTS)));
        CompletableFuture<CreatedTopic> future = create(20_000, "t").of("t");
        fixture.loop.advance(2_000);
        assertThat(failure(future))
                .hasMessageContaining("TOPIC_ALREADY_EXISTS")
                .hasMessageContaining("may have been carried out");
    }

    @Test
    void workThatTheBrokerHasBegunIsNotBegunTwice() {
        fixture.on(
                ApiKey.CREATE_TOPICS,
                request -> Reply.of(created(request, ErrorCode.REQUEST_TIMED_OUT)));
        CompletableFuture<CreatedTopic> future = create(20_000, "t").of("t");
        fixture.loop.advance(2_000);
        assertThat(failure(future)).isInstanceOf(TimedOutException.class);
        assertThat(fixture.sent(ApiKey.CREATE_TOPICS)).hasSize(1);
    }

    @Test
    void aBrokerTooOldIsRefusedWithItsVersions() {
        fixture.network.highest(ApiKey.DELETE_TOPICS, 5);
        var outcomes = admin.deleteTopicsById(List.of(ID), Options.DEFAULT);
        fixture.loop.advance(10);
        assertThat(failure(outcomes.of(ID)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("deleteTopics")
                .hasMessageContaining("DELETE_TOPICS up to version 5, but 6 is needed");
    }

    @Test
    void leadersAreAskedOnceEachAboutAllOfTheirPartitions() {
        fixture.topics.put("t", topic("t", ID, 0, 1, 2, 1));
        fixture.on(ApiKey.LIST_OFFSETS, this::offsets);
        var outcomes =
                latest(
                        new TopicPartition("t", 0),
                        new TopicPartition("t", 1),
                        new TopicPartition("t", 2));
        fixture.loop.advance(20);
        assertThat(value(outcomes.all()).get(new TopicPartition("t", 2)))
                .isEqualTo(new ListedOffset(102, -1, 4));
        assertThat(fixture.sent(ApiKey.LIST_OFFSETS))
                .extracting(Request::node)
                .containsExactlyInAnyOrder(ONE, TWO);
    }

    @Test
    void aLeaderThatMovesIsFollowed() {
        fixture.topics.put("t", topic("t", ID, 0, 1));
        TopicPartition partition = new TopicPartition("t", 0);
        fixture.on(
                ApiKey.LIST_OFFSETS,
                request -> {
                    if (fixture.sent(ApiKey.LIST_OFFSETS).size() == 1) {
                        fixture.topics.put("t", topic("t", ID, 1, 2));
                    }
                    return offsets(request);
                });
        var outcomes = latest(partition);
        fixture.loop.advance(1_000);
        assertThat(value(outcomes.of(partition)).offset()).isEqualTo(100);
        assertThat(fixture.sent(ApiKey.LIST_OFFSETS))
                .extracting(Request::node)
                .containsExactly(ONE, TWO);
    }

    @Test
    void anUnknownTopicIsRefusedAfterAWhileAndHoldsUpNobody() {
        fixture.topics.put("t", topic("t", ID, 0, 1));
        fixture.on(ApiKey.LIST_OFFSETS, this::offsets);
        TopicPartition known = new TopicPartition("t", 0);
        TopicPartition unknown = new TopicPartition("nothing", 0);
        TopicPartition tooHigh = new TopicPartition("t", 9);
        var outcomes = latest(known, unknown, tooHigh);
        fixture.loop.advance(20);
        assertThat(value(outcomes.of(known)).offset()).isEqualTo(100);
        fixture.loop.advance(5_000);
        assertThat(failure(outcomes.of(unknown)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("listOffsets of nothing-0: topic nothing is not known");
        assertThat(failure(outcomes.of(tooHigh)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("partition 9 of topic t, which has 1 partitions,");
    }

    @Test
    void aBrokerThatIsAwayIsWaitedForAndOneThatDoesNotExistIsRefused() {
        fixture.network.kill(TWO);
        var outcomes = admin.describeLogDirs(List.of(2, 9), Options.DEFAULT);
        fixture.loop.advance(5_000);
        assertThat(failure(outcomes.of(9)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("there is no broker 9 in the cluster, only [1, 2]");
        assertThat(outcomes.of(2)).isNotDone();
        fixture.loop.advance(15_000);
        assertThat(failure(outcomes.of(2)))
                .isInstanceOf(TimedOutException.class)
                .hasMessageContaining("2 (two:9092)");
    }

    @Test
    void aTimeOutWithoutAnyBrokerNamesThoseThatWereTried() {
        fixture.network.kill(ONE);
        fixture.network.kill(TWO);
        fixture.network.kill(Answers.A);
        fixture.network.kill(Answers.B);
        var listed = admin.listTopics();
        fixture.loop.advance(20_000);
        assertThat(failure(listed))
                .isInstanceOf(TimedOutException.class)
                .hasMessageContaining("looking for a broker that can be reached (tried in vain: ")
                .hasMessageContaining("1 (one:9092) (connection refused");
    }

    @Test
    void aPartitionThatIsNotThereIsToldBeforeAShortTimeIsOver() {
        fixture.topics.put("t", topic("t", ID, 0, 1));
        TopicPartition tooHigh = new TopicPartition("t", 9);
        var outcomes =
                admin.listOffsets(
                        Map.of(tooHigh, OffsetSpec.LATEST),
                        Isolation.READ_UNCOMMITTED,
                        Options.timeout(Duration.ofSeconds(2)));
        fixture.loop.advance(2_000);
        assertThat(failure(outcomes.of(tooHigh)))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        e -> assertThat(e.error()).contains(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION));
    }

    @Test
    void aFaultOfTheLoopFailsWhatIsUnderWayAndWhatComesLater() {
        CompletableFuture<CreatedTopic> future = create(20_000, "t").of("t");
        fixture.loop.advance(50);
        IllegalStateException fault = new IllegalStateException("a bug");
        admin.loopFailed(fault);
        assertThat(failure(future)).isInstanceOf(FatalException.class).hasCause(fault);
        assertThat(failure(create(20_000, "u").of("u"))).isInstanceOf(FatalException.class);
        admin.close();
    }

    @Test
    void anyBrokerWillDoWhereOneIsAway() {
        fixture.network.kill(ONE);
        fixture.network.kill(Answers.A);
        var topics = admin.listTopics();
        fixture.loop.advance(2_000);
        assertThat(value(topics)).isEmpty();
    }

    @Test
    void aCoordinatorThatMovesIsFollowedAndOneThatIsStartingIsWaitedFor() {
        fixture.network.highest(ApiKey.CONSUMER_GROUP_DESCRIBE, -1);
        fixture.on(
                ApiKey.DESCRIBE_GROUPS,
                request ->
                        Reply.of(
                                new DescribeGroupsResponse(
                                        0,
                                        ((DescribeGroupsRequest) request.message())
                                                .groups().stream()
                                                        .map(group -> group(request, group))
                                                        .toList())));
        var outcomes = admin.describeGroups(List.of("g"));
        fixture.loop.advance(300);
        fixture.coordinators.put("g", 1);
        fixture.loop.advance(1_500);
        assertThat(fixture.sent(ApiKey.DESCRIBE_GROUPS)).isNotEmpty();
        fixture.coordinators.put("g", 2);
        fixture.loop.advance(2_000);
        assertThat(value(outcomes.of("g")).coordinator().id()).isEqualTo(2);
    }

    private static DescribeGroupsResponse.Group group(Request request, String name) {
        return request.node().id() == 2
                ? new DescribeGroupsResponse.Group(
                        (short) 0, null, name, "Empty", "consumer", "", List.of(), 0, List.of())
                : DescribeGroupsResponse.Group.error(name, ErrorCode.NOT_COORDINATOR, null);
    }

    @Test
    void aKeyNamedTwiceIsRefusedAtOnce() {
        assertThatThrownBy(() -> create(20_000, "t", "t"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("createTopics names t more than once");
    }

    @Test
    void nothingAskedIsNothingToWaitFor() {
        var outcomes = admin.deleteTopics(List.of());
        fixture.loop.advance(1);
        assertThat(value(outcomes.all())).isEmpty();
    }

    @Test
    void closingFailsWhatIsUnderWayAndWhatComesLater() {
        CompletableFuture<CreatedTopic> future = create(20_000, "t").of("t");
        fixture.loop.advance(50);
        admin.close();
        admin.close();
        fixture.loop.advance(1);
        assertThat(failure(future))
                .isInstanceOf(FatalException.class)
                .hasMessageContaining("createTopics of t");
        assertThat(failure(create(20_000, "u").of("u"))).isInstanceOf(FatalException.class);
        assertThat(fixture.released).hasSize(1);
        fixture.loop.advance(100_000);
        assertThat(fixture.loop.waiting()).isZero();
    }

    @Test
    void closingWaitsForWhatIsUnderWayAsLongAsIsAllowed() throws Exception {
        fixture.on(
                ApiKey.CREATE_TOPICS,
                request -> new Reply.Answer(created(request, ErrorCode.NONE), 500));
        CompletableFuture<CreatedTopic> future = create(20_000, "t").of("t");
        CompletableFuture<Void> closed =
                CompletableFuture.runAsync(() -> admin.close(Duration.ofSeconds(60)));
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!closed.isDone() && System.nanoTime() < endNs) {
            fixture.loop.advance(1);
            Thread.onSpinWait();
        }
        closed.get(1, TimeUnit.SECONDS);
        assertThat(value(future).name()).isEqualTo("t");
    }

    private double figure(String name) {
        return Objects.requireNonNull(admin.metrics().get("moldau_admin_" + name)).value();
    }

    @Test
    void figuresTellCallsRetriesAndFailures() {
        fixture.on(
                ApiKey.CREATE_TOPICS,
                request ->
                        Reply.of(
                                created(
                                        request,
                                        fixture.sent(ApiKey.CREATE_TOPICS).size() <= 1
                                                ? ErrorCode.NOT_CONTROLLER
                                                : ErrorCode.NONE)));
        var done = create(20_000, "t", "u");
        assertThat(figure("calls_total")).isEqualTo(1);
        assertThat(figure("calls_under_way")).isEqualTo(1);
        fixture.loop.advance(5_000);
        assertThat(value(done.of("t"))).isNotNull();
        assertThat(figure("retries_total")).isEqualTo(2);
        assertThat(figure("calls_failed_total")).isZero();

        fixture.on(
                ApiKey.CREATE_TOPICS,
                request -> Reply.of(created(request, ErrorCode.TOPIC_ALREADY_EXISTS)));
        assertThat(create(20_000, "t").of("t")).isNotDone();
        fixture.loop.advance(5_000);
        assertThat(figure("calls_total")).isEqualTo(2);
        assertThat(figure("calls_under_way")).isZero();
        assertThat(figure("calls_failed_total")).isEqualTo(1);
        assertThat(admin.metrics()).containsKey("moldau_client_metadata_age_seconds");
    }
}
