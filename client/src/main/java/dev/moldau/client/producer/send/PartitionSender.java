package dev.moldau.client.producer.send;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.metadata.ClusterView;
import dev.moldau.client.producer.batch.PartitionQueue;
import dev.moldau.client.producer.batch.ProducerBatch;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ProduceResponse;
import dev.moldau.protocol.record.BatchView;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The batches of one partition from their first attempt to their answer, in order. Owned by the
 * loop.
 *
 * <p>Invariants: batches are sent in the order of their appends, those that must go again before
 * new ones; callers are told in that order, so an outcome that comes early waits for those before
 * it; everything under way is at one broker.
 */
final class PartitionSender {

    /** For a time that never comes. */
    static final long NEVER = Long.MAX_VALUE;

    private final SendContext context;
    private final SenderSettings settings;
    private final PartitionQueue queue;
    private final TopicPartition partition;
    private final Route route;
    private final @Nullable Sequences sequences;

    /** Neither told nor given up yet, in order. */
    private final ArrayDeque<Flight> flights = new ArrayDeque<>(1); // grows where it is busy

    private int waiting;
    private int underWay;
    private @Nullable NodeSender underWayAt;
    private long lastOrdinal;
    private long acknowledgedOrdinal;
    private @Nullable Problem lastProblem;

    /** Place and key in the {@link DueHeap}, which alone changes them. */
    int heapIndex = DueHeap.OUTSIDE;

    long dueMs = NEVER;

    /** The broker whose ready queue the partition is in; changed by {@link NodeSender} only. */
    @Nullable NodeSender readyAt;

    PartitionSender(SendContext context, PartitionQueue queue, @Nullable Sequences sequences) {
        this.context = context;
        this.settings = context.settings();
        this.queue = queue;
        this.partition = queue.partition();
        this.route = new Route(partition);
        this.sequences = sequences;
    }

    TopicPartition partition() {
        return partition;
    }

    @Nullable NodeSender leader() {
        return route.leader();
    }

    @Nullable Problem lastProblem() {
        return lastProblem;
    }

    /** Takes over what the view says of the leader and the topic. */
    void follow(ClusterView view, Nodes nodes) {
        if (route.follow(view, nodes) && sequences != null) {
            sequences.topicIs(route.topicId());
            tell();
        }
    }

    // ---- what can be sent

    /** From when on there is something to send, as far as the partition alone is concerned. */
    long sendableAtMs() {
        if (underWay > 0 && isMuted()) {
            return NEVER;
        }
        if (waiting > 0) {
            return mayGo(firstWaiting()) ? route.opensAtMs() : NEVER;
        }
        if (sequences != null && !sequences.admitsAfter(flights)) {
            return NEVER;
        }
        return queue.sendableAtMs();
    }

    /** Whether what is under way must come back first. */
    private boolean isMuted() {
        return settings.maxInFlight() == 1
                || underWayAt != route.leader()
                || (sequences != null && sequences.mustGoAlone());
    }

    private boolean mayGo(Flight flight) {
        return sequences == null
                || (sequences.admits(flight, flight == flights.peekFirst())
                        && isRemembered(flight));
    }

    /**
     * Splitting can make more batches than a broker remembers. Those at the end wait, so that what
     * comes again is always among the last five.
     */
    private boolean isRemembered(Flight flight) {
        if (flights.size() <= SenderSettings.REMEMBERED_BATCHES) {
            return true;
        }
        int place = 0;
        for (Flight each : flights) {
            if (each == flight) {
                return place < SenderSettings.REMEMBERED_BATCHES;
            }
            place++;
        }
        throw new IllegalStateException("a batch that waits is not among the unresolved ones");
    }

    private Flight firstWaiting() {
        for (Flight flight : flights) {
            if (flight.state == Flight.State.WAITING) {
                return flight;
            }
        }
        throw new IllegalStateException(waiting + " batches of " + partition + " should wait");
    }

    /** Whether the next batch can have a producer id, if it needs one; else it is asked for. */
    boolean identityIsThere() {
        return sequences == null || sequences.identityIsThere();
    }

    /** How large the next batch is at most, in bytes. */
    int nextSizeBytes() {
        return waiting > 0 ? firstWaiting().sizeBytes : queue.firstSizeBytes();
    }

    /**
     * Takes the next batch for a request; null if there is none, or it cannot be sent, after all.
     */
    @Nullable Flight depart(NodeSender node, long nowMs) {
        Flight flight;
        if (waiting > 0) {
            flight = firstWaiting();
            waiting--;
            context.metrics().retried(flight);
        } else {
            ProducerBatch batch = queue.take();
            if (batch == null) {
                return null;
            }
            flight = new Flight(this, batch, ++lastOrdinal);
            flights.addLast(flight);
            context.metrics().dequeued(nowMs - batch.createdMs());
            Throwable notCompressed = batch.compressionFailure();
            if (notCompressed != null) {
                ClientException cause = Failures.notCompressed(flight, notCompressed);
                flight.settle(new Verdict.Refused(record -> cause));
                tell();
                return null;
            }
        }
        if (sequences != null) {
            sequences.stamp(flight, route.topicId());
        }
        underWay++;
        underWayAt = node;
        flight.depart(route.topicId(), nowMs);
        return flight;
    }

