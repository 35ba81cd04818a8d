package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Data;

/** The key of what a consumer group's member owns. */
@Data(versions = "8")
public record ConsumerGroupCurrentMemberAssignmentKey(String groupId, String memberId)
        implements ApiMessage {}
