package dev.moldau.broker.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.CreatePartitionsRequest;
import dev.moldau.protocol.message.CreatePartitionsResponse;
import dev.moldau.protocol.message.CreateTopicsRequest;
import dev.moldau.protocol.message.CreateTopicsResponse;
import dev.moldau.protocol.message.DeleteTopicsRequest;
import dev.moldau.protocol.message.DeleteTopicsResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** CreateTopics, CreatePartitions, DeleteTopics. */
class TopicChangesTest {

    private static final int TIMEOUT_MS = 1_000;

    @TempDir Path folder;
    private TopicApiFixture fixture;

    @BeforeEach
    void begin() {
        fixture = new TopicApiFixture(folder, Map.of("log.retention.hours", "1"));
    }

    @AfterEach
    void end() {
        fixture.close();
    }

    private static CreateTopicsRequest.Topic topic(String name, int partitions) {
        return new CreateTopicsRequest.Topic(name, partitions, (short) 1, List.of(), List.of());
    }

    private static CreateTopicsRequest create(CreateTopicsRequest.Topic... topics) {
        return new CreateTopicsRequest(List.of(topics), TIMEOUT_MS, false);
    }

    private CreateTopicsResponse ask(int version, CreateTopicsRequest request) {
        return fixture.ask(ApiKey.CREATE_TOPICS, version, request, CreateTopicsResponse.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void everyVersionMakesTopics(int version) {
        CreateTopicsResponse response = ask(version, create(topic("t", 3)));
        CreateTopicsResponse.Topic made = response.topics().getFirst();
        assertThat(made.name()).isEqualTo("t");
        assertThat(made.errorCode()).isZero();
        assertThat(made.numPartitions()).isEqualTo(version >= 5 ? 3 : -1);
        assertThat(made.topicId())
                .isEqualTo(
                        version >= 7 ? fixture.image().topic("t").orElseThrow().id() : Uuid.ZERO);
        if (version >= 5) {
            assertThat(made.configs())
                    .contains(
                            new CreateTopicsResponse.Config(
                                    "retention.ms", "3600000", false, (byte) 4, false));
        }
    }

    @Test
    void anAnswerMeansThatThePartitionsServe() {
        fixture.readiness.immediately = false;
        CompletableFuture<CreateTopicsResponse> answer =
                fixture.start(
                        ApiKey.CREATE_TOPICS,
                        7,
                        create(topic("t", 1)),
                        CreateTopicsResponse.class,
                        "PLAINTEXT");
        assertThat(fixture.image().topic("t")).isPresent();
        assertThat(answer).isNotDone();
        fixture.readiness.waiting.getFirst().complete(null);
        assertThat(answer.join().topics().getFirst().errorCode()).isZero();
    }

    @Test
    void aClientThatWaitsNoLongerIsToldThatTheTopicIsMade() {
        fixture.readiness.immediately = false;
        CompletableFuture<CreateTopicsResponse> answer =
                fixture.start(
                        ApiKey.CREATE_TOPICS,
                        7,
                        create(topic("t", 1)),
                        CreateTopicsResponse.class,
                        "PLAINTEXT");
        fixture.timer.advance(TIMEOUT_MS + 10);
        assertThat(answer.join().topics().getFirst().errorCode())
                .isEqualTo(ErrorCode.REQUEST_TIMED_OUT.code());
        assertThat(answer.join().topics().getFirst().errorMessage()).contains("is made");
    }

    @Test
    void aPartitionThatCannotBeOpenedIsNoSuccess() {
        fixture.readiness.immediately = false;
        CompletableFuture<CreateTopicsResponse> answer =
                fixture.start(
                        ApiKey.CREATE_TOPICS,
                        7,
                        create(topic("t", 1)),
                        CreateTopicsResponse.class,
                        "PLAINTEXT");
        fixture.readiness.waiting.getFirst().completeExceptionally(new IllegalStateException());
        assertThat(answer.join().topics().getFirst().errorCode())
                .isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR.code());
    }

    @Test
    void eachTopicOfARequestIsAnsweredForItself() {
        fixture.create("there", 1);
        CreateTopicsRequest.Topic wrongSetting =
                new CreateTopicsRequest.Topic(
                        "wrong",
                        1,
                        (short) 1,
                        List.of(),
                        List.of(new CreateTopicsRequest.Config("retention.ms", null)));
        CreateTopicsRequest.Topic doubleSetting =
                new CreateTopicsRequest.Topic(
                        "double",
                        1,
                        (short) 1,
                        List.of(),
                        List.of(
                                new CreateTopicsRequest.Config("retention.ms", "1"),
                                new CreateTopicsRequest.Config("retention.ms", "2")));
        CreateTopicsRequest.Topic doublePartition =
                new CreateTopicsRequest.Topic(
                        "placed",
                        -1,
                        (short) -1,
                        List.of(
                                new CreateTopicsRequest.Assignment(0, List.of(1)),
                                new CreateTopicsRequest.Assignment(0, List.of(1))),
                        List.of());
        CreateTopicsResponse response =
                ask(
                        5,
                        create(
                                topic("there", 1),
                                topic("new", 1),
                                topic("twice", 1),
                                topic("twice", 1),
                                wrongSetting,
                                doubleSetting,
                                doublePartition));
        assertThat(response.topics())
                .extracting(CreateTopicsResponse.Topic::name, t -> ErrorCode.of(t.errorCode()))
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple(
                                "there", ErrorCode.TOPIC_ALREADY_EXISTS),
                        org.assertj.core.groups.Tuple.tuple("new", ErrorCode.NONE),
                        org.assertj.core.groups.Tuple.tuple("twice", ErrorCode.INVALID_REQUEST),
                        org.assertj.core.groups.Tuple.tuple("wrong", ErrorCode.INVALID_CONFIG),
                        org.assertj.core.groups.Tuple.tuple("double", ErrorCode.INVALID_REQUEST),
                        org.assertj.core.groups.Tuple.tuple(
                                "placed", ErrorCode.INVALID_REPLICA_ASSIGNMENT));
        assertThat(fixture.image().topics()).hasSize(2);
    }

