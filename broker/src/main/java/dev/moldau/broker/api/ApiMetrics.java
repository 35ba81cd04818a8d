package dev.moldau.broker.api;

import dev.moldau.protocol.ErrorCode;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The counters of one API. Written by every thread that brings or completes a request, read by
 * whoever reports; values are sums that may be a moment old. See {@link ApiMetric} for names.
 */
public final class ApiMetrics {

    /** Upper bounds are 2^i microseconds; the last bucket takes the rest (above 16 s). */
    static final int BUCKETS = 25;

    private final LongAdder requests = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder requestBytes = new LongAdder();
    private final LongAdder responseBytes = new LongAdder();
    private final LongAdder durationNs = new LongAdder();
    private final LongAdder[] durations = new LongAdder[BUCKETS];
    private final ConcurrentHashMap<ErrorCode, LongAdder> errors = new ConcurrentHashMap<>();

    ApiMetrics() {
        for (int i = 0; i < BUCKETS; i++) {
            durations[i] = new LongAdder();
        }
    }

    void requested(int frameBytes) {
        requests.increment();
        requestBytes.add(frameBytes);
    }

    void failed() {
        failures.increment();
    }

    void erred(ErrorCode error) {
        errors.computeIfAbsent(error, code -> new LongAdder()).increment();
    }

    void answered(long responseSizeBytes, long spanNs) {
        responseBytes.add(responseSizeBytes);
        durationNs.add(spanNs);
        durations[bucket(spanNs)].increment();
    }

    static int bucket(long spanNs) {
        long spanUs = Math.max(0, spanNs) / 1_000;
        return Math.min(Long.SIZE - Long.numberOfLeadingZeros(spanUs), BUCKETS - 1);
    }

    /** Requests received. */
    public long requests() {
        return requests.sum();
    }

    /** Requests that ended in a bug or closed their connection. */
    public long failures() {
        return failures.sum();
    }

    /** Size of the requests received, in bytes. */
    public long requestBytes() {
        return requestBytes.sum();
    }

    /** Size of the responses encoded, in bytes. */
    public long responseBytes() {
        return responseBytes.sum();
    }

    /** The sum of all requests' durations, in nanoseconds. */
    public long durationNs() {
        return durationNs.sum();
    }

    /** Requests by duration: bucket {@code i} counts those below 2^i microseconds. */
    public long[] durationCounts() {
        long[] counts = new long[BUCKETS];
        for (int i = 0; i < BUCKETS; i++) {
            counts[i] = durations[i].sum();
        }
        return counts;
    }

    /** Protocol errors answered. */
    public Map<ErrorCode, Long> errors() {
        Map<ErrorCode, Long> counts = new EnumMap<>(ErrorCode.class);
        errors.forEach((code, count) -> counts.put(code, count.sum()));
        return counts;
    }
}
