package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.DeleteTopicsRequest;
import dev.moldau.protocol.message.DeleteTopicsResponse;
import java.util.List;

/** Deletes topics by id, through the controller. */
final class DeleteTopicsById implements Operation<Uuid, Uuid, DeleteTopicsResponse> {

    @Override
    public String name() {
        return "deleteTopicsById";
    }

    @Override
    public ApiKey api() {
        return ApiKey.DELETE_TOPICS;
    }

    @Override
    public short lowestVersion() {
        return 6;
    }

    @Override
    public short highestVersion() {
        return 6;
    }

    @Override
    public Target target(Uuid key) {
        return new Target.Controller();
    }

    @Override
    public ApiMessage message(List<Uuid> keys, short version, int timeoutMs) {

        return new DeleteTopicsRequest(
                keys.stream().map(id -> new DeleteTopicsRequest.Topic(null, id)).toList(),
                List.of(),
                timeoutMs);
    }

    @Override
    public void answered(
            List<Uuid> keys,
            DeleteTopicsResponse response,
            short version,
            Node node,
            Verdicts<Uuid, Uuid> verdicts) {

        for (DeleteTopicsResponse.Topic topic : response.responses()) {
            verdicts.settle(
                    topic.topicId(), topic.errorCode(), topic.errorMessage(), topic.topicId());
        }
    }
}
