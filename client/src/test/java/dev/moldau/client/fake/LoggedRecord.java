package dev.moldau.client.fake;

import org.jspecify.annotations.Nullable;

/** A record as it lies in a log. */
@SuppressWarnings("ArrayRecordComponent")
public record LoggedRecord(
        long offset,
        long timestampMs,
        byte @Nullable [] key,
        byte @Nullable [] value,
        int headerCount) {}
