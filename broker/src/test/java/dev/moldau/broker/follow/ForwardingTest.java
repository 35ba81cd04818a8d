package dev.moldau.broker.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.client.errors.DisconnectedException;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.header.FrameWriter;
import dev.moldau.protocol.header.RequestHeader;
import dev.moldau.protocol.message.CreateTopicsRequest;
import dev.moldau.protocol.message.CreateTopicsResponse;
import dev.moldau.protocol.message.DeleteTopicsRequest;
import dev.moldau.protocol.message.DeleteTopicsResponse;
import dev.moldau.protocol.message.EnvelopeRequest;
import dev.moldau.protocol.message.EnvelopeResponse;
import dev.moldau.protocol.message.HeartbeatRequest;
import dev.moldau.protocol.message.HeartbeatRequestCodec;
import dev.moldau.protocol.message.IncrementalAlterConfigsRequest;
import dev.moldau.protocol.message.IncrementalAlterConfigsResponse;
import dev.moldau.protocol.wire.WireWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client that asks a broker which is not the controller. */
class ForwardingTest {

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

    private CompletableFuture<CreateTopicsResponse> create(String name) {
        return brokers.ask(
                ApiKey.CREATE_TOPICS,
                7,
                new CreateTopicsRequest(
                        List.of(
                                new CreateTopicsRequest.Topic(
                                        name, 3, (short) 2, List.of(), List.of())),
                        30_000,
                        false),
                CreateTopicsResponse.class);
    }

    private static ErrorCode error(CompletableFuture<CreateTopicsResponse> answer) {
        assertThat(answer).isCompleted();
        return ErrorCode.of(answer.join().topics().getFirst().errorCode());
    }

    private long envelopes() {
        return brokers.commands.requests().stream()
                .filter(EnvelopeRequest.class::isInstance)
                .count();
    }

    @Test
    void theControllerMakesATopicAndTheBrokerThatWasAskedKnowsItWhenItAnswers() {
        CompletableFuture<Boolean> known =
                create("t").thenApply(answer -> brokers.follower.current().topic("t").isPresent());
        brokers.loop.advance(100);
        assertThat(known).isCompletedWithValue(true);
        assertThat(brokers.cluster.images().current().topic("t").orElseThrow().partitions())
                .hasSize(3);
    }

