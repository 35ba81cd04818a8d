package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Data;

/** The key of what a consumer group's member wants, in {@code __consumer_offsets}. */
@Data(versions = "5")
public record ConsumerGroupMemberMetadataKey(String groupId, String memberId)
        implements ApiMessage {}
