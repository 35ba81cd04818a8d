package dev.moldau.broker.partition;

import dev.moldau.protocol.compress.Compression;

/**
 * How a topic's batches are kept, if not as they came ({@code compression.type}).
 *
 * @param compression the codec
 * @param level its level
 */
public record Recompression(Compression compression, int level) {}
