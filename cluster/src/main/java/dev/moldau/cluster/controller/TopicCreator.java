package dev.moldau.cluster.controller;

import static dev.moldau.cluster.controller.ControllerCommand.DEFAULT_COUNT;

import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.controller.ControllerCommand.CreateTopics;
import dev.moldau.cluster.controller.ControllerCommand.NewTopic;
import dev.moldau.cluster.controller.ControllerCommand.TopicCreation;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.cluster.image.TopicNames;
import dev.moldau.cluster.store.StoreWrite;
import dev.moldau.common.Uuid;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.ClusterKeys;
import dev.moldau.common.config.InvalidConfigException;
import dev.moldau.common.config.TopicConfig;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Decides about new topics. */
final class TopicCreator {

    /** How many partitions one command may make, as in Kafka: more would stall all others. */
    static final int MAX_PARTITIONS_PER_COMMAND = 10_000;

    private final EffectiveConfigs configs;
    private final ReplicaPlacer placer;
    private final RandomGenerator random;

    TopicCreator(EffectiveConfigs configs, ReplicaPlacer placer, RandomGenerator random) {
        this.configs = configs;
        this.placer = placer;
        this.random = random;
    }

    Decision<List<TopicCreation>> decide(ControllerState state, CreateTopics command) {
        List<TopicCreation> results = new ArrayList<>();
        List<StoreWrite> writes = new ArrayList<>();
        ClusterImage.Builder next = state.image().next();
        // Names that this command takes are not in the image yet.
        Taken taken = new Taken(state.image());
        Set<String> duplicates = duplicates(command.topics());
        for (NewTopic wanted : command.topics()) {
            Outcome outcome =
                    duplicates.contains(wanted.name())
                            ? refused(
                                    ErrorCode.INVALID_REQUEST,
                                    "The request names topic '"
                                            + wanted.name()
                                            + "' more than once; name it once.")
                            : create(state.image(), taken, wanted);
            switch (outcome) {
                case Refused(ApiError error) ->
                        results.add(TopicCreation.failed(wanted.name(), error));
                case Created(TopicImage topic) -> {
                    taken.add(topic);
                    results.add(described(topic, command.validateOnly()));
                    writes.add(
                            new StoreWrite.Create(
                                    StoreRecords.topicKey(topic.name()),
                                    StoreRecords.encode(topic)));
                    next.topic(topic);
                }
            }
        }
        if (command.validateOnly() || writes.isEmpty()) {
            return Decision.unchanged(state, results);
        }
        return new Decision<>(writes, state.withImage(next.build()), results);
    }

    private sealed interface Outcome {}

    private record Created(TopicImage topic) implements Outcome {}

    private record Refused(ApiError error) implements Outcome {}

    private static Refused refused(ErrorCode code, String message) {
        return new Refused(ApiError.of(code, message));
    }

    private static Set<String> duplicates(List<NewTopic> topics) {
        Set<String> seen = new HashSet<>();
        Set<String> twice = new HashSet<>();
        topics.stream().map(NewTopic::name).filter(n -> !seen.add(n)).forEach(twice::add);
        return twice;
    }

    private static TopicCreation described(TopicImage topic, boolean validateOnly) {
        return new TopicCreation(
                topic.name(),
                ApiError.NONE,
                validateOnly ? Uuid.ZERO : topic.id(),
                topic.partitions().size(),
                topic.partitions().getFirst().replicas().size(),
                topic.configs());
    }

    private Outcome create(ClusterImage image, Taken taken, NewTopic wanted) {
        Optional<ApiError> nameProblem = taken.problem(wanted.name());
        if (nameProblem.isPresent()) {
            return new Refused(nameProblem.get());
        }
        BrokerConfig broker = configs.broker(image);
        Map<String, String> settings = new HashMap<>();
        ApiError configProblem = readConfigs(broker, wanted.configs(), settings);
        if (configProblem.failed()) {
            return new Refused(configProblem);
        }
        List<List<Integer>> placed = new ArrayList<>();
        ApiError placeProblem =
                wanted.assignment().isEmpty()
                        ? choose(image, broker, taken, wanted, placed)
                        : follow(image, wanted, placed);
        if (placeProblem.failed()) {
            return new Refused(placeProblem);
        }
        List<PartitionImage> partitions = placed.stream().map(PartitionImage::created).toList();
        return new Created(
                new TopicImage(wanted.name(), Uuid.random(random), partitions, settings));
    }

