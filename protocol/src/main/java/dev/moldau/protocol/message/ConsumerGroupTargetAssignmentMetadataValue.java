package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Data;
import dev.moldau.protocol.schema.Tagged;

/**
 * For which epoch of a consumer group its target assignment was computed.
 *
 * @param assignmentEpoch the group epoch
 * @param assignmentTimestamp when, in epoch ms; 0 for unknown
 */
@Data(versions = "0", flexible = "0+")
public record ConsumerGroupTargetAssignmentMetadataValue(
        int assignmentEpoch, @Tagged(tag = 0, versions = "0+") long assignmentTimestamp)
        implements ApiMessage {}
