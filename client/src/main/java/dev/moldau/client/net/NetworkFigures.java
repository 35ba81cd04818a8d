package dev.moldau.client.net;

import dev.moldau.client.metrics.ClientMetrics;
import java.util.function.LongSupplier;

/** Declares what a client's network counts among the client's figures. Without state. */
final class NetworkFigures {

    private static final String PREFIX = "moldau_client_";

    private NetworkFigures() {}

    static void declare(ClientMetrics metrics, NetworkCounters counters) {
        count(metrics, "connections_opened", "Connections that became ready.", counters::opened);
        count(metrics, "connections_closed", "Ready connections that ended.", counters::closed);
        count(
                metrics,
                "connections_idle_closed",
                "Connections closed after connections.max.idle.ms.",
                counters::idleClosed);
        count(
                metrics,
                "connection_attempts_failed",
                "Attempts at a connection that failed.",
                counters::failedAttempts);
        count(metrics, "received_bytes", "Bytes that came in.", counters::bytesIn);
        count(metrics, "sent_bytes", "Bytes of requests handed to sockets.", counters::bytesOut);
        count(metrics, "requests", "Requests handed to sockets.", counters::requests);
        count(metrics, "answers", "Answers that came.", counters::answers);
        count(metrics, "socket_flushes", "Times requests went to the kernel.", counters::flushes);
        count(metrics, "timeouts", "Calls that timed out.", counters::timeouts);
    }

    private static void count(
            ClientMetrics metrics, String name, String meaning, LongSupplier value) {
        metrics.counter(PREFIX + name + "_total", meaning, () -> (double) value.getAsLong());
    }
}
