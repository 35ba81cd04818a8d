package dev.moldau.broker.topic;

import static dev.moldau.cluster.controller.ControllerCommand.DEFAULT_COUNT;

import dev.moldau.cluster.controller.ApiError;
import dev.moldau.cluster.controller.ControllerCommand.CreateTopics;
import dev.moldau.cluster.controller.ControllerCommand.NewTopic;
import dev.moldau.cluster.controller.ControllerCommand.TopicCreation;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.TopicNames;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.CoordinatorKeys;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Makes topics that somebody asked for and that are not there yet: users' topics with the broker's
 * defaults, the broker's own with theirs. Safe for use by any thread; two callers that want the
 * same topic both get it.
 */
public final class TopicAutoCreation {

    /** What internal topics get unless configured otherwise, on a cluster large enough. */
    private static final int USUAL_INTERNAL_REPLICAS = 3;

    private static final int USUAL_TRANSACTION_MIN_ISR = 2;

    /** A client asks again long before that. */
    private static final int LONGEST_WAIT_MS = 30_000;

    private final TopicServices services;

    /**
     * @param services what it needs
     */
    public TopicAutoCreation(TopicServices services) {
        this.services = services;
    }

    /**
     * Sees to it that the topics exist and serve.
     *
     * @return what went wrong, by name; a topic that is there is not named. Never fails but for a
     *     bug
     */
    public CompletionStage<Map<String, ApiError>> ensure(Collection<String> names) {
        ClusterImage image = services.image();
        List<NewTopic> missing = new ArrayList<>();
        for (String name : names) {
            if (image.topic(name).isEmpty()) {
                missing.add(described(image, name));
            }
        }
        if (missing.isEmpty()) {
            return CompletableFuture.completedFuture(Map.of());
        }
        CompletableFuture<List<TopicCreation>> created =
                services.controller().submit(new CreateTopics(missing, false));
        return ControllerErrors.orForAll(created, missing, TopicAutoCreation::notMade)
                .thenCompose(this::whenServing);
    }

    private static TopicCreation notMade(ControllerErrors.ItemError<NewTopic> failed) {
        return TopicCreation.failed(failed.item().name(), failed.error());
    }

    private CompletionStage<Map<String, ApiError>> whenServing(List<TopicCreation> results) {
        Map<String, ApiError> errors = new HashMap<>();
        List<CompletionStage<Void>> waits = new ArrayList<>();
        ClusterImage image = services.image();
        for (TopicCreation result : results) {
            ErrorCode code = result.error().code();
            if (code == ErrorCode.NONE || code == ErrorCode.TOPIC_ALREADY_EXISTS) {
                image.topic(result.name())
                        .ifPresent(topic -> waits.add(services.readiness().serving(topic)));
            } else {
                errors.put(result.name(), result.error());
            }
        }
        // A partition that does not serve yet answers that itself, and the client tries again.
        return Waiting.forAll(services.timer(), waits, LONGEST_WAIT_MS).thenApply(done -> errors);
    }

    private NewTopic described(ClusterImage image, String name) {
        BrokerConfig config = services.configs().broker(image);
        return switch (name) {
            case TopicNames.CONSUMER_OFFSETS -> offsetsTopic(image, config);
            case TopicNames.TRANSACTION_STATE -> transactionTopic(image, config);
            default -> NewTopic.of(name, DEFAULT_COUNT, DEFAULT_COUNT, Map.of());
        };
    }

    private static NewTopic offsetsTopic(ClusterImage image, BrokerConfig config) {
        return NewTopic.of(
                TopicNames.CONSUMER_OFFSETS,
                config.get(CoordinatorKeys.OFFSETS_TOPIC_NUM_PARTITIONS),
                config.find(CoordinatorKeys.OFFSETS_TOPIC_REPLICATION_FACTOR)
                        .map(Short::intValue)
                        .orElseGet(() -> usualReplicas(image)),
                Map.of(
                        "cleanup.policy", "compact",
                        "compression.type", "producer",
                        "segment.bytes",
                                config.get(CoordinatorKeys.OFFSETS_TOPIC_SEGMENT_BYTES)
                                        .toString()));
    }

    private static NewTopic transactionTopic(ClusterImage image, BrokerConfig config) {
        int replicas =
                config.find(CoordinatorKeys.TRANSACTION_STATE_LOG_REPLICATION_FACTOR)
                        .map(Short::intValue)
                        .orElseGet(() -> usualReplicas(image));
        int minIsr =
                config.find(CoordinatorKeys.TRANSACTION_STATE_LOG_MIN_ISR)
                        .orElse(Math.min(USUAL_TRANSACTION_MIN_ISR, replicas));
        return NewTopic.of(
                TopicNames.TRANSACTION_STATE,
                config.get(CoordinatorKeys.TRANSACTION_STATE_LOG_NUM_PARTITIONS),
                replicas,
                Map.of(
                        "cleanup.policy", "compact",
                        "compression.type", "uncompressed",
                        "min.insync.replicas", Integer.toString(minIsr),
                        "unclean.leader.election.enable", "false",
                        "segment.bytes",
                                config.get(CoordinatorKeys.TRANSACTION_STATE_LOG_SEGMENT_BYTES)
                                        .toString()));
    }

    private static int usualReplicas(ClusterImage image) {
        return Math.max(1, Math.min(USUAL_INTERNAL_REPLICAS, image.aliveBrokers().size()));
    }
}
