package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Data;
import java.util.List;

/**
 * The topics that a regular expression of a consumer group stands for.
 *
 * @param version of the cluster's metadata by which it was evaluated
 * @param timestamp when, in epoch ms
 */
@Data(versions = "0", flexible = "0+")
public record ConsumerGroupRegularExpressionValue(List<String> topics, long version, long timestamp)
        implements ApiMessage {}
