package dev.moldau.broker.replication;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.net.Call;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.FetchResponse;
import java.util.List;

/**
 * A fetch request that fetches nothing and only says something of a session. Nobody waits for its
 * answer: whatever became of it, the fetcher goes on as it would have without.
 */
final class SessionNote implements Call<FetchResponse> {

    private final FetcherContext context;
    private final int sessionId;
    private final int epoch;

    private SessionNote(FetcherContext context, int sessionId, int epoch) {
        this.context = context;
        this.sessionId = sessionId;
        this.epoch = epoch;
    }

    /** The session will not be used any more. */
    static SessionNote farewell(FetcherContext context, int sessionId) {
        return new SessionNote(context, sessionId, LeaderSession.CLOSING);
    }

    /**
     * The round of that epoch is to be answered now. The leader takes the epoch for used, so that
     * it refuses this request after it has ended the round's wait, and the session stays as it is.
     * Sent on the round's connection, it arrives after the round and before the next one.
     */
    static SessionNote hurry(FetcherContext context, int sessionId, int epoch) {
        return new SessionNote(context, sessionId, epoch);
    }

    @Override
    public ApiKey api() {
        return ApiKey.FETCH;
    }

    @Override
    public short lowestVersion() {
        return FetchRound.LOWEST;
    }

    @Override
    public short highestVersion() {
        return FetchRound.HIGHEST;
    }

    @Override
    public int timeoutMs() {
        return context.settings().timeoutMs();
    }

    @Override
    public ApiMessage message(short version) {
        LeaderSession.Wishes nothing =
                new LeaderSession.Wishes(sessionId, epoch, false, List.of(), List.of());
        return FetchRound.message(context, version, nothing, 0);
    }

    @Override
    public void answered(FetchResponse response, short version) {}

    @Override
    public void failed(ClientException cause) {}
}
