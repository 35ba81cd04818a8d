package dev.moldau.client.net;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.message.ApiVersionsResponse;
import java.util.Arrays;

/** What one broker serves: from which version to which, by API. Immutable. */
final class VersionRanges {

    /** Stands for "no version". */
    static final short NONE = -1;

    private final short[] lowest;
    private final short[] highest;

    private VersionRanges(short[] lowest, short[] highest) {
        this.lowest = lowest;
        this.highest = highest;
    }

    /** What a broker says of itself; APIs that we do not know are left out. */
    static VersionRanges of(ApiVersionsResponse answer) {
        int apis = 1 + Arrays.stream(ApiKey.values()).mapToInt(ApiKey::id).max().orElseThrow();
        short[] lowest = new short[apis];
        short[] highest = new short[apis];
        Arrays.fill(highest, NONE);
        for (ApiVersionsResponse.Api api : answer.apiKeys()) {
            if (api.apiKey() >= 0 && api.apiKey() < apis) {
                lowest[api.apiKey()] = api.minVersion();
                highest[api.apiKey()] = api.maxVersion();
            }
        }
        return new VersionRanges(lowest, highest);
    }

    /** Whether the broker has the API at all. */
    boolean serves(ApiKey api) {
        return highest[api.id()] != NONE;
    }

    /** The highest version within bounds that the broker serves, or {@link #NONE}. */
    short highestCommon(ApiKey api, short low, short high) {
        short common = (short) Math.min(high, highest[api.id()]);
        return common >= low && common >= lowest[api.id()] ? common : NONE;
    }

    /** For people: {@code versions 3 to 13 of Produce}, or that there is none. */
    String describe(ApiKey api) {
        return !serves(api)
                ? "no version of " + api.wireName()
                : "versions "
                        + lowest[api.id()]
                        + " to "
                        + highest[api.id()]
                        + " of "
                        + api.wireName();
    }
}
