package dev.moldau.client.fake;

import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.header.FrameWriter;
import dev.moldau.protocol.header.RequestHeader;
import dev.moldau.protocol.message.ApiCodecs;
import dev.moldau.protocol.message.ApiVersionsResponse;
import dev.moldau.protocol.message.ConsumerGroupHeartbeatRequest;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchResponse;
import dev.moldau.protocol.message.FindCoordinatorRequest;
import dev.moldau.protocol.message.HeartbeatRequest;
import dev.moldau.protocol.message.InitProducerIdRequest;
import dev.moldau.protocol.message.InitProducerIdResponse;
import dev.moldau.protocol.message.JoinGroupRequest;
import dev.moldau.protocol.message.LeaveGroupRequest;
import dev.moldau.protocol.message.ListOffsetsRequest;
import dev.moldau.protocol.message.MetadataRequest;
import dev.moldau.protocol.message.OffsetCommitRequest;
import dev.moldau.protocol.message.OffsetFetchRequest;
import dev.moldau.protocol.message.OffsetForLeaderEpochRequest;
import dev.moldau.protocol.message.ProduceRequest;
import dev.moldau.protocol.message.ProduceResponse;
import dev.moldau.protocol.message.SyncGroupRequest;
import dev.moldau.protocol.wire.MessageCodec;
import dev.moldau.protocol.wire.WireWriter;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Carries requests out and turns outcomes and faults into replies. Part of its cluster. */
final class FakeReplies {

    private static final TopicPartition WHOLE_REQUEST = new TopicPartition("", 0);

    private final FakeCluster cluster;
    private final FakeProduce produce;
    private final FakeMetadata metadata;
    private final Map<Integer, FakeFetch> fetches = new HashMap<>();

    FakeReplies(FakeCluster cluster) {
        this.cluster = cluster;
        produce = new FakeProduce(cluster);
        metadata = new FakeMetadata(cluster);
    }

    Reply reply(ModelBroker broker, Arrival arrival, FaultPolicy policy) {
        RequestHeader header = arrival.header();
        if (!broker.versions().serves(header.api(), header.version())) {
            return notServed(broker, header);
        }
        Fault fault = policy.on(arrival);
        if (fault.answered() && isAnsweredLater(arrival.body())) {
            return later(broker, arrival);
        }
        ApiMessage response = carryOut(broker, arrival, fault);
        if (fault instanceof Fault.Silence) {
            return new Reply.Silence();
        }
        if (fault instanceof Fault.Disconnect) {
            return new Reply.Disconnect();
        }
        if (arrival.body() instanceof ProduceRequest request && request.acks() == 0) {
            return hasError(response) ? new Reply.Disconnect() : new Reply.NotDue();
        }
        if (response == null) {
            cluster.complain("broker " + broker.id() + " has no answer to " + arrival);
            return new Reply.Disconnect();
        }
        ByteBuffer frame = encode(header.api(), header.version(), header.correlationId(), response);
        if (fault instanceof Fault.CutAnswer cut) {
            return new Reply.Cut(frame.slice(0, Math.min(cut.bytes(), frame.remaining() - 1)));
        }
        return new Reply.Answer(frame, delayMs(arrival.body(), response, fault));
    }

    private static long delayMs(ApiMessage request, ApiMessage response, Fault fault) {
        if (request instanceof FetchRequest fetch && response instanceof FetchResponse fetched) {
            return FakeFetch.waitMs(fetch, fetched);
        }
        return fault instanceof Fault.Delay delay ? delay.ms() : 0;
    }

    private static boolean isAnsweredLater(ApiMessage body) {
        return body instanceof JoinGroupRequest || body instanceof SyncGroupRequest;
    }

    private Reply later(ModelBroker broker, Arrival arrival) {
        RequestHeader header = arrival.header();
        return new Reply.Later(
                then -> {
                    Consumer<ApiMessage> answer =
                            message ->
                                    then.accept(
                                            new Reply.Answer(
                                                    encode(
                                                            header.api(),
                                                            header.version(),
                                                            header.correlationId(),
                                                            message),
                                                    0));
                    if (arrival.body() instanceof JoinGroupRequest join) {
                        cluster.groups().join(broker, join, header.version(), answer);
                    } else {
                        cluster.groups().sync(broker, (SyncGroupRequest) arrival.body(), answer);
                    }
                });
    }

    void forgetFetchSessions() {
        fetches.values().forEach(FakeFetch::forgetSessions);
    }

