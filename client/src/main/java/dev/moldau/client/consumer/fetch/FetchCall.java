package dev.moldau.client.consumer.fetch;

import dev.moldau.client.Node;
import dev.moldau.client.consumer.fetch.FetchSession.Wanted;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.net.AnswerBytes;
import dev.moldau.client.net.Call;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.FetchResponse;
import java.util.Map;

/** One fetch from one broker. */
final class FetchCall implements Call<FetchResponse> {

    /** Told on the loop how it ended. */
    interface Outcome {
        /** The broker answered; who keeps records beyond this call retains the bytes. */
        void answered(FetchCall call, FetchResponse response, AnswerBytes bytes);

        /** There will be no answer. */
        void failed(FetchCall call, ClientException cause);
    }

    /** The first with record batches as this client reads them. */
    private static final short LOWEST = 4;

    private static final short HIGHEST = 18;

    private final Node node;
    private final FetchSession session;
    private final FetchSettings settings;
    private final FetchBounds bounds;
    private final Map<TopicPartition, Wanted> wanted;
    private final Map<TopicPartition, Integer> versions;
    private final Outcome outcome;

    /**
     * A request that has not been sent.
     *
     * @param wanted what is asked for
     * @param versions the application's places that it belongs to
     */
    FetchCall(
            Node node,
            FetchSession session,
            FetchSettings settings,
            FetchBounds bounds,
            Map<TopicPartition, Wanted> wanted,
            Map<TopicPartition, Integer> versions,
            Outcome outcome) {
        this.node = node;
        this.session = session;
        this.settings = settings;
        this.bounds = bounds;
        this.wanted = wanted;
        this.versions = versions;
        this.outcome = outcome;
    }

    Node node() {
        return node;
    }

    FetchSession session() {
        return session;
    }

    Map<TopicPartition, Wanted> wanted() {
        return wanted;
    }

    /** Whether the broker may have waited for records. */
    boolean mayWait() {
        return bounds.maxWaitMs() > 0;
    }

    /** Whether the partition's place is still the one that was asked for. */
    boolean isAbout(PartitionFetch fetch) {
        Wanted one = wanted.get(fetch.partition);
        Integer version = versions.get(fetch.partition);
        Place next = fetch.next;
        return one != null
                && version != null
                && version == fetch.version
                && fetch.stage == PartitionFetch.Stage.FETCHING
                && next != null
                && next.offset() == one.ask().fetchOffset();
    }

    @Override
    public ApiKey api() {
        return ApiKey.FETCH;
    }

    @Override
    public short lowestVersion() {
        return LOWEST;
    }

    /** Brokers without topic ids are old, or the topic's is not known yet. */
    @Override
    public short highestVersion() {
        boolean ids = wanted.values().stream().noneMatch(one -> one.topicId().equals(Uuid.ZERO));
        return ids ? HIGHEST : FetchSession.WITH_TOPIC_IDS - 1;
    }

    @Override
    public int timeoutMs() {
        return settings.fetchTimeoutMs();
    }

    @Override
    public ApiMessage message(short version) {
        return session.next(version, settings, bounds, wanted);
    }

    @Override
    public void answered(FetchResponse response, short version) {
        answered(response, version, AnswerBytes.COLLECTED);
    }

    @Override
    public void answered(FetchResponse response, short version, AnswerBytes bytes) {
        session.answered(response, version);
        outcome.answered(this, response, bytes);
    }

    @Override
    public void failed(ClientException cause) {
        session.reset();
        outcome.failed(this, cause);
    }
}
