package dev.moldau.client.metadata;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.net.Call;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.MetadataRequest;
import dev.moldau.protocol.message.MetadataResponse;
import java.util.Set;

/** One metadata request for topics by name. */
final class MetadataCall implements Call<MetadataResponse> {

    /** Told on the loop how the request ended. */
    interface Outcome {
        /** The broker answered, perhaps with an error. */
        void answered(MetadataResponse response, short version);

        /** There will be no answer. */
        void failed(ClientException cause);
    }

    private static final short HIGHEST = 13;

    /** Before this version asking for a topic could always make it. */
    private static final short AUTO_CREATE_OPTIONAL = 4;

    private final Set<String> topics;
    private final boolean allowAutoCreate;
    private final int timeoutMs;
    private final Outcome outcome;

    MetadataCall(Set<String> topics, boolean allowAutoCreate, int timeoutMs, Outcome outcome) {
        this.topics = topics;
        this.allowAutoCreate = allowAutoCreate;
        this.timeoutMs = timeoutMs;
        this.outcome = outcome;
    }

    @Override
    public ApiKey api() {
        return ApiKey.METADATA;
    }

    @Override
    public short lowestVersion() {
        return allowAutoCreate || topics.isEmpty() ? 0 : AUTO_CREATE_OPTIONAL;
    }

    @Override
    public short highestVersion() {
        return HIGHEST;
    }

    @Override
    public int timeoutMs() {
        return timeoutMs;
    }

    /** No topics is no topics, but for version 0, whose answer about all is not looked at. */
    @Override
    public ApiMessage message(short version) {
        return new MetadataRequest(
                topics.stream().map(name -> new MetadataRequest.Topic(Uuid.ZERO, name)).toList(),
                version < AUTO_CREATE_OPTIONAL || allowAutoCreate,
                false,
                false);
    }

    @Override
    public void answered(MetadataResponse response, short version) {
        outcome.answered(response, version);
    }

    @Override
    public void failed(ClientException cause) {
        outcome.failed(cause);
    }
}
