package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import java.util.List;

/** Lists idempotent and transactional producers by partition. */
@Response(api = ApiKey.DESCRIBE_PRODUCERS, versions = "0", flexible = "0+")
public record DescribeProducersResponse(int throttleTimeMs, List<Topic> topics)
        implements ApiMessage {

    /** The partitions of one topic. */
    public record Topic(String name, List<Partition> partitions) {}

    /** The producers of one partition. */
    public record Partition(
            int partitionIndex,
            short errorCode,
            @Nullable("0+") @Default("null") String errorMessage,
            List<Producer> activeProducers) {}

    /**
     * What the partition remembers of a producer.
     *
     * @param lastSequence -1 for none
     * @param lastTimestamp the time of its last batch, -1 for none
     * @param currentTxnStartOffset where its open transaction begins, -1 for none
     */
    public record Producer(
            long producerId,
            int producerEpoch,
            @Default("-1") int lastSequence,
            @Default("-1") long lastTimestamp,
            int coordinatorEpoch,
            @Default("-1") long currentTxnStartOffset) {}
}