    /** The image is late: the answer waits for it, but not for ever. */
    @Test
    void anImageThatDoesNotComeHoldsTheAnswerBackForAWhileOnly() {
        brokers.polls.cut(1);
        CompletableFuture<CreateTopicsResponse> answer = create("t");
        brokers.loop.advance(1_000);
        assertThat(answer).isNotDone();
        brokers.loop.advance(10_000);
        assertThat(error(answer)).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void errorsOfTheControllerComeBackAsTheyAre() {
        var _ = create("t");
        brokers.loop.advance(100);
        CompletableFuture<CreateTopicsResponse> again = create("t");
        brokers.loop.advance(100);
        assertThat(error(again)).isEqualTo(ErrorCode.TOPIC_ALREADY_EXISTS);
    }

    @Test
    void everyVersionIsHandedOn() {
        for (int version = 1; version <= 6; version++) {
            var _ = create("t");
            brokers.loop.advance(100);
            CompletableFuture<DeleteTopicsResponse> deleted =
                    brokers.ask(
                            ApiKey.DELETE_TOPICS,
                            version,
                            version < 6
                                    ? new DeleteTopicsRequest(List.of(), List.of("t"), 1_000)
                                    : new DeleteTopicsRequest(
                                            List.of(
                                                    new DeleteTopicsRequest.Topic(
                                                            "t", dev.moldau.common.Uuid.ZERO)),
                                            List.of(),
                                            1_000),
                            DeleteTopicsResponse.class);
            brokers.loop.advance(100);
            assertThat(deleted.join().responses().getFirst().errorCode())
                    .as("version %d", version)
                    .isZero();
            assertThat(brokers.follower.current().topic("t")).isEmpty();
        }
    }

    @Test
    void withoutAControllerTheClientIsToldToTryAgain() {
        brokers.controller = Optional.empty();
        CompletableFuture<CreateTopicsResponse> answer = create("t");
        brokers.loop.advance(20_000);
        assertThat(answer).isNotDone();
        brokers.loop.advance(10_000);
        assertThat(error(answer)).isEqualTo(ErrorCode.NOT_CONTROLLER);
    }

    @Test
    void aBrokerThatIsNotControllerYetIsAskedAgain() {
        brokers.office.end();
        CompletableFuture<CreateTopicsResponse> answer = create("t");
        brokers.loop.advance(3_000);
        assertThat(answer).isNotDone();
        assertThat(envelopes()).isGreaterThan(3);
        brokers.begin();
        brokers.loop.advance(3_000);
        assertThat(error(answer)).isEqualTo(ErrorCode.NONE);
    }

    /** Nobody knows whether the topic is made: only the client may decide to ask again. */
    @Test
    void aControllerThatIsLostInTheMiddleIsNotAskedTwice() {
        brokers.commands.serve(1, request -> new CompletableFuture<ApiMessage>());
        CompletableFuture<CreateTopicsResponse> answer = create("t");
        brokers.loop.advance(10);
        brokers.commands.disconnect(FakeNetwork.node(1), new DisconnectedException("gone"));
        brokers.loop.advance(10);
        assertThat(error(answer)).isEqualTo(ErrorCode.REQUEST_TIMED_OUT);
        assertThat(envelopes()).isEqualTo(1);
    }

    @Test
    void aControllerThatWasNeverReachedIsTriedAgain() {
        brokers.commands.cut(1);
        CompletableFuture<CreateTopicsResponse> answer = create("t");
        brokers.loop.advance(5_000);
        assertThat(answer).isNotDone();
        brokers.commands.mend(1);
        brokers.loop.advance(2_000);
        assertThat(error(answer)).isEqualTo(ErrorCode.NONE);
    }

    private static IncrementalAlterConfigsRequest.Resource set(int type, String name, String key) {
        return new IncrementalAlterConfigsRequest.Resource(
                (byte) type,
                name,
                List.of(
                        new IncrementalAlterConfigsRequest.Config(
                                key, (byte) 0, type == 8 ? "DEBUG" : "1000")));
    }

    private List<Short> alter(IncrementalAlterConfigsRequest.Resource... resources) {
        CompletableFuture<IncrementalAlterConfigsResponse> answer =
                brokers.ask(
                        ApiKey.INCREMENTAL_ALTER_CONFIGS,
                        1,
                        new IncrementalAlterConfigsRequest(List.of(resources), false),
                        IncrementalAlterConfigsResponse.class);
        brokers.loop.advance(100);
        return answer.join().responses().stream()
                .map(IncrementalAlterConfigsResponse.Resource::errorCode)
                .toList();
    }

    @Test
    void settingsAreTheControllersAndLoggersTheBrokersOwn() {
        var _ = create("t");
        brokers.loop.advance(100);
        assertThat(alter(set(2, "t", "retention.ms"))).containsExactly((short) 0);
        assertThat(brokers.follower.current().topic("t").orElseThrow().configs())
                .containsEntry("retention.ms", "1000");
        long before = envelopes();
        assertThat(alter(set(8, "2", "dev"))).containsExactly((short) 0);
        assertThat(brokers.loggers.level).isEqualTo("DEBUG");
        assertThat(alter(set(8, "2", "dev"), set(2, "t", "retention.ms")))
                .containsExactly((short) 0, ErrorCode.INVALID_REQUEST.code());
        assertThat(envelopes()).isEqualTo(before);
    }

    private EnvelopeResponse envelope(ByteBuffer data, String principal, int addressBytes) {
        return (EnvelopeResponse)
                brokers.answered(
                                new EnvelopeRequest(
                                        data,
                                        ByteBuffer.wrap(principal.getBytes(StandardCharsets.UTF_8)),
                                        ByteBuffer.allocate(addressBytes)))
                        .toCompletableFuture()
                        .join();
    }

    private static ByteBuffer heartbeat() {
        WireWriter out = new WireWriter();
        FrameWriter.writeRequest(
                new RequestHeader(ApiKey.HEARTBEAT, (short) 0, 1, "c"),
                HeartbeatRequestCodec.INSTANCE,
                new HeartbeatRequest("g", 1, "m", null),
                out);
        return out.toBuffer().position(4).slice();
    }

    @Test
    void anEnvelopeCarriesOnlyWhatIsTheControllers() {
        assertThat(envelope(heartbeat(), "User:a", 4).errorCode())
                .isEqualTo(ErrorCode.INVALID_REQUEST.code());
        assertThat(envelope(ByteBuffer.allocate(3), "User:a", 4).errorCode())
                .isEqualTo(ErrorCode.INVALID_REQUEST.code());
        assertThat(envelope(heartbeat(), "", 4).errorCode())
                .isEqualTo(ErrorCode.PRINCIPAL_DESERIALIZATION_FAILURE.code());
        assertThat(envelope(heartbeat(), "User:a", 5).errorCode())
                .isEqualTo(ErrorCode.INVALID_REQUEST.code());
    }
}
