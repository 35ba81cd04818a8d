package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Data;

/** The key of a committed offset in {@code __consumer_offsets}; versions 0 and 1 say the same. */
@Data(versions = "0-1")
public record OffsetCommitKey(String group, String topic, int partition) implements ApiMessage {}
