package dev.moldau.broker.api;

import dev.moldau.protocol.ApiKey;

/**
 * The versions of an API that are served.
 *
 * @param api which API
 * @param lowest the lowest version served
 * @param highest the highest version served
 */
public record VersionRange(ApiKey api, short lowest, short highest) {

    public VersionRange {
        if (lowest < 0 || highest < lowest) {
            throw new IllegalArgumentException(
                    api.wireName() + " cannot serve versions " + lowest + " to " + highest);
        }
    }

    /** Whether the version is served. */
    public boolean contains(short version) {
        return version >= lowest && version <= highest;
    }
}
