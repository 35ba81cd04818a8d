package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.DeleteTopicsRequest;
import dev.moldau.protocol.message.DeleteTopicsResponse;
import java.util.List;

/** Deletes topics by name, through the controller. */
final class DeleteTopics implements Operation<String, String, DeleteTopicsResponse> {

    /** Since this version topics are structures that can also carry an id. */
    private static final short BY_TOPIC = 6;

    @Override
    public String name() {
        return "deleteTopics";
    }

    @Override
    public ApiKey api() {
        return ApiKey.DELETE_TOPICS;
    }

    @Override
    public short lowestVersion() {
        return 0;
    }

    @Override
    public short highestVersion() {
        return 6;
    }

    @Override
    public Target target(String key) {
        return new Target.Controller();
    }

    @Override
    public ApiMessage message(List<String> keys, short version, int timeoutMs) {

        return version >= BY_TOPIC
                ? new DeleteTopicsRequest(
                        keys.stream()
                                .map(name -> new DeleteTopicsRequest.Topic(name, Uuid.ZERO))
                                .toList(),
                        List.of(),
                        timeoutMs)
                : new DeleteTopicsRequest(List.of(), keys, timeoutMs);
    }

    @Override
    public void answered(
            List<String> keys,
            DeleteTopicsResponse response,
            short version,
            Node node,
            Verdicts<String, String> verdicts) {

        for (DeleteTopicsResponse.Topic topic : response.responses()) {
            if (topic.name() != null) {
                verdicts.settle(
                        topic.name(), topic.errorCode(), topic.errorMessage(), topic.name());
            }
        }
    }
}
