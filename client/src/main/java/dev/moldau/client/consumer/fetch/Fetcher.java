package dev.moldau.client.consumer.fetch;

import dev.moldau.client.Backoff;
import dev.moldau.client.Node;
import dev.moldau.client.consumer.fetch.FetchSession.Wanted;
import dev.moldau.client.consumer.fetch.PartitionFetch.Stage;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.metadata.ClusterView;
import dev.moldau.client.metadata.Metadata;
import dev.moldau.client.net.AnswerBytes;
import dev.moldau.client.net.ClientLoop;
import dev.moldau.client.net.Network;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchResponse;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Keeps records coming, ahead of the application and within bounds: one fetch is under way with
 * each broker that leads partitions with room. Owned by the loop, on which all methods are called.
 *
 * <p>A partition begins by {@link #begin}, is moved by {@link #seek} and {@link #reset}, each with
 * a version of the application's that grows, and ends by {@link #end}. Whatever comes in for an
 * older version is dropped here or, if it was handed over already, by the application.
 */
public final class Fetcher implements Network.Listener, Placer.Outcome, FetchCall.Outcome {

    private final FetchContext context;
    private final Placer placer;
    private final Answers answers;
    private final LeaderChecks checks;
    private final Map<TopicPartition, PartitionFetch> partitions = new LinkedHashMap<>();
    private final Map<Integer, FetchSession> sessions = new HashMap<>();
    private final Map<Integer, FetchCall> underWay = new HashMap<>();
    private final Inbox inbox;
    private long bufferedBytes;
    private boolean turnScheduled;

    /** When time brings the next turn; {@link Long#MAX_VALUE} for not at all. */
    private long wakeAtMs = Long.MAX_VALUE;

    private boolean closed;

    /** A fetcher without partitions; listens from {@link #start} on. */
    public Fetcher(
            FetchSettings settings,
            ClientLoop loop,
            Network network,
            Metadata metadata,
            RandomGenerator random,
            CommittedOffsets committed,
            Inbox inbox,
            FetchCounters counters) {
        Backoff backoff =
                new Backoff(settings.retryBackoffMs(), settings.retryBackoffMaxMs(), random);
        this.context = new FetchContext(settings, loop, network, metadata, backoff, counters);
        this.inbox = inbox;
        this.placer = new Placer(context, committed, this);
        this.answers = new Answers(context, placer, inbox, this::buffered);
        this.checks = new LeaderChecks(context, answers, partitions, this::wake);
    }

    /** Begins to listen; once. */
    public void start() {
        context.network().listen(this);
        context.metadata().listen(view -> wake());
    }

    /** Begins with a partition: at a place, or, without one, where the group has come to. */
    public void begin(TopicPartition partition, int version, @Nullable Place at) {
        context.metadata().use(partition.topic());
        PartitionFetch fetch = new PartitionFetch(partition, version);
        partitions.put(partition, fetch);
        if (at == null) {
            placer.begin(partition, version);
        } else {
            fetch.goOnAt(at);
            wake();
        }
    }

    /** Goes on at another place. */
    public void seek(TopicPartition partition, int version, Place at) {
        PartitionFetch fetch = partitions.get(partition);
        if (fetch != null) {
            moved(fetch, version);
            fetch.goOnAt(at);
            wake();
        }
    }

    /** Goes on at a time or a special place; see {@link ResetPolicy}. */
    public void reset(TopicPartition partition, int version, long timestamp) {
        PartitionFetch fetch = partitions.get(partition);
        if (fetch != null) {
            moved(fetch, version);
            fetch.stage = Stage.PLACING;
            placer.reset(partition, version, timestamp);
        }
    }

    private void moved(PartitionFetch fetch, int version) {
        fetch.version = version;
        fetch.checkedEpoch = Place.NO_EPOCH;
        fetch.succeeded();
    }

    /** The application has thrown a trouble: what it was about is tried again. */
    public void retry(TopicPartition partition, int version) {
        PartitionFetch fetch = partitions.get(partition);
        if (fetch == null || fetch.version != version || fetch.stage != Stage.STOPPED) {
            return;
        }
        Place next = fetch.next;
        if (next == null) {
            fetch.stage = Stage.PLACING;
            placer.begin(partition, version);
        } else {
            fetch.failed(context);
            fetch.goOnAt(next);
            wake();
        }
    }

    /** Ends with partitions; what waits for the application is its own to release. */
    public void end(Collection<TopicPartition> ended) {
        for (TopicPartition partition : ended) {
            PartitionFetch fetch = partitions.remove(partition);
            if (fetch != null) {
                buffered(-fetch.bufferedBytes);
            }
        }
    }

    /** Fetches no more from a partition, or again. */
    public void pause(TopicPartition partition, boolean paused) {
        PartitionFetch fetch = partitions.get(partition);
        if (fetch != null) {
            fetch.paused = paused;
            wake();
        }
    }

    /**
     * The application has taken or dropped so many bytes of a partition.
     *
     * @param version of the place that they were fetched for; what was fetched before the partition
     *     was given up and taken again takes no room of it
     */
    public void consumed(TopicPartition partition, int version, int bytes) {
        PartitionFetch fetch = partitions.get(partition);
        if (fetch != null && version >= fetch.firstVersion) {
            fetch.bufferedBytes -= bytes;
            buffered(-bytes);
            wake();
        }
    }

    /**
     * Looks up offsets by time or by special place.
     *
     * @param told on the loop, within the time
     */
    public void lookUp(
            Map<TopicPartition, Long> timestamps,
            long limitMs,
            BiConsumer<@Nullable Map<TopicPartition, FoundOffset>, @Nullable ClientException>
                    told) {
        new OffsetLookup(context, timestamps, limitMs, told).begin();
    }

    /** Fetches no more. */
    public void close() {
        closed = true;
        partitions.clear();
    }

    private void buffered(long more) {
        bufferedBytes += more;
        context.counters().buffered(bufferedBytes);
    }

    // ---- news

    @Override
    public void placed(TopicPartition partition, int version, Place at) {
        PartitionFetch fetch = current(partition, version);
        if (fetch != null) {
            fetch.goOnAt(at);
            inbox.put(partition, version, new Item.Placed(at));
            wake();
        }
    }

    @Override
    public void refused(TopicPartition partition, int version, ClientException cause) {
        PartitionFetch fetch = current(partition, version);
        if (fetch != null) {
            fetch.stage = Stage.STOPPED;
            inbox.put(partition, version, new Item.Trouble(cause));
        }
    }

    private @Nullable PartitionFetch current(TopicPartition partition, int version) {
        PartitionFetch fetch = partitions.get(partition);
        return fetch == null || fetch.version != version || fetch.stage != Stage.PLACING
                ? null
                : fetch;
    }

    @Override
    public void ready(Node node) {
        wake();
    }

    @Override
    public void lost(Node node, ClientException cause, int attempts) {
        // The leader is there when a nearer replica is not.
        partitions.values().forEach(fetch -> fetch.leaveReplica(node));
        wake();
    }

    @Override
    public void answered(FetchCall call, FetchResponse response, AnswerBytes bytes) {
        underWay.remove(call.node().id());
        if (closed) {
            return;
        }
        answers.take(call, response, bytes, partitions);
        if (!call.mayWait()) {
            noteEmpty(call);
        }
        wake();
    }

    private void noteEmpty(FetchCall call) {
        long untilMs = context.nowMs() + context.settings().maxWaitMs();
        for (TopicPartition partition : call.wanted().keySet()) {
            PartitionFetch fetch = partitions.get(partition);
            if (fetch != null && call.isAbout(fetch)) { // still at the same place
                fetch.foundEmpty(untilMs);
            }
        }
    }

    @Override
    public void failed(FetchCall call, ClientException cause) {
        underWay.remove(call.node().id());
        if (closed) {
            return;
        }
        context.counters().failed();
        context.metadata().refresh("a fetch from " + call.node() + " failed");
        for (TopicPartition partition : call.wanted().keySet()) {
            PartitionFetch fetch = partitions.get(partition);
            if (fetch != null) {
                fetch.failed(context);
            }
        }
        wake();
    }

    // ---- a turn

    private void wake() {
        if (!turnScheduled && !closed) {
            turnScheduled = true;
            context.loop().execute(this::turn);
        }
    }

    /** One timer is enough for all turns that would have the same. */
    private void wakeAt(long atMs) {
        if (atMs < wakeAtMs) {
            wakeAtMs = atMs;
            context.loop()
                    .schedule(
                            Math.max(1, atMs - context.nowMs()),
                            () -> {
                                wakeAtMs = wakeAtMs == atMs ? Long.MAX_VALUE : wakeAtMs;
                                wake();
                            });
        }
    }

    private void turn() {
        turnScheduled = false;
        if (closed) {
            return;
        }
        int room = (int) Math.min(Integer.MAX_VALUE, context.settings().maxBytes() - bufferedBytes);
        if (room <= 0) {
            return; // the application takes something first, and that wakes
        }
        Map<Node, Hunger> brokers = new LinkedHashMap<>();
        long nowMs = context.nowMs();
        long againMs = Long.MAX_VALUE;
        for (PartitionFetch fetch : partitions.values()) {
            if (!fetch.isWanted()) {
                continue;
            }
            if (fetch.notBeforeMs() > nowMs) {
                againMs = Math.min(againMs, fetch.notBeforeMs());
                continue;
            }
            Node source = fetch.source(context);
            if (source != null && !underWay.containsKey(source.id())) {
                brokers.computeIfAbsent(
                                source, node -> new Hunger(context.settings().maxPartitionBytes()))
                        .add(fetch);
            }
        }
        for (Map.Entry<Node, Hunger> entry : brokers.entrySet()) {
            Hunger broker = entry.getValue();
            if (broker.askAtMs() > nowMs) {
                againMs = Math.min(againMs, broker.askAtMs());
            } else {
                int waitMs = broker.mayWait() ? context.settings().maxWaitMs() : 0;
                fetch(entry.getKey(), broker.hungry(), new FetchBounds(room, waitMs));
            }
        }
        wakeAt(againMs);
    }

    private void fetch(Node node, Map<TopicPartition, PartitionFetch> from, FetchBounds bounds) {
        if (!context.network().isReady(node)) {
            long backoffMs = context.network().backoffMs(node);
            context.network().connect(node);
            if (backoffMs > 0) {
                wakeAt(context.nowMs() + backoffMs);
            }
            return;
        }
        checks.begin(node, from.values());
        Map<TopicPartition, Wanted> wanted = new LinkedHashMap<>();
        Map<TopicPartition, Integer> versions = new HashMap<>();
        for (PartitionFetch fetch : from.values()) {
            Place next = fetch.next;
            if (fetch.stage == Stage.FETCHING && next != null) {
                wanted.put(fetch.partition, wanted(fetch.partition, next));
                versions.put(fetch.partition, fetch.version);
            }
        }
        if (!wanted.isEmpty()) {
            FetchSession session = sessions.computeIfAbsent(node.id(), id -> new FetchSession());
            FetchCall call =
                    new FetchCall(
                            node, session, context.settings(), bounds, wanted, versions, this);
            underWay.put(node.id(), call);
            context.network().send(node, call);
        }
    }

    private Wanted wanted(TopicPartition partition, Place next) {
        ClusterView.Topic topic = context.metadata().view().topics().get(partition.topic());
        return new Wanted(
                topic == null ? Uuid.ZERO : topic.id(),
                new FetchRequest.Partition(
                        partition.partition(),
                        context.leaderEpoch(partition),
                        next.offset(),
                        next.epoch(),
                        -1,
                        context.settings().maxPartitionBytes(),
                        Uuid.ZERO,
                        Long.MAX_VALUE));
    }
}
