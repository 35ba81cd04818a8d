package dev.moldau.client.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.client.Node;
import dev.moldau.client.metadata.Metadata;
import dev.moldau.client.metadata.MetadataSettings;
import dev.moldau.client.metadata.RecoveryStrategy;
import dev.moldau.client.metrics.ClientMetrics;
import dev.moldau.client.scripted.Answers;
import dev.moldau.client.scripted.Reply;
import dev.moldau.client.scripted.ScriptedNetwork;
import dev.moldau.client.scripted.ScriptedNetwork.Request;
import dev.moldau.client.scripted.VirtualLoop;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.FindCoordinatorRequest;
import dev.moldau.protocol.message.FindCoordinatorResponse;
import dev.moldau.protocol.message.MetadataRequest;
import dev.moldau.protocol.message.MetadataResponse;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/** An admin client and two brokers that answer what a test says. */
final class AdminFixture {

    final VirtualLoop loop = new VirtualLoop();
    final ScriptedNetwork network = new ScriptedNetwork(loop);
    final Map<String, MetadataResponse.Topic> topics = new HashMap<>();
    final Map<String, Integer> coordinators = new HashMap<>();
    final List<Runnable> released = new ArrayList<>();
    final LoopAdmin admin;
    int controller = 1;

    private final Map<ApiKey, Function<Request, Reply>> scripts = new EnumMap<>(ApiKey.class);

    AdminFixture() {
        network.answer(this::answer);
        on(ApiKey.METADATA, this::metadata);
        on(ApiKey.FIND_COORDINATOR, this::coordinator);
        MetadataSettings settings =
                new MetadataSettings(
                        300_000,
                        300_000,
                        100,
                        1_000,
                        RecoveryStrategy.REBOOTSTRAP,
                        300_000,
                        false,
                        5_000);
        admin =
                new LoopAdmin(
                        loop,
                        network,
                        new Metadata(
                                settings,
                                List.of(Answers.A, Answers.B),
                                loop,
                                network,
                                new Random(1)),
                        new AdminSettings(5_000, 20_000, 100, 1_000),
                        new Random(2),
                        new ClientMetrics(),
                        () -> released.add(() -> {}));
        loop.advance(10);
    }

    /** Sets what brokers answer to an API. */
    void on(ApiKey api, Function<Request, Reply> script) {
        scripts.put(api, script);
    }

    List<Request> sent(ApiKey api) {
        return network.requests(api);
    }

    static <V> V value(CompletableFuture<V> future) {
        assertThat(future).isCompleted();
        return future.join();
    }

    static Throwable failure(CompletableFuture<?> future) {
        assertThat(future).isCompletedExceptionally();
        try {
            future.join();
            throw new AssertionError("did not fail");
        } catch (CompletionException e) {
            return Objects.requireNonNull(e.getCause());
        }
    }

    private Reply answer(Request request) {
        Function<Request, Reply> script = scripts.get(request.api());
        return script == null ? new Reply.Silence() : script.apply(request);
    }

    private Reply metadata(Request request) {
        List<MetadataRequest.Topic> asked = ((MetadataRequest) request.message()).topics();
        MetadataResponse.Topic[] told =
                asked == null
                        ? topics.values().toArray(MetadataResponse.Topic[]::new)
                        : asked.stream()
                                .map(topic -> told(Objects.requireNonNull(topic.name())))
                                .toArray(MetadataResponse.Topic[]::new);
        MetadataResponse answer =
                Answers.of(ErrorCode.NONE, List.of(Answers.ONE, Answers.TWO), told);
        return Reply.of(
                new MetadataResponse(
                        0,
                        answer.brokers(),
                        answer.clusterId(),
                        controller,
                        answer.topics(),
                        answer.clusterAuthorizedOperations(),
                        answer.errorCode()));
    }

    private MetadataResponse.Topic told(String name) {
        return topics.getOrDefault(name, Answers.error(name, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION));
    }

    private Reply coordinator(Request request) {
        FindCoordinatorRequest asked = (FindCoordinatorRequest) request.message();
        String group = request.version() >= 4 ? asked.coordinatorKeys().get(0) : asked.key();
        Integer id = coordinators.get(group);
        FindCoordinatorResponse.Coordinator found;
        if (id == null) {
            found =
                    FindCoordinatorResponse.Coordinator.error(
                            group, ErrorCode.COORDINATOR_NOT_AVAILABLE, "starting");
        } else {
            Node node = id == 1 ? Answers.ONE : Answers.TWO;
            found =
                    new FindCoordinatorResponse.Coordinator(
                            group, id, node.host(), node.port(), (short) 0, null);
        }
        return Reply.of(
                request.version() >= 4
                        ? FindCoordinatorResponse.ofMany(List.of(found))
                        : FindCoordinatorResponse.ofOne(found));
    }
}
