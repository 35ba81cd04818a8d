package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.MetadataRequest;
import dev.moldau.protocol.message.MetadataResponse;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Tells the brokers and the controller. Asks by Metadata, which every broker serves, and which
 * brings the same as DescribeCluster does.
 */
final class DescribeCluster implements Operation<String, ClusterDescription, MetadataResponse> {

    @Override
    public String name() {
        return "describeCluster";
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

        return new MetadataRequest(List.of(), true, false, false);
    }

    @Override
    public void answered(
            List<String> keys,
            MetadataResponse response,
            short version,
            Node node,
            Verdicts<String, ClusterDescription> verdicts) {

        if (response.errorCode() != ErrorCode.NONE.code()) {
            keys.forEach(key -> verdicts.failed(key, ErrorCode.of(response.errorCode()), null));
            return;
        }
        Map<Integer, Node> brokers =
                response.brokers().stream()
                        .map(
                                broker ->
                                        new Node(
                                                broker.nodeId(),
                                                broker.host(),
                                                broker.port(),
                                                broker.rack()))
                        .collect(Collectors.toMap(Node::id, Function.identity()));
        ClusterDescription cluster =
                new ClusterDescription(
                        response.clusterId(),
                        brokers.get(response.controllerId()),
                        List.copyOf(brokers.values()));
        keys.forEach(key -> verdicts.done(key, cluster));
    }
}
