package dev.moldau.client.consumer;

/**
 * The first record that is not older than a time.
 *
 * @param offset its offset
 * @param timestampMs its time, in epoch ms
 * @param leaderEpoch the leader epoch in which it was appended; -1 if not known
 */
public record OffsetAndTimestamp(long offset, long timestampMs, int leaderEpoch) {}