    // ---- what became of it

    /** A broker's answer for one batch. */
    void answered(
            Flight flight, ProduceResponse.Partition answer, NodeSender node, boolean byName) {
        if (flight.state != Flight.State.UNDER_WAY) {
            return;
        }
        underWay--;
        ErrorCode error = ErrorCode.of(answer.errorCode());
        if (error != ErrorCode.NONE && error != ErrorCode.DUPLICATE_SEQUENCE_NUMBER) {
            note(Problem.answered(node.node(), error, answer.errorMessage()));
            if (ProduceOutcome.mayBeAppended(error)) {
                doubt(flight, byName);
            }
        }
        switch (ProduceOutcome.of(error, sequences != null, flight.batch.recordCount())) {
            case APPENDED -> appended(flight, answer.baseOffset(), answer.logAppendTimeMs());
            case RETRY -> again(flight, node);
            case SPLIT -> split(flight);
            case OUT_OF_ORDER, IDENTITY_LOST -> unaccepted(flight, error);
            case REFUSED ->
                    flight.settle(
                            new Verdict.Refused(
                                    Failures.refused(flight, answer, error, node.node())));
        }
        tell();
    }

    /** The request has left, and nobody will answer it. */
    void sentWithoutAnswer(Flight flight) {
        if (flight.state == Flight.State.UNDER_WAY) {
            underWay--;
            appended(flight, -1, -1);
            tell();
        }
    }

    /** There will be no answer. */
    void failed(Flight flight, ClientException cause, NodeSender node, boolean byName) {
        if (flight.state != Flight.State.UNDER_WAY) {
            return;
        }
        underWay--;
        note(Problem.unanswered(node.node(), cause));
        if (cause instanceof RetriableException) {
            doubt(flight, byName);
            again(flight, node);
        } else {
            ClientException told = Failures.impossible(partition, node.node(), cause);
            flight.settle(new Verdict.Refused(record -> told));
        }
        tell();
    }

    /** For the words of later failures, here and where callers wait for room. */
    private void note(Problem problem) {
        lastProblem = problem;
        queue.problem(problem.asException());
    }

    private void solved() {
        if (lastProblem != null) {
            lastProblem = null;
            queue.problem(null);
        }
    }

    private static void doubt(Flight flight, boolean byName) {
        flight.uncertain = true;
        flight.uncertainByName |= byName;
    }

    private void appended(Flight flight, long baseOffset, long appendTimeMs) {
        acknowledgedOrdinal = Math.max(acknowledgedOrdinal, flight.ordinal);
        if (flight.space != null) {
            flight.space.acknowledged = true;
        }
        solved();
        flight.settleAppended(baseOffset, appendTimeMs);
        context.metrics().acknowledged(flight, context.nowMs());
    }

    private void again(Flight flight, NodeSender node) {
        Problem problem = lastProblem;
        if (flight.retries >= settings.retries() && problem != null) {
            ClientException cause = Failures.exhausted(flight, problem);
            flight.settle(new Verdict.Refused(record -> cause));
            return;
        }
        flight.retries++;
        if (waiting == 0 || flight == flights.peekFirst()) {
            long backoffMs = context.retries().afterMs(flight.retries);
            route.backOff(context.nowMs() + backoffMs, node);
        }
        await(flight);
    }

    private void await(Flight flight) {
        flight.state = Flight.State.WAITING;
        waiting++;
    }

    private void unaccepted(Flight flight, ErrorCode error) {
        SequenceSpace space = flight.space;
        boolean known = space != null && space.broken;
        if (known || flight != flights.peekFirst()) {
            await(flight); // says nothing of this one: those before it have to go first
        } else {
            flight.settle(new Verdict.Gap(error));
        }
    }

    // ---- telling the callers, in order

    /** Tells the callers of all batches whose outcome is known and that have none before them. */
    private void tell() {
        Flight first;
        while ((first = flights.peekFirst()) != null) {
            if (first.state == Flight.State.SETTLED) {
                carryOut(first);
            } else if (first.state == Flight.State.WAITING && Sequences.isLost(first)) {
                giveUp(first, Failures.unknownFate(first, lastError()));
            } else {
                return;
            }
        }
    }

    private ErrorCode lastError() {
        Problem problem = lastProblem;
        ErrorCode error = problem == null ? null : problem.error();
        return error == null ? ErrorCode.NETWORK_EXCEPTION : error;
    }

    private void carryOut(Flight first) {
        Verdict verdict = first.verdict;
        if (verdict == null) {
            flights.removeFirst();
            first.succeed();
        } else if (verdict instanceof Verdict.Refused refused) {
            giveUp(first, refused);
        } else if (verdict instanceof Verdict.Gap gap) {
            bridge(first, gap.error());
        }
    }

