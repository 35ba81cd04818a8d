package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Data;

/** The key of what a consumer group's member shall own. */
@Data(versions = "7")
public record ConsumerGroupTargetAssignmentMemberKey(String groupId, String memberId)
        implements ApiMessage {}
