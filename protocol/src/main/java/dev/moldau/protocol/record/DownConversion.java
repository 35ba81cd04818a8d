package dev.moldau.protocol.record;

/**
 * What came of turning batches into messages of an older format.
 *
 * @param sizeBytes how many bytes were written to the target
 * @param nextOffset the offset after the last one that was dealt with: written, or a control record
 *     or an emptied batch, which the old formats do not know
 * @param neededBytes 0 unless the very first message did not fit the target; then the size of a
 *     target that it fits, so that a reader can be given one message whatever its limits
 */
public record DownConversion(int sizeBytes, long nextOffset, int neededBytes) {}
