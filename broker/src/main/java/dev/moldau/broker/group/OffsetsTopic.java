package dev.moldau.broker.group;

import dev.moldau.cluster.controller.ApiError;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Makes the offsets topic: a port to whoever makes topics. Safe for use by any thread. */
@FunctionalInterface
public interface OffsetsTopic {

    /**
     * Sees to it that the topic exists and its partitions serve.
     *
     * @return what went wrong, by topic; empty if the topic is there
     */
    CompletionStage<Map<String, ApiError>> ensure();
}
