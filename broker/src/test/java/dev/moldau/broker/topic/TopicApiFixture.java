package dev.moldau.broker.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.access.AccessHandlers;
import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.ConnectionInfo;
import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.lane.ManualTimer;
import dev.moldau.broker.quota.QuotaHandlers;
import dev.moldau.cluster.LocalCluster;
import dev.moldau.cluster.controller.ControllerCommand.CreateTopics;
import dev.moldau.cluster.controller.ControllerCommand.NewTopic;
import dev.moldau.cluster.controller.ControllerCommand.RegisterBroker;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.Endpoint;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.Uuid;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ApiCodecs;
import dev.moldau.protocol.wire.MessageCodec;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A cluster of one broker and the handlers of this package over it. Every exchange goes through the
 * codecs of its version, as it would over a socket.
 */
final class TopicApiFixture implements AutoCloseable {

    /** Partitions that serve when the test says so. */
    static final class FakeReadiness implements PartitionReadiness {
        boolean immediately = true;
        final List<String> asked = new ArrayList<>();
        final List<CompletableFuture<Void>> waiting = new ArrayList<>();

        @Override
        public CompletionStage<Void> serving(TopicImage topic) {
            return later("serving " + topic.name());
        }

        @Override
        public CompletionStage<Void> removed(String name, Uuid id) {
            return later("removed " + name);
        }

        @Override
        public CompletionStage<Void> configured() {
            return later("configured");
        }

        private CompletionStage<Void> later(String what) {
            asked.add(what);
            CompletableFuture<Void> done = new CompletableFuture<>();
            if (immediately) {
                done.complete(null);
            } else {
                waiting.add(done);
            }
            return done;
        }
    }

    /** Loggers in a map. */
    static final class FakeLoggers implements LoggerLevels {
        final Map<String, String> levels = new TreeMap<>(Map.of("root", "INFO", "dev", "INFO"));

        @Override
        public Map<String, String> levels() {
            return levels;
        }

        @Override
        public boolean set(String logger, String level) {
            return levels.replace(logger, level) != null;
        }

        @Override
        public boolean reset(String logger) {
            return !logger.equals("root") && levels.replace(logger, "INFO") != null;
        }
    }

    final FakeReadiness readiness = new FakeReadiness();
    final FakeLoggers loggers = new FakeLoggers();
    final ManualTimer timer = new ManualTimer();
    final LocalCluster cluster;
    final TopicServices services;
    final List<ErrorCode> counted = new ArrayList<>();
    private final Map<ApiKey, ApiHandler<?, ?>> handlers = new EnumMap<>(ApiKey.class);

    TopicApiFixture(Path folder, Map<String, String> properties) {
        BrokerConfig config = BrokerConfig.of(properties);
        cluster =
                LocalCluster.open(
                        folder.resolve("cluster.mv"), config, new DirectLane(), new Random(5));
        cluster.submit(
                        new RegisterBroker(
                                1,
                                List.of(
                                        new Endpoint("PLAINTEXT", "PLAINTEXT", "", 9092),
                                        new Endpoint("OUTSIDE", "PLAINTEXT", "kafka.example", 9)),
                                "rack-a"))
                .join();
        services = new TopicServices(1, cluster, cluster.configs(), readiness, loggers, timer);
        TopicHandlers.all(services).forEach(h -> handlers.put(h.apiKey(), h));
        AccessHandlers.all().forEach(h -> handlers.put(h.apiKey(), h));
        QuotaHandlers.all().forEach(h -> handlers.put(h.apiKey(), h));
    }

    ClusterImage image() {
        return cluster.images().current();
    }

    void create(String name, int partitions) {
        create(name, partitions, Map.of());
    }

    void create(String name, int partitions, Map<String, String> configs) {
        assertThat(
                        cluster.submit(
                                        new CreateTopics(
                                                List.of(NewTopic.of(name, partitions, 1, configs)),
                                                false))
                                .join()
                                .getFirst()
                                .error()
                                .failed())
                .isFalse();
    }

    ApiHandler<?, ?> handler(ApiKey api) {
        ApiHandler<?, ?> handler = handlers.get(api);
        if (handler == null) {
            throw new AssertionError("no handler for " + api);
        }
        return handler;
    }

    /** Asks and expects the answer at once. */
    <R extends ApiMessage> R ask(ApiKey api, int version, ApiMessage request, Class<R> type) {
        return ask(api, version, request, type, "PLAINTEXT");
    }

    <R extends ApiMessage> R ask(
            ApiKey api, int version, ApiMessage request, Class<R> type, String listener) {
        CompletableFuture<R> answer = start(api, version, request, type, listener);
        assertThat(answer).isCompleted();
        return answer.join();
    }

    /** Asks; the answer may come later. */
    <R extends ApiMessage> CompletableFuture<R> start(
            ApiKey api, int version, ApiMessage request, Class<R> type, String listener) {
        return exchange(handler(api), (short) version, request, listener)
                .toCompletableFuture()
                .thenApply(type::cast);
    }

    // The registry checks in production what the cast here takes for granted.
    @SuppressWarnings("unchecked")
    private <Q extends ApiMessage, R extends ApiMessage> CompletionStage<R> exchange(
            ApiHandler<Q, R> handler, short version, ApiMessage request, String listener) {
        ApiKey api = handler.apiKey();
        assertThat(version).isBetween(handler.lowestVersion(), handler.highestVersion());
        MessageCodec<Q> requests = (MessageCodec<Q>) ApiCodecs.request(api).orElseThrow();
        MessageCodec<R> responses = (MessageCodec<R>) ApiCodecs.response(api).orElseThrow();
        RequestContext context =
                new RequestContext(
                        api, version, 7, "client", connection(listener), 0, counted::add);
        return handler.handle(context, travelled(requests, (Q) request, version))
                .thenApply(response -> travelled(responses, response, version));
    }

    /** The message as it arrives at the other end. */
    private static <M extends ApiMessage> M travelled(
            MessageCodec<M> codec, M message, short version) {
        WireWriter out = new WireWriter();
        codec.write(message, out, version);
        WireReader in = new WireReader(out.toBuffer());
        M arrived = codec.read(in, version);
        assertThat(in.remaining()).isZero();
        return arrived;
    }

    private static ConnectionInfo connection(String listener) {
        return new ConnectionInfo(
                1,
                new InetSocketAddress("192.0.2.9", 50_000),
                new InetSocketAddress(address(), 9092),
                listener,
                ConnectionInfo.ANONYMOUS);
    }

    private static InetAddress address() {
        try {
            return InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1});
        } catch (UnknownHostException e) {
            throw new AssertionError("four bytes are an address", e);
        }
    }

    @Override
    public void close() {
        cluster.close();
    }
}