    /** An answer in version 0 with the range that is served, whatever was asked (KIP-511). */
    Reply tooNewApiVersions(ModelBroker broker, int correlationId) {
        ApiVersionsResponse response =
                apiVersions(broker, ErrorCode.UNSUPPORTED_VERSION, Fault.none());
        return new Reply.Answer(encode(ApiKey.API_VERSIONS, (short) 0, correlationId, response), 0);
    }

    private Reply notServed(ModelBroker broker, RequestHeader header) {
        if (header.api() == ApiKey.API_VERSIONS) {
            return tooNewApiVersions(broker, header.correlationId());
        }
        cluster.complain(
                "broker "
                        + broker.id()
                        + " does not serve "
                        + header.api()
                        + " in version "
                        + header.version());
        return new Reply.Disconnect();
    }

    private @Nullable ApiMessage carryOut(ModelBroker broker, Arrival arrival, Fault fault) {
        ApiMessage body = arrival.body();
        if (body instanceof ProduceRequest request) {
            return produce.handle(broker, arrival.header().version(), request, fault);
        }
        if (body instanceof MetadataRequest request) {
            return metadata.handle(broker, arrival.header().version(), request, fault);
        }
        if (body instanceof InitProducerIdRequest) {
            return initProducerId(fault);
        }
        if (arrival.header().api() == ApiKey.API_VERSIONS) {
            return apiVersions(broker, errorFor(fault), fault);
        }
        return forConsumers(broker, arrival.header().version(), body, fault);
    }

    private @Nullable ApiMessage forConsumers(
            ModelBroker broker, short version, ApiMessage body, Fault fault) {
        FakeFetch fetch = fetches.computeIfAbsent(broker.id(), id -> new FakeFetch(cluster));
        if (body instanceof FetchRequest request) {
            return fetch.handle(broker, version, request, fault);
        }
        if (body instanceof ListOffsetsRequest request) {
            return fetch.offsets(broker, request, fault);
        }
        if (body instanceof OffsetForLeaderEpochRequest request) {
            return fetch.ends(broker, request);
        }
        if (body instanceof FindCoordinatorRequest request) {
            return cluster.groups().find(request, version);
        }
        if (body instanceof HeartbeatRequest request) {
            return cluster.groups().heartbeat(broker, request);
        }
        if (body instanceof ConsumerGroupHeartbeatRequest request) {
            return cluster.groups().heartbeat(broker, request, fault);
        }
        if (body instanceof LeaveGroupRequest request) {
            return cluster.groups().leave(broker, request);
        }
        if (body instanceof OffsetCommitRequest request) {
            return cluster.groups().commit(broker, request, fault);
        }
        if (body instanceof OffsetFetchRequest request) {
            return cluster.groups().fetch(broker, request, version);
        }
        return null;
    }

    /**
     * A fresh id with epoch 0 whatever id and epoch the producer has: that is what brokers give to
     * producers without a transactional id.
     */
    private InitProducerIdResponse initProducerId(Fault fault) {
        ErrorCode error = errorFor(fault);
        return error == ErrorCode.NONE
                ? new InitProducerIdResponse(
                        throttle(fault),
                        error.code(),
                        cluster.nextProducerId(),
                        cluster.firstProducerEpoch())
                : InitProducerIdResponse.error(error);
    }

    private static ApiVersionsResponse apiVersions(
            ModelBroker broker, ErrorCode error, Fault fault) {
        return new ApiVersionsResponse(
                error.code(),
                broker.versions().listed(),
                throttle(fault),
                List.of(),
                -1,
                List.of(),
                false);
    }

    static ErrorCode errorFor(Fault fault) {
        return fault instanceof Fault.Refuse refuse && refuse.which().test(WHOLE_REQUEST)
                ? refuse.error()
                : ErrorCode.NONE;
    }

    static int throttle(Fault fault) {
        return fault instanceof Fault.Throttle throttle ? throttle.ms() : 0;
    }

    private static boolean hasError(@Nullable ApiMessage response) {
        return response instanceof ProduceResponse produced
                && produced.responses().stream()
                        .flatMap(topic -> topic.partitionResponses().stream())
                        .anyMatch(partition -> partition.errorCode() != ErrorCode.NONE.code());
    }

    @SuppressWarnings("unchecked")
    private static ByteBuffer encode(
            ApiKey api, short version, int correlationId, ApiMessage response) {
        MessageCodec<ApiMessage> codec =
                (MessageCodec<ApiMessage>) ApiCodecs.response(api).orElseThrow();
        WireWriter out = new WireWriter();
        FrameWriter.writeResponse(api, codec, version, correlationId, response, out);
        return out.toBuffer();
    }
}
