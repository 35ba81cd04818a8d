package dev.moldau.client.producer.send;

import dev.moldau.client.Backoff;
import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.metadata.ClusterView;
import dev.moldau.client.net.ClientLoop;
import dev.moldau.client.net.Network;
import dev.moldau.client.producer.batch.Accumulator;
import dev.moldau.client.producer.batch.PartitionQueue;
import dev.moldau.common.Timer;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Takes batches from the queues to the leaders of their partitions. Confined to the loop; everybody
 * else posts there. It does something only when there is news: of queues, answers, connections,
 * leaders, or a time that has come, and then looks only at what the news is about.
 *
 * <p>Its life: {@link #start} once, then turns; {@link #close} lets it finish within a time, {@link
 * #abort} at once. After that, or after a fault, whatever still comes from the queues fails.
 */
public final class Sender implements Network.Listener, Identity.Owner {

    /**
     * How long a partition without a leader waits until it asks again; metadata has its own pace.
     */
    private static final long LEADERLESS_MS = 1_000;

    private final SendContext context;
    private final Accumulator accumulator;
    private final ProducerFault fault;
    private final Nodes nodes;
    private final @Nullable Identity identity;
    private final Expiry expiry;

    private final Map<PartitionQueue, PartitionSender> partitions = new LinkedHashMap<>();
    private final DueHeap due = new DueHeap();
    private final ArrayDeque<NodeSender> marked = new ArrayDeque<>();

    private boolean inTurn;
    private boolean lookAtAll;
    private Timer.@Nullable Timeout alarm;
    private long alarmMs = PartitionSender.NEVER;

    private @Nullable ClientException ended;
    private @Nullable Runnable whenClosed;
    private Timer.@Nullable Timeout closeTimeout;

    /**
     * A sender that does nothing until it is started.
     *
     * @param random for the jitter of back-off
     * @param fault where an error that ends the producer is published
     */
    public Sender(
            SenderSettings settings,
            Accumulator accumulator,
            ClientLoop loop,
            Network network,
            Leadership leadership,
            RandomGenerator random,
            SenderMetrics metrics,
            ProducerFault fault) {
        Backoff retries =
                new Backoff(settings.retryBackoffMs(), settings.retryBackoffMaxMs(), random);
        this.context =
                new SendContext(
                        settings,
                        loop,
                        network,
                        leadership,
                        retries,
                        accumulator.leaderHealth(),
                        metrics);
        this.accumulator = accumulator;
        this.fault = fault;
        this.nodes = new Nodes(context, this::nodeMoved);
        this.identity = settings.idempotent() ? new Identity(context, this) : null;
        this.expiry = new Expiry(context, identity);
    }

    /** Begins to listen. On the loop, or before it runs. */
    public void start() {
        context.network().listen(this);
        context.leadership().listen(this::viewChanged);
    }

    /** There is news of queues. On the loop, as a task of its own. */
    public void wake() {
        turn();
    }

    /**
     * Lets the sender finish. The accumulator takes no more records by then. On the loop, as a task
     * of its own.
     *
     * @param timeoutMs after which what is left fails, in order; in ms
     * @param closed is run on the loop when nothing is left
     */
    public void close(long timeoutMs, Runnable closed) {
        whenClosed = closed;
        closeTimeout =
                context.loop()
                        .schedule(
                                Math.max(0, timeoutMs),
                                () ->
                                        abort(
                                                new RetriableException(
                                                        "the producer was closed, and "
                                                                + timeoutMs
                                                                + " ms were not enough to deliver"
                                                                + " the record; allow close more"
                                                                + " time, or flush before it")));
        turn();
    }

    /**
     * Fails everything, in order per partition, and whatever comes later. On the loop, as a task of
     * its own.
     */
    public void abort(ClientException cause) {
        end(cause);
        turn();
    }

    /** What ended the producer, if anything did. Any thread. */
    public ProducerFault fault() {
        return fault;
    }

    /** What is counted. Any thread. */
    public SenderMetrics metrics() {
        return context.metrics();
    }

    // ---- news

    private void viewChanged(ClusterView view) {
        lookAtAll = true;
        if (identity != null) {
            identity.viewChanged();
        }
        if (!inTurn) {
            context.loop().execute(this::turn);
        }
    }

    @Override
    public void ready(Node node) {
        NodeSender sender = nodes.find(node);
        if (sender != null) {
            sender.connected();
            nodeChanged(sender);
        }
    }

    @Override
    public void lost(Node node, ClientException cause, int attempts) {
        NodeSender sender = nodes.find(node);
        if (sender != null) {
            sender.lost(cause);
            context.leadership().refresh("the connection to broker " + node + " was lost");
            nodeChanged(sender);
        }
    }

    @Override
    public void identityGranted() {
        lookAtAll = true;
        turn();
    }

    @Override
    public void identityRefused(FatalException cause) {
        fault.set(cause);
        accumulator.close(cause);
        end(cause);
        turn();
    }

    /** An outcome of a request concerns the partition; a turn follows. */
    void changed(PartitionSender partition) {
        review(partition, context.nowMs());
    }

    /**
     * A broker is to be found elsewhere. The network hears of it in any case: what is under way at
     * the old address comes back by that, and may be all that the broker is allowed to have.
     */
    private void nodeMoved(NodeSender node) {
        mark(node);
        context.loop().execute(() -> context.network().connect(node.node()));
    }

    /** A request has come back or a broker may be asked again. */
    void nodeChanged(NodeSender node) {
        mark(node);
        turn();
    }

    /**
     * A request's bytes are free. That matters only to a batch that waits for it to get another
     * sequence.
     */
    void released(ProduceCall call) {
        boolean matters = false;
        for (int i = 0; i < call.size(); i++) {
            if (call.flight(i).state == Flight.State.WAITING) {
                review(call.flight(i).owner, context.nowMs());
                matters = true;
            }
        }
        if (matters) {
            turn();
        }
    }

    // ---- a turn

    private void turn() {
        if (inTurn) {
            return;
        }
        inTurn = true;
        try {
            long nowMs = context.nowMs();
            takeNews(nowMs);
            while (lookAtAll) {
                lookAtAll = false;
                lookAtAll(nowMs);
            }
            while (due.earliestMs() <= nowMs) {
                review(due.takeFirst(), nowMs);
            }
            NodeSender node;
            while ((node = marked.pollFirst()) != null) {
                node.marked = false;
                node.drain(this, nowMs);
            }
            setAlarm(nowMs);
        } finally {
            inTurn = false;
        }
        context.metrics().publish();
        closeIfDone();
    }

    private void takeNews(long nowMs) {
        PartitionQueue queue;
        while ((queue = accumulator.nextTouched()) != null) {
            review(senderOf(queue), nowMs);
        }
    }

    private PartitionSender senderOf(PartitionQueue queue) {
        PartitionSender known = partitions.get(queue);
        if (known != null) {
            return known;
        }
        PartitionSender sender =
                new PartitionSender(
                        context, queue, identity == null ? null : new Sequences(identity));
        partitions.put(queue, sender);
        return sender;
    }

    private void lookAtAll(long nowMs) {
        for (PartitionSender partition : partitions.values()) {
            if (partition.hasWork()) {
                review(partition, nowMs);
            }
        }
    }

    /** Decides what happens next to a partition: it is put in line, or a time is set. */
    void review(PartitionSender partition, long nowMs) {
        if (ended != null) {
            partition.failAll(ended);
            due.set(partition, PartitionSender.NEVER);
            return;
        }
        partition.follow(context.leadership().view(), nodes);
        if (partition.expiresAtMs() <= nowMs) {
            partition.expire(nowMs, expiry);
        }
        long sendableMs = partition.sendableAtMs();
        long lookAgainMs = sendableMs <= nowMs ? line(partition, nowMs) : sendableMs;
        long expiresMs = partition.expiresAtMs();
        if (expiresMs <= nowMs) {
            expiresMs = nowMs + 1; // a caller is compressing the batch and lets go of it soon
        }
        due.set(partition, Math.min(lookAgainMs, expiresMs));
    }

    /**
     * Puts a partition that has something to send in line at its leader.
     *
     * @return when to look again if that is not possible
     */
    private long line(PartitionSender partition, long nowMs) {
        NodeSender leader = partition.leader();
        NodeSender lined = partition.readyAt;
        if (lined != null && lined != leader) {
            lined.forget(partition);
        }
        if (leader == null) {
            context.leadership().use(partition.partition().topic());
            context.leadership().refresh("no leader of " + partition.partition() + " is known");
            return nowMs + LEADERLESS_MS;
        }
        if (partition.identityIsThere() && partition.readyAt == null) {
            leader.enqueue(partition);
            mark(leader);
        }
        return PartitionSender.NEVER;
    }

    private void mark(NodeSender node) {
        if (!node.marked) {
            node.marked = true;
            marked.addLast(node);
        }
    }

    /** One timer for everything; it may come early, and then sets itself anew. */
    private void setAlarm(long nowMs) {
        long earliestMs = due.earliestMs();
        if (earliestMs >= alarmMs) {
            return;
        }
        if (alarm != null) {
            alarm.cancel();
        }
        alarmMs = earliestMs;
        alarm = context.loop().schedule(earliestMs - nowMs, this::alarm);
    }

    private void alarm() {
        alarm = null;
        alarmMs = PartitionSender.NEVER;
        turn();
    }

    // ---- the end

    private void end(ClientException cause) {
        if (ended != null) {
            return;
        }
        ended = cause;
        if (identity != null) {
            identity.stop();
        }
        for (PartitionQueue queue : accumulator.queues()) {
            review(senderOf(queue), context.nowMs());
        }
    }

    private void closeIfDone() {
        Runnable closed = whenClosed;
        if (closed != null && accumulator.isIdle()) {
            whenClosed = null;
            Timer.Timeout timeout = closeTimeout;
            if (timeout != null) {
                timeout.cancel();
            }
            end(new RetriableException("the producer is closed"));
            closed.run();
        }
    }
}