    @Test
    void aMereValidationMakesAndWaitsForNothing() {
        fixture.readiness.immediately = false;
        CreateTopicsRequest request =
                new CreateTopicsRequest(List.of(topic("t", 2)), TIMEOUT_MS, true);
        assertThat(ask(5, request).topics().getFirst().numPartitions()).isEqualTo(2);
        assertThat(fixture.image().topics()).isEmpty();
    }

    private CreatePartitionsResponse grow(int version, String name, int count) {
        return fixture.ask(
                ApiKey.CREATE_PARTITIONS,
                version,
                new CreatePartitionsRequest(
                        List.of(new CreatePartitionsRequest.Topic(name, count, null)),
                        TIMEOUT_MS,
                        false),
                CreatePartitionsResponse.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void everyVersionGivesATopicMorePartitions(int version) {
        fixture.create("t", 1);
        assertThat(grow(version, "t", 4).results().getFirst().errorCode()).isZero();
        assertThat(fixture.image().topic("t").orElseThrow().partitions()).hasSize(4);
        assertThat(fixture.readiness.asked).containsExactly("serving t");
        CreatePartitionsResponse.Topic refused = grow(version, "t", 4).results().getFirst();
        assertThat(refused.errorCode()).isEqualTo(ErrorCode.INVALID_PARTITIONS.code());
        assertThat(refused.errorMessage()).contains("ask for more");
    }

    private DeleteTopicsResponse delete(int version, DeleteTopicsRequest request) {
        return fixture.ask(ApiKey.DELETE_TOPICS, version, request, DeleteTopicsResponse.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
    void everyVersionDeletesByName(int version) {
        fixture.create("t", 1);
        DeleteTopicsRequest request =
                version >= 6
                        ? new DeleteTopicsRequest(
                                List.of(
                                        new DeleteTopicsRequest.Topic("t", Uuid.ZERO),
                                        new DeleteTopicsRequest.Topic("none", Uuid.ZERO)),
                                List.of(),
                                TIMEOUT_MS)
                        : new DeleteTopicsRequest(List.of(), List.of("t", "none"), TIMEOUT_MS);
        DeleteTopicsResponse response = delete(version, request);
        assertThat(response.responses().get(0).name()).isEqualTo("t");
        assertThat(response.responses().get(0).errorCode()).isZero();
        assertThat(response.responses().get(1).errorCode())
                .isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION.code());
        assertThat(fixture.image().topics()).isEmpty();
        assertThat(fixture.readiness.asked).containsExactly("removed t");
    }

    @Test
    void topicsAreDeletedByIdFromVersion6On() {
        fixture.create("t", 1);
        Uuid id = fixture.image().topic("t").orElseThrow().id();
        DeleteTopicsResponse response =
                delete(
                        6,
                        new DeleteTopicsRequest(
                                List.of(
                                        new DeleteTopicsRequest.Topic(null, id),
                                        new DeleteTopicsRequest.Topic(null, new Uuid(1, 1))),
                                List.of(),
                                TIMEOUT_MS));
        assertThat(response.responses().get(0).name()).isEqualTo("t");
        assertThat(response.responses().get(1).errorCode())
                .isEqualTo(ErrorCode.UNKNOWN_TOPIC_ID.code());
        assertThat(response.responses().get(1).name()).isNull();
    }

    @Test
    void oldVersionsLearnOfForbiddenDeletionInACodeTheyKnow() {
        fixture.close();
        fixture = new TopicApiFixture(folder, Map.of("delete.topic.enable", "false"));
        fixture.create("t", 1);
        DeleteTopicsRequest request = new DeleteTopicsRequest(List.of(), List.of("t"), TIMEOUT_MS);
        assertThat(delete(2, request).responses().getFirst().errorCode())
                .isEqualTo(ErrorCode.INVALID_REQUEST.code());
        assertThat(delete(3, request).responses().getFirst().errorCode())
                .isEqualTo(ErrorCode.TOPIC_DELETION_DISABLED.code());
    }

    @Test
    void aStoppedControllerIsAnErrorThatClientsTryAgainAfter() {
        fixture.cluster.close();
        assertThat(ask(7, create(topic("t", 1))).topics().getFirst().errorCode())
                .isEqualTo(ErrorCode.NOT_CONTROLLER.code());
        assertThat(grow(3, "t", 2).results().getFirst().errorCode())
                .isEqualTo(ErrorCode.NOT_CONTROLLER.code());
    }
}
