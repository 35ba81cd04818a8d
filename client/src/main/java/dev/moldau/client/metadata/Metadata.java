package dev.moldau.client.metadata;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.client.metadata.ClusterView.Partition;
import dev.moldau.client.metadata.ClusterView.Topic;
import dev.moldau.client.metrics.ClientMetrics;
import dev.moldau.client.net.ClientLoop;
import dev.moldau.client.net.Network;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.MetadataResponse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the view of the cluster true: asks the least busy broker at the start, when the view is
 * old, when something turned out to be wrong, and when a topic is used for the first time. Owned by
 * the loop; what is not marked otherwise is for any thread.
 *
 * <p>Life cycle: made, {@linkplain #start started} once, {@linkplain #close closed} once, which
 * ends every wait. Views go forward only: no leader epoch of a topic goes back, no topic in use
 * gets lost, no topic loses partitions.
 */
public final class Metadata {

    /** Told on the loop after each new view. */
    public interface Listener {
        /** There is a new view. */
        void changed(ClusterView view);
    }

    private final MetadataSettings settings;
    private final ClientLoop loop;
    private final Network network;
    private final TopicUses uses;
    private final TopicProblems problems;
    private final Waiters waiters;
    private final Refresher refresher;
    private final MetadataCounters counters;
    private final List<Listener> listeners = new ArrayList<>();
    private volatile ClusterView view = ClusterView.EMPTY;

    /**
     * A view that is empty until {@link #start}.
     *
     * @param bootstrap the addresses to begin with
     * @param random the source of chance for back-offs
     * @throws IllegalArgumentException if there is no address
     */
    public Metadata(
            MetadataSettings settings,
            List<Node> bootstrap,
            ClientLoop loop,
            Network network,
            RandomGenerator random) {
        this.settings = settings;
        this.loop = loop;
        this.network = network;
        this.uses = new TopicUses(settings.maxIdleMs());
        BrokerTries tries = new BrokerTries();
        this.problems = new TopicProblems(tries);
        this.waiters = new Waiters(loop, this::view);
        this.counters = new MetadataCounters(loop.clock().monotonicMs());
        this.refresher =
                new Refresher(
                        settings,
                        loop,
                        network,
                        random,
                        uses,
                        tries,
                        new Candidates(bootstrap, settings, this::view),
                        this::take,
                        counters);
    }

    /** Puts what is counted here among the client's figures; once. */
    public void declareFigures(ClientMetrics metrics) {
        MetadataFigures.declare(metrics, counters, this::view, loop.clock());
    }

    /** Begins to ask. Once. */
    public void start() {
        loop.execute(
                () -> {
                    network.listen(new LostBrokers());
                    refresher.start();
                });
    }

    /** What is known now; one volatile read. */
    public ClusterView view() {
        return view;
    }

    /**
     * Says that a topic is used now, so that it is asked for and stays in the view. Costs nothing
     * for a topic that was used a moment ago.
     */
    public void use(String topic) {
        if (uses.mark(topic, nowMs()) && !waiters.isClosed()) {
            loop.execute(() -> refresher.wantFresh(topic));
        }
    }

    /**
     * Waits until the topic is known without error or is known to be refused for good (an invalid
     * name, no permission), or the time is over. Any thread but the loop.
     *
     * @return the view with the topic
     * @throws TimedOutException naming the topic, the wait and the last error
     * @throws RefusedException if the topic will not become usable by waiting
     * @throws FatalException if the client is closed
     * @throws RetriableException if the thread is interrupted; it stays marked as interrupted
     */
    public ClusterView await(String topic, long maxWaitMs) {
        return await(topic, 0, maxWaitMs);
    }

    /**
     * As {@link #await(String, long)}, until the topic has a partition of this index.
     *
     * @param partition from 0
     */
    public ClusterView await(String topic, int partition, long maxWaitMs) {
        CompletableFuture<ClusterView> ready = ready(topic, partition, maxWaitMs);
        try {
            return ready.get(Math.max(0, maxWaitMs), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ClientException known
                    ? known
                    : new FatalException("waiting for topic " + topic + " failed", e.getCause());
        } catch (TimeoutException e) {
            // The caller's own clock, in case that the loop is too busy to be in time.
            TimedOutException timedOut = timedOut(topic, partition, maxWaitMs);
            ready.completeExceptionally(timedOut);
            throw timedOut;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            RetriableException interrupted =
                    new RetriableException("interrupted while waiting for topic " + topic, e);
            ready.completeExceptionally(interrupted);
            throw interrupted;
        }
    }

    /**
     * As {@link #await(String, int, long)}, without waiting for it: the future completes with the
     * view or with the exception, by the deadline at the latest, mostly on the loop.
     */
    public CompletableFuture<ClusterView> ready(String topic, int partition, long maxWaitMs) {
        use(topic);
        ClusterView now = view;
        if (isKnown(now, topic, partition) && !waiters.isClosed()) {
            return CompletableFuture.completedFuture(now);
        }
        // A refusal that is not quite new is not taken for an answer, but asked for again.
        long freshMs = nowMs() - settings.retryBackoffMaxMs();
        CompletableFuture<ClusterView> ready =
                waiters.add(
                        "topic " + topic,
                        next -> look(next, topic, partition, freshMs),
                        maxWaitMs,
                        () -> timedOut(topic, partition, maxWaitMs));
        if (!ready.isDone()) {
            loop.execute(() -> hasten(topic, partition));
        }
        return ready;
    }

    /**
     * Completes as soon as any broker has told what brokers there are, or with {@link
     * TimedOutException}, or with {@link FatalException} if the client is closed.
     */
    public CompletableFuture<ClusterView> ready(long maxWaitMs) {
        return waiters.add(
                "the first answer of a broker",
                next -> next.brokers().isEmpty() ? null : next,
                maxWaitMs,
                () ->
                        new TimedOutException(
                                "no broker has answered within "
                                        + maxWaitMs
                                        + " ms; "
                                        + problems.tried()));
    }

    /**
     * Asks again as soon as back-off allows, because of what is said; not once closed. On the loop.
     */
    public void refresh(String reason) {
        if (!waiters.isClosed()) {
            refresher.wantAll(reason);
        }
    }

    /**
     * Takes over a leader that a broker named in an answer (KIP-951), if its epoch is newer than
     * what the view has. On the loop.
     *
     * @param node where the leader listens; null if the answer did not say and the view may know
     */
    public void leaderChanged(
            String topic, int partition, int leaderId, int leaderEpoch, @Nullable Node node) {
        ClusterView next =
                new LeaderHint(topic, partition, leaderId, leaderEpoch, node).applyTo(view);
        if (next.version() != view.version()) {
            publish(next);
            if (!next.brokers().containsKey(leaderId)) {
                refresh("broker " + leaderId + ", named as a leader, is not known");
            }
        }
    }

    /**
     * Finds the least busy broker that is connected, or connects one, for a request that any broker
     * can answer; told as soon as there is one, never if the client closes first. On the loop.
     */
    public void findBroker(Consumer<Node> found) {
        refresher.findBroker(found);
    }

    /** Adds a listener for the life of the client. On the loop or before it runs. */
    public void listen(Listener listener) {
        listeners.add(listener);
    }

    /** Why a topic is not usable, in words for a message. */
    public String lastProblem(String topic) {
        return problems.inWords(topic, view.topics().get(topic));
    }

    /** Which brokers were tried in vain since one last answered, in words for a message. */
    public String tried() {
        return problems.tried();
    }

    /** Asks no more, and ends every wait with a {@link FatalException}, the later ones at once. */
    public void close() {
        if (!waiters.isClosed()) {
            waiters.close();
            try {
                loop.execute(refresher::close);
            } catch (RejectedExecutionException alreadyEnded) {
                // A loop that has ended asks nothing any more.
                assert waiters.isClosed();
            }
        }
    }

    private Refresher.Taken take(
            MetadataResponse response,
            short version,
            Set<String> asked,
            Node from,
            boolean believeOlder) {
        ClusterView before = view;
        Set<String> used = uses.topics();
        ClusterView next =
                new ViewMerge(before, response, version, believeOlder).merge(asked, used);
        problems.answered(asked, used, from, nowMs());
        boolean changed = next.version() != before.version();
        if (changed) {
            publish(next);
        } else {
            waiters.look(next);
        }
        return new Refresher.Taken(changed, unsettled(next, asked));
    }

    private void publish(ClusterView next) {
        view = next;
        for (Listener listener : listeners) {
            listener.changed(next);
        }
        waiters.look(next);
    }

    private static Set<String> unsettled(ClusterView view, Set<String> asked) {
        Set<String> unsettled = new HashSet<>();
        for (String name : asked) {
            Topic topic = view.topics().get(name);
            if (topic != null && !isSettled(view, topic)) {
                unsettled.add(name);
            }
        }
        return unsettled;
    }

    private static boolean isSettled(ClusterView view, Topic topic) {
        if (topic.error() != ErrorCode.NONE) {
            return TopicError.isRefusal(topic.error());
        }
        for (Partition partition : topic.partitions()) {
            if (!view.brokers().containsKey(partition.leaderId())) {
                return false;
            }
        }
        return !topic.partitions().isEmpty();
    }

    private static boolean isKnown(ClusterView view, String topic, int partition) {
        Topic known = view.topic(topic);
        return known != null && known.partitions().size() > partition;
    }

    private @Nullable ClusterView look(ClusterView next, String name, int partition, long freshMs) {
        if (isKnown(next, name, partition)) {
            return next;
        }
        Topic topic = next.topics().get(name);
        if (topic != null
                && TopicError.isRefusal(topic.error())
                && problems.isAnsweredSince(name, freshMs)) {
            throw new RefusedException(
                    "topic " + name + " cannot be used: " + lastProblem(name), topic.error(), null);
        }
        return null;
    }

    /** What somebody waits for is asked for even if the last answer seemed to settle it. */
    private void hasten(String name, int partition) {
        Topic topic = view.topics().get(name);
        if (topic != null && TopicError.isRefusal(topic.error())) {
            refresher.wantFresh(name);
        } else if (topic != null
                && topic.error() == ErrorCode.NONE
                && topic.partitions().size() <= partition) {
            refresh("partition " + partition + " of topic " + name + " is wanted");
        }
    }

    private TimedOutException timedOut(String topic, int partition, long maxWaitMs) {
        Topic known = view.topic(topic);
        String what =
                known == null
                        ? "topic " + topic
                        : "partition "
                                + partition
                                + " of topic "
                                + topic
                                + ", which has "
                                + known.partitions().size()
                                + " partitions,";
        Topic last = view.topics().get(topic);
        ErrorCode error = last == null || last.error() == ErrorCode.NONE ? null : last.error();
        return new TimedOutException(
                what + " is not known after " + maxWaitMs + " ms: " + lastProblem(topic),
                error,
                null);
    }

    private long nowMs() {
        return loop.clock().monotonicMs();
    }

    /** A broker that goes away takes its partitions' leadership with it. */
    private final class LostBrokers implements Network.Listener {
        @Override
        public void lost(Node node, ClientException cause, int attempts) {
            if (node.equals(view.brokers().get(node.id()))) {
                refresh("lost broker " + node);
            }
        }
    }
}
