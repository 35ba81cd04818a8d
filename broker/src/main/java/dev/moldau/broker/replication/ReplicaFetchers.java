package dev.moldau.broker.replication;

import dev.moldau.broker.throttle.ReplicationThrottle;
import dev.moldau.client.Node;
import dev.moldau.client.net.ClientLoop;
import dev.moldau.client.net.Network;
import dev.moldau.common.Uuid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * All fetchers of a broker: for each leader that has partitions of this broker up to {@code
 * num.replica.fetchers} of them, among which its partitions are shared by hash.
 *
 * <p>Owned by the loop. Methods may be called on any thread; what one thread says is done in its
 * order. A fetcher begins with its first partition and ends with its last. Invariant: a partition
 * is with at most one fetcher, that of its latest leader.
 */
public final class ReplicaFetchers {

    private final FetcherContext context;
    private final Map<Slot, ReplicaFetcher> fetchers = new HashMap<>();
    private final Map<PartitionKey, Assignment> assignments = new HashMap<>();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private Map<Integer, Node> nodes = Map.of();
    private int ending;
    private boolean closing;

    /** Which fetcher of which leader. */
    private record Slot(int leaderId, int index) {}

    /** Whom a partition follows, also while it is not known where that broker is. */
    private record Assignment(Slot slot, Followed followed) {
        boolean is(int leaderId, int leaderEpoch, FollowedLog log, boolean throttled) {
            return slot.leaderId == leaderId
                    && followed.leaderEpoch() == leaderEpoch
                    && followed.log().equals(log)
                    && followed.isThrottled() == throttled;
        }
    }

    /**
     * @param loop the owner; it also owns the network
     * @param network the way to other brokers
     * @param throttle bounds what is fetched for throttled replicas
     * @param brokerEpoch the epoch of this broker's registration now, -1 for unknown; any thread
     * @param random spreads pauses; used on the loop only
     */
    public ReplicaFetchers(
            ClientLoop loop,
            Network network,
            ReplicationSettings settings,
            ReplicationThrottle throttle,
            LongSupplier brokerEpoch,
            RandomGenerator random) {
        this.context =
                new FetcherContext(
                        loop,
                        network,
                        settings,
                        throttle,
                        new ReplicationCounters(),
                        brokerEpoch,
                        random);
    }

    /** What all fetchers have done so far; any thread. */
    public ReplicationCounters counters() {
        return context.counters();
    }

    /** Says where other brokers are, all of them. A leader that is not among them is waited for. */
    public void nodes(Map<Integer, Node> known) {
        Map<Integer, Node> copy = Map.copyOf(known);
        context.loop().execute(() -> applyNodes(copy));
    }

    private void applyNodes(Map<Integer, Node> known) {
        nodes = known;
        fetchers.forEach(
                (slot, fetcher) -> {
                    Node node = known.get(slot.leaderId);
                    if (node != null) {
                        fetcher.moveTo(node);
                    }
                });
        assignments.values().forEach(this::place);
    }

    /**
     * Follows a leader from now on; in place of the one before, if there was one. Says nothing new
     * if all is the same.
     *
     * @param log whose lane must know the leader's epoch already
     * @param leaderId the broker that leads
     * @param leaderEpoch the epoch in which it does
     * @param throttled whether {@code follower.replication.throttled.replicas} names the replica
     */
    public void follow(FollowedLog log, int leaderId, int leaderEpoch, boolean throttled) {
        context.loop().execute(() -> applyFollow(log, leaderId, leaderEpoch, throttled));
    }

    private void applyFollow(FollowedLog log, int leaderId, int leaderEpoch, boolean throttled) {
        PartitionKey key = PartitionKey.of(log);
        Assignment before = assignments.get(key);
        if (closing || (before != null && before.is(leaderId, leaderEpoch, log, throttled))) {
            return;
        }
        applyUnfollow(key);
        int index = Math.floorMod(key.hashCode(), context.settings().fetchersPerLeader());
        Assignment now =
                new Assignment(
                        new Slot(leaderId, index), new Followed(log, leaderEpoch, throttled));
        assignments.put(key, now);
        place(now);
        endIdle();
    }

    private void place(Assignment assignment) {
        Node node = nodes.get(assignment.slot.leaderId);
        ReplicaFetcher fetcher = fetchers.get(assignment.slot);
        if (fetcher == null && node != null) {
            fetcher = new ReplicaFetcher(context, node, assignment.slot.index);
            fetchers.put(assignment.slot, fetcher);
        }
        if (fetcher != null && !fetcher.follows(assignment.followed)) {
            fetcher.add(assignment.followed);
        }
    }

    /**
     * Follows nobody from now on: this broker leads, or nobody does, or the partition is gone. What
     * the partition's lane was given before may still come to it.
     */
    public void unfollow(Uuid topicId, int partition) {
        context.loop()
                .execute(
                        () -> {
                            applyUnfollow(new PartitionKey(topicId, partition));
                            endIdle();
                        });
    }

    private void applyUnfollow(PartitionKey key) {
        Assignment before = assignments.remove(key);
        ReplicaFetcher fetcher = before == null ? null : fetchers.get(before.slot);
        if (before != null && fetcher != null) {
            fetcher.remove(before.followed);
        }
    }

    private void endIdle() {
        fetchers.values().removeIf(fetcher -> fetcher.isEmpty() && end(fetcher));
    }

    private boolean end(ReplicaFetcher fetcher) {
        ending++;
        fetcher.end(this::ended);
        return true;
    }

    private void ended() {
        ending--;
        if (closing && ending == 0) {
            closed.complete(null);
        }
    }

    /** The throttle's bound has changed: who waits for it looks again. */
    public void throttleChanged() {
        context.loop().execute(() -> fetchers.values().forEach(ReplicaFetcher::wake));
    }

    /** How far each followed partition is behind; completes on the loop. */
    public CompletableFuture<List<ReplicaLag>> lags() {
        return ask(
                () -> {
                    List<ReplicaLag> lags = new ArrayList<>(assignments.size());
                    assignments.values().forEach(each -> lags.add(lag(each)));
                    return lags;
                });
    }

    private static ReplicaLag lag(Assignment assignment) {
        return assignment.followed.lag(assignment.slot.leaderId);
    }

    /** What each fetcher does; completes on the loop. */
    public CompletableFuture<List<FetcherState>> fetchers() {
        return ask(() -> fetchers.values().stream().map(ReplicaFetcher::state).toList());
    }

    private <T> CompletableFuture<List<T>> ask(Supplier<List<T>> question) {
        CompletableFuture<List<T>> answer = new CompletableFuture<>();
        try {
            context.loop().execute(() -> answer.complete(question.get()));
        } catch (RejectedExecutionException ended) {
            answer.complete(List.of());
        }
        return answer;
    }

    /**
     * Ends all fetchers; nothing is followed any more. Waits for no other broker.
     *
     * @return completes when no lane has anything of a fetcher under way
     */
    public CompletableFuture<Void> close() {
        context.loop().execute(this::applyClose);
        return closed;
    }

    private void applyClose() {
        if (closing) {
            return;
        }
        closing = true;
        assignments.clear();
        // One for this method, so that the last fetcher to end does not complete it early.
        ending++;
        fetchers.values().forEach(this::end);
        fetchers.clear();
        ended();
    }
}
