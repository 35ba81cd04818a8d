package dev.moldau.client.listener;

import dev.moldau.client.Header;
import dev.moldau.common.TopicPartition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A record as the source read it. Nobody changes its bytes. */
final class Arrival {

    private final TopicPartition place;
    private final long offset;
    private final int leaderEpoch;
    private final long timestampMs;
    private final boolean appendTime;
    private final byte @Nullable [] key;
    private final byte @Nullable [] value;
    private final List<Header> headers;

    /**
     * A record.
     *
     * @param leaderEpoch -1 if not known
     * @param timestampMs -1 for none
     */
    Arrival(
            TopicPartition place,
            long offset,
            int leaderEpoch,
            long timestampMs,
            boolean appendTime,
            byte @Nullable [] key,
            byte @Nullable [] value,
            List<Header> headers) {
        this.place = place;
        this.offset = offset;
        this.leaderEpoch = leaderEpoch;
        this.timestampMs = timestampMs;
        this.appendTime = appendTime;
        this.key = key;
        this.value = value;
        this.headers = headers;
    }

    TopicPartition place() {
        return place;
    }

    long offset() {
        return offset;
    }

    int leaderEpoch() {
        return leaderEpoch;
    }

    long timestampMs() {
        return timestampMs;
    }

    boolean appendTime() {
        return appendTime;
    }

    byte @Nullable [] key() {
        return key;
    }

    byte @Nullable [] value() {
        return value;
    }

    List<Header> headers() {
        return headers;
    }

    /** What key and value take; headers are seldom large, and looking at them costs. */
    int bytes() {
        return (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
    }
}
