package dev.moldau.broker.api;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.ApiCodecs;
import dev.moldau.protocol.wire.MessageCodec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The APIs that this broker answers: the only source for dispatch, ApiVersions and per-API metrics.
 * Built once by the composition root; immutable.
 *
 * <p>Invariants, checked when it is built: one handler per API; every served version has codecs;
 * the versions that name topics by id are served together or not at all.
 */
public final class HandlerRegistry {

    /** Where topic ids replaced names: a client that meets half of them breaks. */
    private static final Map<ApiKey, Integer> TOPIC_ID_VERSIONS =
            Map.of(
                    ApiKey.PRODUCE, 13,
                    ApiKey.FETCH, 13,
                    ApiKey.METADATA, 10,
                    ApiKey.OFFSET_COMMIT, 10,
                    ApiKey.OFFSET_FETCH, 10);

    private final @Nullable Entry<?, ?>[] byId = new Entry<?, ?>[128];
    private final OldVersions oldVersions;
    private final ServedApis served;
    private final ApiVersionsHandler apiVersions;

    /**
     * A handler with its codecs and counters.
     *
     * @param <Q> the request
     * @param <R> the response
     */
    record Entry<Q extends ApiMessage, R extends ApiMessage>(
            ApiHandler<Q, R> handler,
            VersionRange versions,
            MessageCodec<Q> requests,
            MessageCodec<R> responses,
            ApiMetrics metrics) {}

    private HandlerRegistry(
            Collection<? extends ApiHandler<?, ?>> handlers,
            OldVersions oldVersions,
            String interBrokerListener,
            Function<ServedApis, ApiVersionsHandler> apiVersions) {
        this.oldVersions = oldVersions;
        this.served =
                new ServedApis(
                        rangesOf(
                                handlers.stream()
                                        .filter(handler -> handler.audience() == Audience.ALL)
                                        .toList(),
                                oldVersions),
                        rangesOf(handlers, oldVersions),
                        interBrokerListener);
        checkTopicIdVersions(served.toAll());
        this.apiVersions = apiVersions.apply(served);
        for (ApiHandler<?, ?> handler : handlers) {
            add(handler);
        }
        add(this.apiVersions);
    }

    /**
     * Builds the registry of a broker without others: what is for brokers only is not served.
     *
     * @param handlers all handlers but the one for ApiVersions
     * @param oldVersions whether versions are served that Kafka 4 removed
     * @param apiVersions makes that one from everything that is served, itself included
     * @throws IllegalArgumentException if an invariant of the class is broken
     */
    public static HandlerRegistry of(
            Collection<? extends ApiHandler<?, ?>> handlers,
            OldVersions oldVersions,
            Function<ServedApis, ApiVersionsHandler> apiVersions) {
        return of(handlers, oldVersions, "", apiVersions);
    }

    /**
     * Builds the registry.
     *
     * @param handlers all handlers but the one for ApiVersions
     * @param oldVersions whether versions are served that Kafka 4 removed
     * @param interBrokerListener the listener through which other brokers come; empty for none
     * @param apiVersions makes that one from everything that is served, itself included
     * @throws IllegalArgumentException if an invariant of the class is broken
     */
    public static HandlerRegistry of(
            Collection<? extends ApiHandler<?, ?>> handlers,
            OldVersions oldVersions,
            String interBrokerListener,
            Function<ServedApis, ApiVersionsHandler> apiVersions) {
        return new HandlerRegistry(handlers, oldVersions, interBrokerListener, apiVersions);
    }

    /** What ApiVersions tells everybody, by API number. */
    public List<VersionRange> ranges() {
        return served.toAll();
    }

    /** What ApiVersions tells whoever comes through a listener, by API number. */
    public List<VersionRange> ranges(String listener) {
        return served.isBetweenBrokers(listener) ? served.toBrokers() : served.toAll();
    }

    /** The counters of an API; empty if it is not served. */
    public Optional<ApiMetrics> metrics(ApiKey api) {
        return Optional.ofNullable(find(api)).map(Entry::metrics);
    }

    /** The handler's entry; null if the API is not served on that listener. */
    @Nullable Entry<?, ?> find(ApiKey api, String listener) {
        Entry<?, ?> entry = find(api);
        return entry == null
                        || entry.handler().audience() == Audience.ALL
                        || served.isBetweenBrokers(listener)
                ? entry
                : null;
    }

    /** The handler's entry; null if the API is not served anywhere. */
    @Nullable Entry<?, ?> find(ApiKey api) {
        return byId[api.id()];
    }

    ApiVersionsHandler apiVersions() {
        return apiVersions;
    }

    private <Q extends ApiMessage, R extends ApiMessage> void add(ApiHandler<Q, R> handler) {
        ApiKey api = handler.apiKey();
        if (byId[api.id()] != null) {
            throw new IllegalArgumentException("two handlers for " + api.wireName());
        }
        byId[api.id()] =
                new Entry<>(
                        handler,
                        oldVersions.served(rangeOf(handler)),
                        codec(ApiCodecs.request(api), handler),
                        codec(ApiCodecs.response(api), handler),
                        new ApiMetrics());
    }

    /** The handler's types and the catalogue's agree on the API; the rest is a cast. */
    @SuppressWarnings("unchecked")
    private static <M extends ApiMessage> MessageCodec<M> codec(
            Optional<? extends MessageCodec<?>> found, ApiHandler<?, ?> handler) {
        VersionRange range = rangeOf(handler);
        MessageCodec<?> codec =
                found.orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        range.api().wireName() + " has no messages"));
        if (codec.lowestVersion() > range.lowest() || codec.highestVersion() < range.highest()) {
            throw new IllegalArgumentException(
                    range + " goes beyond what " + codec.type().getSimpleName() + " can be");
        }
        return (MessageCodec<M>) codec;
    }

    private static VersionRange rangeOf(ApiHandler<?, ?> handler) {
        return new VersionRange(
                handler.apiKey(), handler.lowestVersion(), handler.highestVersion());
    }

    private static List<VersionRange> rangesOf(
            Collection<? extends ApiHandler<?, ?>> handlers, OldVersions oldVersions) {
        List<VersionRange> found = new ArrayList<>();
        handlers.forEach(handler -> found.add(oldVersions.told(rangeOf(handler))));
        found.add(ApiVersionsHandler.RANGE);
        found.sort((left, right) -> Short.compare(left.api().id(), right.api().id()));
        return List.copyOf(found);
    }

    private static void checkTopicIdVersions(List<VersionRange> ranges) {
        Map<ApiKey, Boolean> withIds = new EnumMap<>(ApiKey.class);
        for (VersionRange range : ranges) {
            Integer first = TOPIC_ID_VERSIONS.get(range.api());
            if (first != null) {
                withIds.put(range.api(), range.highest() >= first);
            }
        }
        if (withIds.containsValue(true) && withIds.containsValue(false)) {
            throw new IllegalArgumentException(
                    "versions with topic ids are served together or not at all: " + withIds);
        }
    }
}
