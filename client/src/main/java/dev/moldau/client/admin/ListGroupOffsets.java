package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.OffsetFetchRequest;
import dev.moldau.protocol.message.OffsetFetchResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells how far groups have come, through their coordinators. Version 9 is the last that names
 * topics.
 */
final class ListGroupOffsets
        implements Operation<String, Map<TopicPartition, CommittedOffset>, OffsetFetchResponse> {

    /** Since this version groups are asked for in another place of the request. */
    private static final short SEVERAL = 8;

    @Override
    public String name() {
        return "listGroupOffsets";
    }

    @Override
    public ApiKey api() {
        return ApiKey.OFFSET_FETCH;
    }

    @Override
    public short lowestVersion() {
        return 2;
    }

    @Override
    public short highestVersion() {
        return 9;
    }

    @Override
    public Target target(String key) {
        return new Target.Coordinator(key);
    }

    @Override
    public boolean together() {
        return false;
    }

    @Override
    public ApiMessage message(List<String> keys, short version, int timeoutMs) {

        return version >= SEVERAL
                ? new OffsetFetchRequest(
                        "",
                        List.of(),
                        keys.stream()
                                .map(group -> new OffsetFetchRequest.Group(group, null, -1, null))
                                .toList(),
                        false)
                : new OffsetFetchRequest(keys.get(0), null, List.of(), false);
    }

    @Override
    public void answered(
            List<String> keys,
            OffsetFetchResponse response,
            short version,
            Node node,
            Verdicts<String, Map<TopicPartition, CommittedOffset>> verdicts) {

        if (version < SEVERAL) {
            take(keys.get(0), response.errorCode(), response.topics(), verdicts);
            return;
        }
        for (OffsetFetchResponse.Group group : response.groups()) {
            take(group.groupId(), group.errorCode(), group.topics(), verdicts);
        }
    }

    private static void take(
            String group,
            short errorCode,
            List<OffsetFetchResponse.Topic> topics,
            Verdicts<String, Map<TopicPartition, CommittedOffset>> verdicts) {
        Map<TopicPartition, CommittedOffset> offsets = new HashMap<>();
        for (OffsetFetchResponse.Topic topic : topics) {
            for (OffsetFetchResponse.Partition partition : topic.partitions()) {
                if (partition.errorCode() != ErrorCode.NONE.code()) {
                    verdicts.failed(group, ErrorCode.of(partition.errorCode()), null);
                    return;
                }
                if (partition.committedOffset() >= 0) {
                    offsets.put(
                            new TopicPartition(topic.name(), partition.partitionIndex()),
                            new CommittedOffset(
                                    partition.committedOffset(),
                                    partition.committedLeaderEpoch(),
                                    partition.metadata() == null ? "" : partition.metadata()));
                }
            }
        }
        verdicts.settle(group, errorCode, null, Map.copyOf(offsets));
    }
}