    private static ApiError readConfigs(
            BrokerConfig broker,
            Map<String, @Nullable String> wanted,
            Map<String, String> settings) {
        for (Map.Entry<String, @Nullable String> entry : wanted.entrySet()) {
            String value = entry.getValue();
            if (value == null) {
                return ApiError.of(
                        ErrorCode.INVALID_CONFIG,
                        "The setting "
                                + entry.getKey()
                                + " has no value; give one, or leave it out to use the default.");
            }
            settings.put(entry.getKey(), value);
        }
        try {
            TopicConfig.validate(settings);
            TopicConfig.of(broker, settings);
            return ApiError.NONE;
        } catch (InvalidConfigException e) {
            return ApiError.of(ErrorCode.INVALID_CONFIG, String.valueOf(e.getMessage()));
        }
    }

    private ApiError choose(
            ClusterImage image,
            BrokerConfig broker,
            Taken taken,
            NewTopic wanted,
            List<List<Integer>> placed) {
        int partitions =
                wanted.partitions() == DEFAULT_COUNT
                        ? broker.get(ClusterKeys.NUM_PARTITIONS)
                        : wanted.partitions();
        int factor =
                wanted.replicationFactor() == DEFAULT_COUNT
                        ? broker.get(ClusterKeys.DEFAULT_REPLICATION_FACTOR)
                        : wanted.replicationFactor();
        if (partitions < 1) {
            return ApiError.of(
                    ErrorCode.INVALID_PARTITIONS,
                    "A topic needs at least 1 partition, or -1 for the broker's default; the"
                            + " request asks for "
                            + partitions
                            + ".");
        }
        ApiError tooMany = taken.checkRoom(partitions);
        ApiError factorProblem =
                tooMany.failed() ? tooMany : Assignments.checkFactor(image, factor);
        if (!factorProblem.failed()) {
            placed.addAll(placer.place(image.electableBrokers(), partitions, factor));
        }
        return factorProblem;
    }

    private static ApiError follow(
            ClusterImage image, NewTopic wanted, List<List<Integer>> placed) {
        if (wanted.partitions() != DEFAULT_COUNT || wanted.replicationFactor() != DEFAULT_COUNT) {
            return ApiError.of(
                    ErrorCode.INVALID_REQUEST,
                    "The request gives an assignment and also counts of partitions or replicas;"
                            + " with an assignment set both counts to -1.");
        }
        for (int index = 0; index < wanted.assignment().size(); index++) {
            List<Integer> replicas = wanted.assignment().get(index);
            if (replicas == null) {
                return ApiError.of(
                        ErrorCode.INVALID_REPLICA_ASSIGNMENT,
                        "The assignment leaves out partition "
                                + index
                                + "; number the partitions from 0 without a gap.");
            }
            placed.add(replicas);
        }
        return Assignments.check(image, placed, placed.getFirst().size());
    }

    /** The names and partitions taken by the image and by this command so far. */
    private static final class Taken {
        private final ClusterImage image;
        private final Map<String, String> byCollisionForm = new HashMap<>();
        private int partitions;

        private Taken(ClusterImage image) {
            this.image = image;
        }

        void add(TopicImage topic) {
            byCollisionForm.put(TopicNames.collisionForm(topic.name()), topic.name());
            partitions += topic.partitions().size();
        }

        Optional<ApiError> problem(String name) {
            Optional<String> invalid = TopicNames.problem(name);
            if (invalid.isPresent()) {
                return invalid.map(why -> ApiError.of(ErrorCode.INVALID_TOPIC_EXCEPTION, why));
            }
            if (image.topic(name).isPresent()) {
                return Optional.of(
                        ApiError.of(
                                ErrorCode.TOPIC_ALREADY_EXISTS,
                                "Topic '" + name + "' already exists."));
            }
            String other = byCollisionForm.get(TopicNames.collisionForm(name));
            return image.collidingTopic(name)
                    .or(() -> Optional.ofNullable(other))
                    .map(
                            existing ->
                                    ApiError.of(
                                            ErrorCode.INVALID_TOPIC_EXCEPTION,
                                            "Topic '"
                                                    + name
                                                    + "' differs from '"
                                                    + existing
                                                    + "' only in '.' and '_', which metrics cannot"
                                                    + " tell apart; choose another name."));
        }

        ApiError checkRoom(int more) {
            if (more > MAX_PARTITIONS_PER_COMMAND - partitions) {
                return ApiError.of(
                        ErrorCode.POLICY_VIOLATION,
                        "One request can make at most "
                                + MAX_PARTITIONS_PER_COMMAND
                                + " partitions; split it.");
            }
            return ApiError.NONE;
        }
    }
}
