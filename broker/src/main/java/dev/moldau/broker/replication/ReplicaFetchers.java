package dev.moldau.broker.replication;

import dev.moldau.broker.throttle.ReplicationThrottle;
import dev.moldau.client.Node;
import dev.moldau.client.net.ClientLoop;
import dev.moldau.client.net.Network;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * All fetchers of a broker: for each leader that has partitions of this broker up to {@code
 * num.replica.fetchers} of them, among which its partitions are shared by hash. Each has a
 * connection of its own: a leader answers the requests of one connection in their order, so on a
 * common one a fetcher that waits for new records would hold up the others.
 *
 * <p>Owned by the loop. Methods may be called on any thread; what one thread says is done in its
 * order. A fetcher begins with its first partition and ends with its last. Invariant: a partition
 * is with at most one fetcher, that of its latest leader.
 */
public final class ReplicaFetchers {

    /** One for each fetcher of a leader. */
    private final List<FetcherContext> contexts;

    private final List<StandingConnections> connections;
    private final ClientLoop loop;
    private final ReplicationCounters counters = new ReplicationCounters();
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
        boolean is(FollowChange.Follow to) {
            return slot.leaderId == to.leaderId()
                    && followed.leaderEpoch() == to.leaderEpoch()
                    && followed.log().equals(to.log())
                    && followed.isThrottled() == to.throttled();
        }
    }

    /**
     * @param loop the owner; it also owns the networks
     * @param networks ways to other brokers, as many as there are to be fetchers of one leader
     * @param throttle bounds what is fetched for throttled replicas
     * @param brokerEpoch the epoch of this broker's registration now, -1 for unknown; any thread
     * @param random spreads pauses; used on the loop only
     */
    public ReplicaFetchers(
            ClientLoop loop,
            List<? extends Network> networks,
            ReplicationSettings settings,
            ReplicationThrottle throttle,
            LongSupplier brokerEpoch,
            RandomGenerator random) {
        this.loop = loop;
        List<FetcherContext> made = new ArrayList<>(networks.size());
        for (Network network : networks) {
            made.add(
                    new FetcherContext(
                            loop, network, settings, throttle, counters, brokerEpoch, random));
        }
        this.contexts = List.copyOf(made);
        this.connections =
                made.stream().map(context -> new StandingConnections(context.network())).toList();
    }

    /** What all fetchers have done so far; any thread. */
    public ReplicationCounters counters() {
        return counters;
    }

    /** Says where other brokers are, all of them. A leader that is not among them is waited for. */
    public void nodes(Map<Integer, Node> known) {
        Map<Integer, Node> copy = Map.copyOf(known);
        loop.execute(() -> applyNodes(copy));
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
        Set<ReplicaFetcher> changed = new LinkedHashSet<>();
        assignments.values().forEach(assignment -> place(assignment, changed));
        changed.forEach(ReplicaFetcher::wake);
    }

    /**
     * Those brokers are there and may be elected at any time: connections to them are kept.
     *
     * @param present all of them but this one
     */
    void present(Collection<Node> present) {
        List<Node> copy = List.copyOf(present);
        loop.execute(() -> connect(copy));
    }

    private void connect(Collection<Node> present) {
        Collection<Node> wanted = closing ? List.of() : present;
        connections.forEach(each -> each.want(wanted));
    }

    /**
     * Follows others from now on, all at once: who is elected along with others is asked for all of
     * them by one request. A change that says nothing new changes nothing. What the lanes of
     * partitions that are followed no more were given before may still come to them.
     */
    void change(List<FollowChange> changes) {
        List<FollowChange> copy = List.copyOf(changes);
        if (!copy.isEmpty()) {
            loop.execute(() -> apply(copy));
        }
    }

    private void apply(List<FollowChange> changes) {
        Set<ReplicaFetcher> changed = new LinkedHashSet<>();
        for (FollowChange change : changes) {
            switch (change) {
                case FollowChange.Follow follow -> follow(follow, changed);
                case FollowChange.Unfollow unfollow -> unfollow(unfollow.key());
            }
        }
        changed.forEach(ReplicaFetcher::wake);
        endIdle();
    }

    private void follow(FollowChange.Follow to, Set<ReplicaFetcher> changed) {
        PartitionKey key = to.key();
        Assignment before = assignments.get(key);
        if (closing || (before != null && before.is(to))) {
            return;
        }
        unfollow(key);
        int index = Math.floorMod(key.hashCode(), contexts.size());
        Assignment now =
                new Assignment(
                        new Slot(to.leaderId(), index),
                        new Followed(to.log(), to.leaderEpoch(), to.throttled()));
        assignments.put(key, now);
        place(now, changed);
    }

    private void place(Assignment assignment, Set<ReplicaFetcher> changed) {
        Node node = nodes.get(assignment.slot.leaderId);
        ReplicaFetcher fetcher = fetchers.get(assignment.slot);
        if (fetcher == null && node != null) {
            int index = assignment.slot.index;
            fetcher = new ReplicaFetcher(contexts.get(index), node, index);
            fetchers.put(assignment.slot, fetcher);
        }
        if (fetcher != null && !fetcher.follows(assignment.followed)) {
            fetcher.add(assignment.followed);
            changed.add(fetcher);
        }
    }

    private void unfollow(PartitionKey key) {
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
        loop.execute(() -> fetchers.values().forEach(ReplicaFetcher::wake));
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
            loop.execute(() -> answer.complete(question.get()));
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
        loop.execute(this::applyClose);
        return closed;
    }

    private void applyClose() {
        if (closing) {
            return;
        }
        closing = true;
        connect(List.of());
        assignments.clear();
        // One for this method, so that the last fetcher to end does not complete it early.
        ending++;
        fetchers.values().forEach(this::end);
        fetchers.clear();
        ended();
    }
}
