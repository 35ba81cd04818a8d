package dev.moldau.client.consumer.fetch;

import dev.moldau.client.metrics.ClientMetrics;
import java.util.function.LongSupplier;

/**
 * What fetching counts. Written on the loop only, but for what is said otherwise; read anywhere.
 */
public final class FetchCounters {

    private static final String PREFIX = "moldau_consumer_";

    private volatile long fetches;
    private volatile long fetchedBytes;
    private volatile long bufferedBytes;
    private volatile long resets;
    private volatile long truncations;
    private volatile long failures;
    private volatile long records;

    /** At zero. */
    public FetchCounters() {}

    /** Puts what is counted here among the client's figures; once. */
    public void declare(ClientMetrics metrics) {
        count(metrics, "fetches_total", "Fetch requests that were answered.", () -> fetches);
        count(metrics, "fetched_bytes_total", "Bytes of batches fetched.", () -> fetchedBytes);
        count(metrics, "records_total", "Records that poll returned.", () -> records);
        count(
                metrics,
                "resets_total",
                "Partitions begun by auto.offset.reset, once for each time.",
                () -> resets);
        count(
                metrics,
                "truncations_total",
                "Times that a log was found to have been cut below what was read.",
                () -> truncations);
        count(
                metrics,
                "fetch_failures_total",
                "Fetches that a broker refused, per partition, or did not answer.",
                () -> failures);
        metrics.gauge(
                PREFIX + "buffered_bytes",
                "Bytes of batches that wait for poll.",
                () -> (double) bufferedBytes);
    }

    private static void count(
            ClientMetrics metrics, String name, String meaning, LongSupplier value) {
        metrics.counter(PREFIX + name, meaning, () -> (double) value.getAsLong());
    }

    // Each field has one writer, so that reading and writing it need not be one step.

    @SuppressWarnings("NonAtomicVolatileUpdate")
    void fetched(int bytes) {
        fetches++;
        fetchedBytes += bytes;
    }

    void buffered(long bytes) {
        bufferedBytes = bytes;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    void reset() {
        resets++;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    void truncated() {
        truncations++;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    void failed() {
        failures++;
    }

    /** Poll returns so many records. By the polling thread. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    public void returned(int count) {
        records += count;
    }
}
