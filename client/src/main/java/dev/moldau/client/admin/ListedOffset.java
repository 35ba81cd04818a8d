package dev.moldau.client.admin;

/**
 * An offset that was found.
 *
 * @param offset -1 if there is no such record
 * @param timestampMs the record's time in epoch ms; -1 for a special place or if there is none
 * @param leaderEpoch the epoch of the record; -1 if the broker does not say
 */
public record ListedOffset(long offset, long timestampMs, int leaderEpoch) {}
