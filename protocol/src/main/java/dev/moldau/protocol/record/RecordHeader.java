package dev.moldau.protocol.record;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A header of a record to be written (KIP-82).
 *
 * @param key its name
 * @param value its bytes from position to limit, which are not moved, or null
 */
public record RecordHeader(String key, @Nullable ByteBuffer value) {}
