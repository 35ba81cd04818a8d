package dev.moldau.broker.replication;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.net.AnswerBytes;
import dev.moldau.client.net.Call;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchResponse;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One fetch request. What it asks for is decided when it is encoded, since it may wait for a
 * connection before. Confined to the loop.
 */
final class FetchRound implements Call<FetchResponse> {

    /** The first version that names topics by id. */
    static final short LOWEST = 13;

    /** The first version that tells the follower's high watermark. */
    static final short HIGHEST = 18;

    /** The first version that tells the epoch of the follower's registration. */
    private static final short WITH_REPLICA_STATE = 15;

    private static final byte READS_EVERYTHING = 0;

    /** Where a round comes from and goes to. */
    interface Owner {

        /** The partitions to fetch now. */
        Wanted wanted();

        /** The leader answered. */
        void answered(FetchRound round, FetchResponse response, AnswerBytes bytes);

        /** No answer will come. */
        void failed(FetchRound round, ClientException cause);
    }

    private final FetcherContext context;
    private final LeaderSession session;
    private final Owner owner;

    /** Null until the request is encoded, as is the next. */
    private @Nullable Wanted wanted;

    private LeaderSession.@Nullable Wishes wishes;
    private boolean hurried;

    FetchRound(FetcherContext context, LeaderSession session, Owner owner) {
        this.context = context;
        this.session = session;
        this.owner = owner;
    }

    /** Whether it asks for that partition. */
    boolean asksFor(Followed followed) {
        return followed.isAskedIn(wanted);
    }

    /**
     * Whether the leader may be keeping it until something happens, and was not told to hurry yet.
     * Not before it is encoded: until then it will ask for everything.
     */
    boolean canBeHurried() {
        return wishes != null && wishes.waits() && !hurried;
    }

    /** Has the leader answer now, with what there is. */
    void hurry(Node leader) {
        LeaderSession.Wishes asked = Objects.requireNonNull(wishes, "encoded");
        hurried = true;
        context.network().send(leader, SessionNote.hurry(context, asked.id(), asked.epoch()));
    }

    @Override
    public ApiKey api() {
        return ApiKey.FETCH;
    }

    @Override
    public short lowestVersion() {
        return LOWEST;
    }

    @Override
    public short highestVersion() {
        return HIGHEST;
    }

    @Override
    public int timeoutMs() {
        return context.settings().timeoutMs();
    }

    @Override
    public ApiMessage message(short version) {
        Wanted now = owner.wanted();
        wanted = now;
        LeaderSession.Wishes asked = session.next(now.wishes(), context.brokerEpoch().getAsLong());
        wishes = asked;
        // All may have gone while the request waited for a connection: nothing to wait for then.
        int maxWaitMs = now.isEmpty() || !asked.waits() ? 0 : context.settings().maxWaitMs();
        return message(context, version, asked, maxWaitMs);
    }

    static FetchRequest message(
            FetcherContext context, short version, LeaderSession.Wishes wishes, int maxWaitMs) {
        ReplicationSettings settings = context.settings();
        boolean withState = version >= WITH_REPLICA_STATE;
        return new FetchRequest(
                null,
                withState ? FetchRequest.Replica.CLIENT.replicaId() : settings.brokerId(),
                withState
                        ? new FetchRequest.Replica(
                                settings.brokerId(), context.brokerEpoch().getAsLong())
                        : FetchRequest.Replica.CLIENT,
                maxWaitMs,
                settings.minBytes(),
                settings.responseMaxBytes(),
                READS_EVERYTHING,
                wishes.id(),
                wishes.epoch(),
                wishes.topics(),
                wishes.forgotten(),
                "");
    }

    @Override
    public void answered(FetchResponse response, short version) {
        answered(response, version, AnswerBytes.COLLECTED);
    }

    @Override
    public void answered(FetchResponse response, short version, AnswerBytes bytes) {
        owner.answered(this, response, bytes);
    }

    @Override
    public void failed(ClientException cause) {
        owner.failed(this, cause);
    }
}
