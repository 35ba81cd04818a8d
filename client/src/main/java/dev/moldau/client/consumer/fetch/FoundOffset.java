package dev.moldau.client.consumer.fetch;

/**
 * What a leader found for a time or a special place.
 *
 * @param offset -1 if no record is that young
 * @param timestampMs of the record found; -1 for a special place
 * @param epoch the leader epoch of the record, -1 if not known
 */
public record FoundOffset(long offset, long timestampMs, int epoch) {}
