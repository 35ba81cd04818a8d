package dev.moldau.storage;

/**
 * Where a time is in a log.
 *
 * @param timestampMs the timestamp of the record, in milliseconds since 1970; -1 if unknown
 * @param offset the offset of the record
 * @param leaderEpoch the leader epoch of the record's batch; -1 if unknown
 */
public record OffsetAtTime(long timestampMs, long offset, int leaderEpoch) {}
