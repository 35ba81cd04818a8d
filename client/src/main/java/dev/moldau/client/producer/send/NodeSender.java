package dev.moldau.client.producer.send;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.common.Timer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What goes to one broker: partitions that have something to send take turns, one batch each per
 * request. Owned by the loop.
 */
final class NodeSender {

    private final SendContext context;
    private final ArrayDeque<PartitionSender> ready = new ArrayDeque<>();
    private Node node;
    private int inFlight;
    private long opensAtMs = Long.MIN_VALUE;
    private Timer.@Nullable Timeout wakeUp;
    private @Nullable ClientException lastLoss;

    /** Something waits, and nothing has gone since it was said so. */
    private boolean stuck;

    /** Whether the sender is to visit this node in its present turn. */
    boolean marked;

    NodeSender(SendContext context, Node node) {
        this.context = context;
        this.node = node;
    }

    Node node() {
        return node;
    }

    /** Why the connection, or the last attempt to have one, ended; null while there is one. */
    @Nullable ClientException lastLoss() {
        return lastLoss;
    }

    boolean isAt(Node other) {
        return node.port() == other.port() && node.host().equals(other.host());
    }

    /**
     * The broker is to be found elsewhere. What is known of the connection to its old address says
     * nothing of the new one; what the broker asked for still counts, and so do the requests that
     * are under way until they come back.
     */
    void moveTo(Node now) {
        node = now;
        lastLoss = null;
        if (wakeUp != null) {
            wakeUp.cancel();
            wakeUp = null;
        }
    }

    void connected() {
        lastLoss = null;
    }

    void lost(ClientException cause) {
        lastLoss = cause;
    }

    /** The broker asked to be left alone for so long. */
    void throttle(int throttleTimeMs, long nowMs) {
        if (throttleTimeMs > 0) {
            context.metrics().throttled(throttleTimeMs);
            opensAtMs = Math.max(opensAtMs, nowMs + throttleTimeMs);
        }
    }

    /** Puts a partition at the end of those that have something to send. */
    void enqueue(PartitionSender partition) {
        partition.readyAt = this;
        ready.addLast(partition);
    }

    /** A partition's leader is another one now. */
    void forget(PartitionSender partition) {
        ready.remove(partition);
        partition.readyAt = null;
    }

    /** A request has come back, or will not come back. */
    void returned() {
        inFlight--;
    }

    /** Sends what can be sent now. */
    void drain(Sender sender, long nowMs) {
        sendWhatCanBe(sender, nowMs);
        boolean left = !ready.isEmpty();
        if (left != stuck) {
            stuck = left;
            if (left) {
                context.leaderHealth().stuck(node.id(), nowMs);
            } else {
                context.leaderHealth().moving(node.id());
            }
        }
    }

    private void sendWhatCanBe(Sender sender, long nowMs) {
        while (!ready.isEmpty() && inFlight < context.settings().maxInFlight()) {
            if (nowMs < opensAtMs) {
                wakeAfter(opensAtMs - nowMs, sender);
                return;
            }
            if (!context.network().isReady(node)) {
                connect(sender);
                return;
            }
            ProduceCall call = fill(sender, nowMs);
            if (call == null) {
                return;
            }
            inFlight++;
            if (stuck) {
                stuck = false;
                context.leaderHealth().moving(node.id());
            }
            context.metrics().requested(call.bytes());
            context.network().send(node, call);
        }
    }

    private void connect(Sender sender) {
        context.network().connect(node);
        if (!context.network().isReady(node)) {
            long backoffMs = context.network().backoffMs(node);
            if (backoffMs > 0) {
                wakeAfter(backoffMs, sender);
            }
        }
    }

    private void wakeAfter(long delayMs, Sender sender) {
        if (wakeUp == null) {
            wakeUp =
                    context.loop()
                            .schedule(
                                    delayMs,
                                    () -> {
                                        wakeUp = null;
                                        sender.nodeChanged(this);
                                    });
        }
    }

    /**
     * One request with at most one batch of each partition, beginning with the one that has waited
     * longest. A partition whose batch does not fit any more keeps its place at the front.
     */
    private @Nullable ProduceCall fill(Sender sender, long nowMs) {
        ProduceCall call = null;
        for (int left = ready.size(); left > 0; left--) {
            PartitionSender partition = ready.peekFirst();
            if (partition == null) {
                break;
            }
            boolean due = partition.sendableAtMs() <= nowMs && partition.leader() == this;
            if (due && call != null && !fits(call, partition.nextSizeBytes())) {
                break;
            }
            ready.removeFirst();
            partition.readyAt = null;
            Flight flight = due ? partition.depart(this, nowMs) : null;
            if (flight != null) {
                if (call == null) {
                    call = new ProduceCall(context, sender, this);
                }
                call.add(flight);
            }
            sender.review(partition, nowMs);
        }
        return call;
    }

    private boolean fits(ProduceCall call, int sizeBytes) {
        return (long) call.bytes() + sizeBytes <= context.settings().maxRequestBytes();
    }
}
