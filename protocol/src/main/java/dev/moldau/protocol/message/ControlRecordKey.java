package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Data;

/**
 * The key of a control record in a partition, after its version.
 *
 * @param type 0 for an abort marker, 1 for a commit marker, from 2 on for a metadata quorum
 */
@Data(versions = "0")
public record ControlRecordKey(short type) implements ApiMessage {}
