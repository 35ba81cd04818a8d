package dev.moldau.client.admin;

import java.util.Map;

/**
 * What the cluster has settled on and what the broker asked could live with.
 *
 * @param finalized the levels in use, by name of the feature
 * @param supported the levels that the broker asked could work with, by name of the feature
 * @param finalizedEpoch grows when features are finalized; -1 if not known
 */
public record Features(
        Map<String, Levels> finalized, Map<String, Levels> supported, long finalizedEpoch) {

    /** Copies the maps. */
    public Features {
        finalized = Map.copyOf(finalized);
        supported = Map.copyOf(supported);
    }

    /**
     * A range of levels or versions, both ends included.
     *
     * @param lowest the lower end
     * @param highest the upper end
     */
    public record Levels(int lowest, int highest) {}
}
