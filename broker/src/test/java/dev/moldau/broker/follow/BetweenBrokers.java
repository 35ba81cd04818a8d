package dev.moldau.broker.follow;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.ConnectionInfo;
import dev.moldau.broker.api.RequestContext;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.AllocateProducerIdsRequest;
import dev.moldau.protocol.message.AlterPartitionRequest;
import dev.moldau.protocol.message.EnvelopeRequest;
import dev.moldau.protocol.message.FollowImageRequest;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** What one broker answers another, without sockets. */
public final class BetweenBrokers {

    private BetweenBrokers() {}

    /** What a broker with these handlers answers another broker. */
    public static CompletionStage<? extends ApiMessage> answered(
            List<ApiHandler<?, ?>> handlers, ApiMessage request) {
        return switch (request) {
            case FollowImageRequest poll -> handle(handlers, ApiKey.FOLLOW_IMAGE, (short) 0, poll);
            case EnvelopeRequest envelope -> handle(handlers, ApiKey.ENVELOPE, (short) 0, envelope);
            case AlterPartitionRequest alter ->
                    handle(handlers, ApiKey.ALTER_PARTITION, (short) 3, alter);
            case AllocateProducerIdsRequest allocate ->
                    handle(handlers, ApiKey.ALLOCATE_PRODUCER_IDS, (short) 0, allocate);
            default -> throw new AssertionError("no broker asks that: " + request);
        };
    }

    /** What the handler of an API answers. */
    // The handler of an API takes its requests.
    @SuppressWarnings("unchecked")
    static CompletionStage<? extends ApiMessage> handle(
            List<ApiHandler<?, ?>> handlers, ApiKey api, short version, ApiMessage request) {
        List<ApiHandler<?, ?>> found = new ArrayList<>(handlers);
        found.removeIf(handler -> handler.apiKey() != api);
        RequestContext context =
                new RequestContext(
                        api,
                        version,
                        77,
                        "client",
                        new ConnectionInfo(
                                1,
                                new InetSocketAddress("10.0.0.7", 5000),
                                new InetSocketAddress("10.0.0.1", 9092),
                                "INTERNAL",
                                "User:ann"),
                        0,
                        error -> {});
        return ((ApiHandler<ApiMessage, ApiMessage>) found.getFirst()).handle(context, request);
    }
}
