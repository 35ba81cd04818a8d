package dev.moldau.client.fake;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.message.ApiVersionsResponse;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Which APIs a broker serves, and in which versions. Starts with all that a producer needs. */
public final class FakeVersions {

    private record Range(int lowest, int highest) {}

    private final Map<ApiKey, Range> ranges = new EnumMap<>(ApiKey.class);

    /** As the newest brokers. */
    public FakeVersions() {
        serve(ApiKey.PRODUCE, 0, 13);
        serve(ApiKey.METADATA, 0, 13);
        serve(ApiKey.API_VERSIONS, 0, 4);
        serve(ApiKey.INIT_PRODUCER_ID, 0, 5);
    }

    /** As the newest brokers, for consumers. */
    public FakeVersions withConsumers() {
        return serve(ApiKey.FETCH, 7, 18)
                .serve(ApiKey.LIST_OFFSETS, 1, 11)
                .serve(ApiKey.OFFSET_FOR_LEADER_EPOCH, 2, 4)
                .serve(ApiKey.FIND_COORDINATOR, 0, 6)
                .serve(ApiKey.JOIN_GROUP, 0, 9)
                .serve(ApiKey.SYNC_GROUP, 0, 5)
                .serve(ApiKey.HEARTBEAT, 0, 4)
                .serve(ApiKey.LEAVE_GROUP, 3, 5)
                .serve(ApiKey.OFFSET_COMMIT, 2, 9)
                .serve(ApiKey.OFFSET_FETCH, 1, 9)
                .serve(ApiKey.CONSUMER_GROUP_HEARTBEAT, 0, 1);
    }

    /** Serves an API in these versions only. */
    public FakeVersions serve(ApiKey api, int lowest, int highest) {
        ranges.put(api, new Range(lowest, highest));
        return this;
    }

    /** Does not serve an API. */
    public FakeVersions withhold(ApiKey api) {
        ranges.remove(api);
        return this;
    }

    /** As a broker of Kafka 0.11: idempotence and v2 batches, but nothing newer. */
    public FakeVersions asOfKafka011() {
        return serve(ApiKey.PRODUCE, 0, 3)
                .serve(ApiKey.METADATA, 0, 4)
                .serve(ApiKey.API_VERSIONS, 0, 1)
                .serve(ApiKey.INIT_PRODUCER_ID, 0, 0);
    }

    boolean serves(ApiKey api, int version) {
        Range range = ranges.get(api);
        return range != null && version >= range.lowest && version <= range.highest;
    }

    /** The highest version up to a client's own range; empty if there is none in common. */
    public OptionalInt highestCommon(ApiKey api, int lowest, int highest) {
        Range range = ranges.get(api);
        if (range == null || range.highest < lowest || range.lowest > highest) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(Math.min(highest, range.highest));
    }

    List<ApiVersionsResponse.Api> listed() {
        List<ApiVersionsResponse.Api> apis = new ArrayList<>();
        ranges.forEach(
                (api, range) ->
                        apis.add(
                                new ApiVersionsResponse.Api(
                                        api.id(), (short) range.lowest, (short) range.highest)));
        return apis;
    }
}
