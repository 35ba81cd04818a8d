package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Data;

/** The key of a classic group in {@code __consumer_offsets}. */
@Data(versions = "2")
public record GroupMetadataKey(String group) implements ApiMessage {}
