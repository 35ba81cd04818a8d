package dev.moldau.storage;

/**
 * A transaction that was aborted, as fetch responses for committed reads carry it.
 *
 * @param producerId whose it was
 * @param firstOffset the offset of its first record
 */
public record AbortedTransaction(long producerId, long firstOffset) {}
