package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * Lists the brokers or controllers of the cluster.
 *
 * @param clusterAuthorizedOperations bit n is set if operation n is allowed; the least int if
 *     nobody asked
 */
@Response(api = ApiKey.DESCRIBE_CLUSTER, versions = "0-2", flexible = "0+")
public record DescribeClusterResponse(
        int throttleTimeMs,
        short errorCode,
        @Nullable("0+") @Default("null") String errorMessage,
        @Versions("1+") @Default("1") byte endpointType,
        String clusterId,
        @Default("-1") int controllerId,
        List<Broker> brokers,
        @Default("-2147483648") int clusterAuthorizedOperations)
        implements ApiMessage {

    /**
     * A broker, through the listener that was asked.
     *
     * @param isFenced whether it is registered but out of service
     */
    public record Broker(
            int brokerId,
            String host,
            int port,
            @Nullable("0+") @Default("null") String rack,
            @Versions("2+") boolean isFenced) {}
}
