package dev.moldau.client.producer;

import dev.moldau.client.metrics.ClientMetrics;
import dev.moldau.client.producer.batch.Accumulator;
import dev.moldau.client.producer.send.SenderMetrics;
import java.util.function.LongSupplier;

/** Declares a producer's figures. One use. */
final class ProducerFigures {

    private static final String PREFIX = "moldau_producer_";
    private static final double MS_PER_SECOND = 1_000;

    private final ClientMetrics metrics;

    private ProducerFigures(ClientMetrics metrics) {
        this.metrics = metrics;
    }

    /** Declares all that a producer counts of its own. */
    static void declare(ClientMetrics metrics, SenderMetrics sent, Accumulator accumulator) {
        ProducerFigures figures = new ProducerFigures(metrics);
        figures.records(sent);
        figures.times(sent);
        figures.memory(accumulator);
    }

    private void records(SenderMetrics sent) {
        count("records_sent_total", "Records acknowledged.", sent::recordsSent);
        count("records_failed_total", "Records given up.", sent::recordsFailed);
        count(
                "records_retried_total",
                "Records sent again, once for each time.",
                sent::recordsRetried);
        count("batches_sent_total", "Batches acknowledged.", sent::batchesSent);
        count(
                "batches_split_total",
                "Batches taken apart as a broker found them too large.",
                sent::splits);
        count(
                "batches_expired_total",
                "Batches given up after delivery.timeout.ms.",
                sent::expiries);
        count("sent_bytes_total", "Bytes of batches in requests.", sent::bytesSent);
        count("requests_total", "Produce requests.", sent::requests);
        count(
                "epoch_bumps_total",
                "New epochs of the producer id, begun to keep order and uniqueness.",
                sent::epochBumps);
    }

    private void times(SenderMetrics sent) {
        seconds(
                "request_latency_seconds_total",
                "From the last attempt to the answer, summed over acknowledged batches, in s.",
                sent::latencySumMs);
        maximum(
                "request_latency_max_seconds",
                "The longest time from an attempt to its answer, in s.",
                sent::latencyMaxMs);
        seconds(
                "queue_time_seconds_total",
                "From a batch's first record to its first attempt, summed, in s.",
                sent::queueTimeSumMs);
        maximum(
                "queue_time_max_seconds",
                "The longest time from a batch's first record to its first attempt, in s.",
                sent::queueTimeMaxMs);
        seconds(
                "throttle_seconds_total",
                "How long brokers asked to be left alone, in s.",
                sent::throttleTimeMs);
    }

    private void memory(Accumulator accumulator) {
        gauge("buffer_total_bytes", "buffer.memory, in bytes.", accumulator::totalBytes);
        gauge(
                "buffer_available_bytes",
                "Memory that no record takes, in bytes.",
                accumulator::availableBytes);
        gauge("waiting_callers", "Callers that wait for memory.", accumulator::waitingCallers);
    }

    private void count(String name, String meaning, LongSupplier value) {
        metrics.counter(PREFIX + name, meaning, () -> (double) value.getAsLong());
    }

    private void gauge(String name, String meaning, LongSupplier value) {
        metrics.gauge(PREFIX + name, meaning, () -> (double) value.getAsLong());
    }

    private void seconds(String name, String meaning, LongSupplier valueMs) {
        metrics.counter(PREFIX + name, meaning, () -> valueMs.getAsLong() / MS_PER_SECOND);
    }

    private void maximum(String name, String meaning, LongSupplier valueMs) {
        metrics.gauge(PREFIX + name, meaning, () -> valueMs.getAsLong() / MS_PER_SECOND);
    }
}
