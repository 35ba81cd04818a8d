package dev.moldau.client.admin;

import java.util.Map;

/**
 * What the cluster has settled on and what the broker asked could live with.
 *
 * @param finalizedEpoch grows when features are finalized; -1 if not known
 */
public record Features(
        Map<String, Levels> finalized, Map<String, Levels> supported, long finalizedEpoch) {

    /** Copies the maps. */
    public Features {
        finalized = Map.copyOf(finalized);
        supported = Map.copyOf(supported);
    }

    /** A range of levels or versions, both ends included. */
    public record Levels(int lowest, int highest) {}
}