    private void giveUp(Flight first, ClientException cause) {
        giveUp(first, new Verdict.Refused(record -> cause));
    }

    private void giveUp(Flight first, Verdict.Refused reason) {
        if (first.state == Flight.State.UNDER_WAY) {
            underWay--;
            first.uncertain = true;
        } else if (first.state == Flight.State.WAITING) {
            waiting--;
        }
        flights.removeFirst();
        first.state = Flight.State.DONE;
        if (sequences != null) {
            sequences.gaveUp(first);
        }
        context.metrics().failed(first.batch.recordCount());
        first.batch.fail(reason.causes());
    }

    /**
     * Puts the halves in the place of a batch that is too large. Together they have as many records
     * as it had, so they share its sequences and those behind it keep theirs: the broker has
     * appended none of them. Nobody is told anything, so it need not be the first: were it left to
     * wait, those behind it could get new sequences before its halves do.
     */
    private void split(Flight whole) {
        int sequence = whole.batch.baseSequence();
        SequenceSpace space = whole.space;
        int recordsBytes = whole.sizeBytes - BatchView.HEADER_BYTES;
        List<ProducerBatch> parts = whole.batch.split(BatchView.HEADER_BYTES + recordsBytes / 2);
        whole.state = Flight.State.DONE;
        context.metrics().split();
        for (int left = flights.size(); left > 0; left--) {
            Flight flight = flights.removeFirst();
            if (flight != whole) {
                flights.addLast(flight);
                continue;
            }
            for (ProducerBatch part : parts) {
                if (space != null && !space.broken) {
                    part.assign(space.producerId, space.epoch, sequence);
                    sequence = SequenceSpace.after(sequence, part.recordCount());
                }
                Flight half = new Flight(this, part, whole.ordinal);
                half.inherit(whole);
                flights.addLast(half);
                await(half);
            }
        }
    }

    /** The first batch does not follow on what the broker has; see {@link Sequences}. */
    private void bridge(Flight first, ErrorCode error) {
        Sequences counted = sequences;
        SequenceSpace space = first.space;
        if (counted == null || space == null) {
            throw new IllegalStateException(error + " for a batch without sequence");
        }
        if (error != ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER
                && error != ErrorCode.UNKNOWN_PRODUCER_ID) {
            counted.disown(space);
        }
        if (first.ordinal < acknowledgedOrdinal) {
            first.uncertain = true; // no hole: what comes after is in the log and goes on
            giveUp(first, Failures.overtaken(first, error));
        } else if (first.uncertain && !space.barren) {
            space.broken = true;
            giveUp(first, Failures.unknownFate(first, error));
        } else {
            counted.breakBarren(space);
            context.metrics().newSpace();
            again(first, underWayAtOf(first));
        }
    }

    private NodeSender underWayAtOf(Flight flight) {
        NodeSender node = underWayAt;
        if (node == null) {
            throw new IllegalStateException(flight.attempts + " attempts at no broker");
        }
        return node;
    }

    // ---- the end of a batch's or of the producer's time

    /** When the oldest batch has had all the time that a delivery may take; monotonic ms. */
    long expiresAtMs() {
        Flight first = flights.peekFirst();
        long oldestMs = first == null ? queue.oldestMs() : first.batch.createdMs();
        return oldestMs == NEVER ? NEVER : oldestMs + settings.deliveryTimeoutMs();
    }

    /** Gives up what has had its time, in order. */
    void expire(long nowMs, Expiry expiry) {
        long beganBefore = nowMs - settings.deliveryTimeoutMs() + 1;
        Flight first;
        while ((first = flights.peekFirst()) != null && first.batch.createdMs() < beganBefore) {
            context.metrics().expired();
            giveUp(first, expiry.ofFlight(this, first, nowMs));
            tell();
        }
        if (flights.isEmpty() && queue.oldestMs() < beganBefore) {
            for (ProducerBatch batch : queue.takeOlderThan(beganBefore)) {
                context.metrics().expired();
                context.metrics().failed(batch.recordCount());
                ClientException cause = expiry.ofQueued(this, batch, nowMs);
                batch.fail(record -> cause);
            }
        }
    }

    /** Gives up everything, in order; what is known to be in the log is told so. */
    void failAll(ClientException cause) {
        Flight first;
        while ((first = flights.peekFirst()) != null) {
            if (first.state == Flight.State.SETTLED && first.verdict == null) {
                carryOut(first);
            } else {
                giveUp(first, cause);
            }
        }
        for (ProducerBatch batch : queue.takeOlderThan(NEVER)) {
            context.metrics().failed(batch.recordCount());
            batch.fail(record -> cause);
        }
    }

    /** Whether a view with news matters to the partition now. */
    boolean hasWork() {
        return !flights.isEmpty() || queue.oldestMs() != NEVER;
    }
}
