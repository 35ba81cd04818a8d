package dev.moldau.client.listener;

/**
 * How far a partition is done.
 *
 * @param offset the next one to read
 * @param leaderEpoch of the record before it, so that a log that was cut is recognised; -1 if not
 *     known
 */
record Mark(long offset, int leaderEpoch) {}
