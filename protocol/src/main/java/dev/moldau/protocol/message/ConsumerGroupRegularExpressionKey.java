package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Data;

/** The key of the topics that a regular expression of a consumer group stands for. */
@Data(versions = "16")
public record ConsumerGroupRegularExpressionKey(String groupId, String regularExpression)
        implements ApiMessage {}
