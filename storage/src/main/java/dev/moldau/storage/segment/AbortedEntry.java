package dev.moldau.storage.segment;

/**
 * An aborted transaction, as the index has it.
 *
 * @param producerId whose it was
 * @param firstOffset the offset of its first record
 * @param lastOffset the offset of the marker that ended it
 * @param lastStableOffset the log's last stable offset once the marker was there; nothing aborted
 *     later has records below it
 */
public record AbortedEntry(
        long producerId, long firstOffset, long lastOffset, long lastStableOffset) {}
