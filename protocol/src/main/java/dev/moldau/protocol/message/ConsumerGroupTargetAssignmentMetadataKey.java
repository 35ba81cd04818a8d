package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Data;

/** The key of the epoch of a consumer group's target assignment. */
@Data(versions = "6")
public record ConsumerGroupTargetAssignmentMetadataKey(String groupId) implements ApiMessage {}
