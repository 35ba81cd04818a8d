package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.CreatePartitionsRequest;
import dev.moldau.protocol.message.CreatePartitionsResponse;
import java.util.List;
import java.util.Map;

/** Raises the number of partitions of topics, through the controller. */
final class CreatePartitions implements Operation<String, Integer, CreatePartitionsResponse> {

    private final Map<String, NewPartitions> growth;
    private final boolean validateOnly;

    CreatePartitions(Map<String, NewPartitions> growth, boolean validateOnly) {
        this.growth = growth;
        this.validateOnly = validateOnly;
    }

    @Override
    public String name() {
        return "createPartitions";
    }

    @Override
    public ApiKey api() {
        return ApiKey.CREATE_PARTITIONS;
    }

    @Override
    public short lowestVersion() {
        return 0;
    }

    @Override
    public short highestVersion() {
        return 3;
    }

    @Override
    public Target target(String key) {
        return new Target.Controller();
    }

    @Override
    public ApiMessage message(List<String> keys, short version, int timeoutMs) {

        return new CreatePartitionsRequest(
                keys.stream().map(name -> topic(name, Maps.get(growth, name))).toList(),
                timeoutMs,
                validateOnly);
    }

    @Override
    public void answered(
            List<String> keys,
            CreatePartitionsResponse response,
            short version,
            Node node,
            Verdicts<String, Integer> verdicts) {

        for (CreatePartitionsResponse.Topic topic : response.results()) {
            if (growth.containsKey(topic.name())) {
                verdicts.settle(
                        topic.name(),
                        topic.errorCode(),
                        topic.errorMessage(),
                        Maps.get(growth, topic.name()).totalCount());
            }
        }
    }

    private static CreatePartitionsRequest.Topic topic(String name, NewPartitions growth) {
        return new CreatePartitionsRequest.Topic(
                name,
                growth.totalCount(),
                growth.replicas().isEmpty()
                        ? null
                        : growth.replicas().stream()
                                .map(CreatePartitionsRequest.Assignment::new)
                                .toList());
    }
}
