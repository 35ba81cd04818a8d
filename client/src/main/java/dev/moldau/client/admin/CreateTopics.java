package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.CreateTopicsRequest;
import dev.moldau.protocol.message.CreateTopicsResponse;
import java.util.List;
import java.util.Map;

/** Creates topics, through the controller. */
final class CreateTopics implements Operation<String, CreatedTopic, CreateTopicsResponse> {

    private final Map<String, NewTopic> topics;
    private final boolean validateOnly;

    CreateTopics(Map<String, NewTopic> topics, boolean validateOnly) {
        this.topics = topics;
        this.validateOnly = validateOnly;
    }

    @Override
    public String name() {
        return "createTopics";
    }

    @Override
    public ApiKey api() {
        return ApiKey.CREATE_TOPICS;
    }

    @Override
    public short lowestVersion() {
        return (short) (validateOnly ? 1 : 0);
    }

    @Override
    public short highestVersion() {
        return 7;
    }

    @Override
    public Target target(String key) {
        return new Target.Controller();
    }

    @Override
    public ApiMessage message(List<String> keys, short version, int timeoutMs) {

        return new CreateTopicsRequest(
                keys.stream().map(name -> topic(Maps.get(topics, name))).toList(),
                timeoutMs,
                validateOnly);
    }

    @Override
    public void answered(
            List<String> keys,
            CreateTopicsResponse response,
            short version,
            Node node,
            Verdicts<String, CreatedTopic> verdicts) {

        for (CreateTopicsResponse.Topic topic : response.topics()) {
            verdicts.settle(
                    topic.name(),
                    topic.errorCode(),
                    topic.errorMessage(),
                    new CreatedTopic(
                            topic.name(),
                            topic.topicId(),
                            topic.numPartitions(),
                            topic.replicationFactor()));
        }
    }

    private static CreateTopicsRequest.Topic topic(NewTopic topic) {
        return new CreateTopicsRequest.Topic(
                topic.name(),
                topic.partitions(),
                (short) topic.replicationFactor(),
                topic.replicas().entrySet().stream()
                        .map(
                                entry ->
                                        new CreateTopicsRequest.Assignment(
                                                entry.getKey(), entry.getValue()))
                        .toList(),
                topic.configs().entrySet().stream()
                        .map(
                                entry ->
                                        new CreateTopicsRequest.Config(
                                                entry.getKey(), entry.getValue()))
                        .toList());
    }
}
