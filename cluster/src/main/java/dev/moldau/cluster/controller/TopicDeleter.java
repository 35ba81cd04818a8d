package dev.moldau.cluster.controller;

import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.controller.ControllerCommand.DeleteTopics;
import dev.moldau.cluster.controller.ControllerCommand.TopicDeletion;
import dev.moldau.cluster.controller.ControllerCommand.TopicRef;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.cluster.store.StoreWrite;
import dev.moldau.common.Uuid;
import dev.moldau.common.config.ClusterKeys;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decides about topics to take away. A deleted topic is remembered by its identity until its files
 * are gone: a broker that dies in between knows then what to do with them.
 */
final class TopicDeleter {

    private final EffectiveConfigs configs;

    TopicDeleter(EffectiveConfigs configs) {
        this.configs = configs;
    }

    Decision<List<TopicDeletion>> decide(ControllerState state, DeleteTopics command) {
        boolean enabled = configs.broker(state.image()).get(ClusterKeys.DELETE_TOPIC_ENABLE);
        List<TopicDeletion> results = new ArrayList<>();
        List<StoreWrite> writes = new ArrayList<>();
        ClusterImage.Builder next = state.image().next();
        Set<String> gone = new HashSet<>();
        for (TopicRef wanted : command.topics()) {
            Optional<TopicImage> found = find(state.image(), wanted);
            ApiError error = problem(wanted, found, gone, enabled);
            results.add(
                    new TopicDeletion(
                            wanted,
                            found.map(TopicImage::name)
                                    .or(() -> Optional.ofNullable(wanted.name())),
                            found.map(TopicImage::id).orElse(wanted.id()),
                            error));
            if (!error.failed()) {
                String name = found.orElseThrow().name();
                Uuid id = found.orElseThrow().id();
                gone.add(name);
                writes.add(
                        new StoreWrite.Delete(StoreRecords.topicKey(name), StoreWrite.ANY_VERSION));
                writes.add(
                        new StoreWrite.Create(
                                StoreRecords.deletedTopicKey(id), StoreRecords.encode(name)));
                next.withoutTopic(name).deletedTopic(id);
            }
        }
        return writes.isEmpty()
                ? Decision.unchanged(state, results)
                : new Decision<>(writes, state.withImage(next.build()), results);
    }

    /** The files of these topics are gone, so nobody needs to know of them any more. */
    static Decision<Integer> forget(ControllerState state, Collection<Uuid> topics) {
        List<StoreWrite> writes = new ArrayList<>();
        ClusterImage.Builder next = state.image().next();
        for (Uuid id : Set.copyOf(topics)) {
            if (state.image().isDeletedTopic(id)) {
                writes.add(
                        new StoreWrite.Delete(
                                StoreRecords.deletedTopicKey(id), StoreWrite.ANY_VERSION));
                next.forgottenTopic(id);
            }
        }
        return writes.isEmpty()
                ? Decision.unchanged(state, 0)
                : new Decision<>(writes, state.withImage(next.build()), writes.size());
    }

    private static Optional<TopicImage> find(ClusterImage image, TopicRef wanted) {
        String name = wanted.name();
        return name != null ? image.topic(name) : image.topic(wanted.id());
    }

    private static ApiError problem(
            TopicRef wanted, Optional<TopicImage> found, Set<String> gone, boolean enabled) {
        if (!enabled) {
            return ApiError.of(
                    ErrorCode.TOPIC_DELETION_DISABLED,
                    "Topics cannot be deleted here: set delete.topic.enable=true and restart.");
        }
        if (wanted.name() != null && !wanted.id().equals(Uuid.ZERO)) {
            return ApiError.of(
                    ErrorCode.INVALID_REQUEST, "Give a topic's name or its id, not both.");
        }
        if (found.isEmpty()) {
            return wanted.name() != null
                    ? ApiError.of(
                            ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
                            "There is no topic '" + wanted.name() + "'.")
                    : ApiError.of(
                            ErrorCode.UNKNOWN_TOPIC_ID,
                            "There is no topic with the id " + wanted.id() + ".");
        }
        if (gone.contains(found.get().name())) {
            return ApiError.of(
                    ErrorCode.INVALID_REQUEST,
                    "The request names topic '" + found.get().name() + "' more than once.");
        }
        return ApiError.NONE;
    }
}
