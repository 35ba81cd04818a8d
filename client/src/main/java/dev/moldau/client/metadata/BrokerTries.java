package dev.moldau.client.metadata;

import dev.moldau.client.Node;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Which brokers were tried in vain since the last good answer, and why it was in vain: for the
 * messages of those who wait. Written on the loop, read by any thread.
 */
final class BrokerTries {

    /** A message with more of them helps nobody. */
    private static final int MAX_TOLD = 8;

    private final Map<Node, String> causes = new LinkedHashMap<>();
    private volatile String summary = "";

    /** One more attempt failed. */
    void failed(Node node, String cause) {
        causes.remove(node);
        causes.put(node, cause);
        if (causes.size() > MAX_TOLD) {
            causes.remove(causes.keySet().iterator().next());
        }
        summary =
                causes.entrySet().stream()
                        .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                        .collect(Collectors.joining(", "));
    }

    /** A broker gave a good answer. */
    void answered() {
        if (!causes.isEmpty()) {
            causes.clear();
            summary = "";
        }
    }

    /** The brokers with the cause of each, the last tried at the end; empty if none. */
    String summary() {
        return summary;
    }
}
