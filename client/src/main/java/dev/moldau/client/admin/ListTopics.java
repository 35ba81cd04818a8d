package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.MetadataRequest;
import dev.moldau.protocol.message.MetadataResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lists all topics, through any broker. */
final class ListTopics implements Operation<String, Map<String, TopicListing>, MetadataResponse> {

    @Override
    public String name() {
        return "listTopics";
    }

    @Override
    public ApiKey api() {
        return ApiKey.METADATA;
    }

    @Override
    public short lowestVersion() {
        return 1;
    }

    @Override
    public short highestVersion() {
        return 13;
    }

    @Override
    public Target target(String key) {
        return new Target.Any();
    }

    @Override
    public ApiMessage message(List<String> keys, short version, int timeoutMs) {

        return new MetadataRequest(null, true, false, false);
    }

    @Override
    public void answered(
            List<String> keys,
            MetadataResponse response,
            short version,
            Node node,
            Verdicts<String, Map<String, TopicListing>> verdicts) {

        if (response.errorCode() != ErrorCode.NONE.code()) {
            keys.forEach(key -> verdicts.failed(key, ErrorCode.of(response.errorCode()), null));
            return;
        }
        Map<String, TopicListing> topics = new HashMap<>();
        for (MetadataResponse.Topic topic : response.topics()) {
            if (topic.name() != null && topic.errorCode() == ErrorCode.NONE.code()) {
                topics.put(
                        topic.name(),
                        new TopicListing(topic.name(), topic.topicId(), topic.isInternal()));
            }
        }
        keys.forEach(key -> verdicts.done(key, Map.copyOf(topics)));
    }
}
