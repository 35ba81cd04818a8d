package dev.moldau.client.admin;

import dev.moldau.client.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The cluster's brokers.
 *
 * @param clusterId null if the brokers are too old to say
 * @param controller null if there is none now
 * @param brokers those that are up
 */
public record ClusterDescription(
        @Nullable String clusterId, @Nullable Node controller, List<Node> brokers) {

    /** Copies the list. */
    public ClusterDescription {
        brokers = List.copyOf(brokers);
    }
}
