package dev.moldau.client.producer.send;

import dev.moldau.client.Node;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.client.producer.batch.ProducerBatch;
import org.jspecify.annotations.Nullable;

/**
 * The words for batches whose {@code delivery.timeout.ms} is over: which partition, how long it
 * waited, how often it was tried, and what stood in the way.
 */
final class Expiry {

    private final SendContext context;
    private final @Nullable Identity identity;

    Expiry(SendContext context, @Nullable Identity identity) {
        this.context = context;
        this.identity = identity;
    }

    /** A batch that was sent at least once, or is a part of one. */
    TimedOutException ofFlight(PartitionSender partition, Flight flight, long nowMs) {
        String fate =
                flight.state == Flight.State.UNDER_WAY || flight.uncertain
                        ? " Whether they were appended is not known."
                        : "";
        return timedOut(partition, flight.batch, flight.attempts, nowMs, fate);
    }

    /** A batch that was never sent. */
    TimedOutException ofQueued(PartitionSender partition, ProducerBatch batch, long nowMs) {
        return timedOut(partition, batch, 0, nowMs, " They were never sent.");
    }

    private TimedOutException timedOut(
            PartitionSender partition, ProducerBatch batch, int attempts, long nowMs, String fate) {
        Problem last = partition.lastProblem();
        String message =
                batch.recordCount()
                        + " records for "
                        + partition.partition()
                        + " were not acknowledged within delivery.timeout.ms ("
                        + context.settings().deliveryTimeoutMs()
                        + " ms): they waited "
                        + (nowMs - batch.createdMs())
                        + " ms, with "
                        + attempts
                        + (attempts == 1 ? " attempt; " : " attempts; ")
                        + obstacle(partition, attempts)
                        + (last == null ? "" : "; the last time " + last)
                        + "."
                        + fate;
        return new TimedOutException(
                message, last == null ? null : last.error(), last == null ? null : last.cause());
    }

    /** What keeps the partition's batches from being sent at this moment. */
    private String obstacle(PartitionSender partition, int attempts) {
        NodeSender leader = partition.leader();
        if (leader == null) {
            return "no leader of the partition is known: "
                    + context.leadership().lastProblem(partition.partition().topic());
        }
        Node node = leader.node();
        if (!context.network().isReady(node)) {
            return "its leader, broker "
                    + node
                    + ", cannot be reached"
                    + (leader.lastLoss() == null ? "" : ": " + leader.lastLoss().getMessage());
        }
        String noIdentity = identity == null ? null : identity.problem();
        if (noIdentity != null) {
            return noIdentity;
        }
        return attempts > 0
                ? "its leader is broker " + node
                : "its leader, broker " + node + ", was busy with requests before them";
    }
}
