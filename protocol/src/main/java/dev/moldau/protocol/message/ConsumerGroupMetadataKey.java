package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Data;

/** The key of a consumer group's epoch in {@code __consumer_offsets}. */
@Data(versions = "3")
public record ConsumerGroupMetadataKey(String groupId) implements ApiMessage {}
