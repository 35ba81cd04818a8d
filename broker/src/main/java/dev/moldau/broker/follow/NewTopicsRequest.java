package dev.moldau.broker.follow;

import dev.moldau.cluster.controller.ApiError;
import dev.moldau.cluster.controller.ControllerCommand.CreateTopics;
import dev.moldau.cluster.controller.ControllerCommand.NewTopic;
import dev.moldau.cluster.controller.ControllerCommand.TopicCreation;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.header.RequestHeader;
import dev.moldau.protocol.message.CreateTopicsRequest;
import dev.moldau.protocol.message.CreateTopicsRequestCodec;
import dev.moldau.protocol.message.CreateTopicsResponse;
import dev.moldau.protocol.message.CreateTopicsResponseCodec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Topics that a broker itself wants, as a request and back from its answer. */
final class NewTopicsRequest {

    private static final short VERSION = CreateTopicsRequestCodec.INSTANCE.highestVersion();

    private NewTopicsRequest() {}

    /**
     * The request. It may be repeated: whoever wants a topic to exist is content with one that
     * does.
     *
     * @param timeoutMs how long the controller waits for the partitions to serve
     */
    static Enveloped<CreateTopicsResponse> of(
            CreateTopics command, Enveloped.Asker asker, int timeoutMs) {
        return Enveloped.of(
                new RequestHeader(ApiKey.CREATE_TOPICS, VERSION, 0, asker.principal()),
                CreateTopicsRequestCodec.INSTANCE,
                CreateTopicsResponseCodec.INSTANCE,
                new CreateTopicsRequest(
                        command.topics().stream().map(NewTopicsRequest::written).toList(),
                        timeoutMs,
                        command.validateOnly()),
                asker,
                true);
    }

    private static CreateTopicsRequest.Topic written(NewTopic topic) {
        return new CreateTopicsRequest.Topic(
                topic.name(),
                topic.partitions(),
                (short) topic.replicationFactor(),
                topic.assignment().entrySet().stream()
                        .map(e -> new CreateTopicsRequest.Assignment(e.getKey(), e.getValue()))
                        .toList(),
                topic.configs().entrySet().stream()
                        .map(e -> new CreateTopicsRequest.Config(e.getKey(), e.getValue()))
                        .toList());
    }

    /** What became of each topic, in the order of the command. */
    static List<TopicCreation> outcomes(CreateTopics command, CreateTopicsResponse response) {
        Map<String, TopicCreation> byName = new HashMap<>();
        response.topics().forEach(topic -> byName.put(topic.name(), outcome(command, topic)));
        return command.topics().stream()
                .map(
                        topic ->
                                byName.getOrDefault(
                                        topic.name(),
                                        TopicCreation.failed(
                                                topic.name(),
                                                ApiError.of(
                                                        ErrorCode.UNKNOWN_SERVER_ERROR,
                                                        "The controller's answer leaves the topic"
                                                                + " out."))))
                .toList();
    }

    private static TopicCreation outcome(CreateTopics command, CreateTopicsResponse.Topic topic) {
        ErrorCode error = ErrorCode.of(topic.errorCode());
        if (error != ErrorCode.NONE) {
            return TopicCreation.failed(topic.name(), new ApiError(error, topic.errorMessage()));
        }
        Map<String, String> configs = new HashMap<>();
        command.topics().stream()
                .filter(wanted -> wanted.name().equals(topic.name()))
                .forEach(
                        wanted ->
                                wanted.configs()
                                        .forEach(
                                                (key, value) -> {
                                                    if (value != null) {
                                                        configs.put(key, value);
                                                    }
                                                }));
        return new TopicCreation(
                topic.name(),
                ApiError.NONE,
                topic.topicId(),
                topic.numPartitions(),
                topic.replicationFactor(),
                configs);
    }
}
