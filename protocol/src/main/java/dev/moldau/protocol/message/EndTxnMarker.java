package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Data;

/**
 * The value of a commit or abort marker in a partition, after its version.
 *
 * @param coordinatorEpoch the leader epoch of the coordinator's partition, for fencing
 */
@Data(versions = "0")
public record EndTxnMarker(int coordinatorEpoch) implements ApiMessage {}
