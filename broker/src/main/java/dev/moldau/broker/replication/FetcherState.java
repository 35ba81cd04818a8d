package dev.moldau.broker.replication;

import org.jspecify.annotations.Nullable;

/**
 * What one fetcher does, for metrics and people.
 *
 * @param leaderId the broker it fetches from
 * @param index which of that broker's fetchers it is
 * @param partitions how many partitions it follows
 * @param lastError why its last fetch failed as a whole, null if it did not
 */
public record FetcherState(int leaderId, int index, int partitions, @Nullable String lastError) {}
