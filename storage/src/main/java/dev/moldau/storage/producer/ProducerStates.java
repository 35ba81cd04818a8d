package dev.moldau.storage.producer;

import dev.moldau.protocol.record.BatchView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All producers that a log remembers. Owned by the log's lane.
 *
 * <p>Changes are made while batches are staged, before they are written; {@link #undo} takes back
 * those since the last {@link #settle}, when the write failed. Memory is bounded: beyond {@code
 * maxProducers} the one that was idle for longest, without open transaction, is forgotten.
 *
 * <p>Source: KIP-98; the rule for unknown producers is KIP-360's: without history, any sequence may
 * come first, because retention or {@code DeleteRecords} may have removed it.
 */
public final class ProducerStates {

    /** Says that there is no undecided transaction. */
    public static final long NONE_UNDECIDED = Long.MAX_VALUE;

    private int maxProducers;
    private int evictions;

    /** By id, the one used last at the end. */
    private final LinkedHashMap<Long, ProducerState> producers =
            new LinkedHashMap<>(2, 0.75f, true);

    /** Open transactions: first offset to producer id. */
    private final TreeMap<Long, Long> open = new TreeMap<>();

    /** Ended ones whose marker is above the high watermark: first offset to the marker's. */
    private final TreeMap<Long, Long> ended = new TreeMap<>();

    private @Nullable Undo undo;

    /** How everything was that changed since the last settlement. */
    private static final class Undo {
        final Map<Long, @Nullable ProducerState> producers = new HashMap<>();
        @Nullable TreeMap<Long, Long> open;
        @Nullable TreeMap<Long, Long> ended;
    }

    /**
     * A transaction that a marker ended.
     *
     * @param producerId whose it was
     * @param firstOffset of its first record
     * @param markerOffset of the marker
     * @param aborted whether it was aborted
     * @param lastStableOffset the log's, given the marker is replicated
     */
    public record EndedTransaction(
            long producerId,
            long firstOffset,
            long markerOffset,
            boolean aborted,
            long lastStableOffset) {}

    /** Nobody known yet. */
    public ProducerStates(int maxProducers) {
        this.maxProducers = maxProducers;
    }

    /** Changes the bound; it takes effect as producers write. */
    public void maxProducers(int bound) {
        maxProducers = bound;
    }

    /** How many producers are known. */
    public int size() {
        return producers.size();
    }

    /** How many producers were forgotten because there were too many. */
    public int evictions() {
        return evictions;
    }

    /** The first offset of a transaction that is open, or whose end is not replicated. */
    public long firstUndecidedOffset() {
        long first = open.isEmpty() ? NONE_UNDECIDED : open.firstKey();
        return ended.isEmpty() ? first : Math.min(first, ended.firstKey());
    }

    /** Lets ended transactions be decided whose marker is below the high watermark. */
    public void decideBelow(long highWatermark) {
        if (!ended.isEmpty()) {
            ended.values().removeIf(marker -> marker < highWatermark);
        }
    }

    /** Judges a batch that a client sent, before it has an offset. Changes nothing. */
    public Verdict judge(BatchView batch) {
        ProducerState known = producers.get(batch.producerId());
        if (known == null) {
            return Verdict.ACCEPTED;
        }
        short epoch = batch.producerEpoch();
        if (epoch < known.epoch()) {
            return new Verdict.Rejected(
                    Verdict.Reason.STALE_PRODUCER_EPOCH,
                    "producer "
                            + batch.producerId()
                            + " has epoch "
                            + known.epoch()
                            + ", the batch "
                            + epoch);
        }
        int base = batch.baseSequence();
        if (epoch == known.epoch()) {
            int match = known.find(base, batch.lastSequence());
            if (match >= 0) {
                long last = known.lastOffset(match);
                return new Verdict.Duplicate(last - known.offsetDelta(match), last);
            }
            if (base != BatchView.sequenceAfter(known.lastSequence(), 1)) {
                return outOfOrder(batch, known);
            }
        } else if (base != 0) {
            return outOfOrder(batch, known);
        }
        if (!batch.isTransactional() && known.transactionStart() >= 0) {
            return new Verdict.Rejected(
                    Verdict.Reason.TRANSACTION_STATE,
                    "producer "
                            + batch.producerId()
                            + " has a transaction open since offset "
                            + known.transactionStart()
                            + " and sent a batch outside of it");
        }
        return Verdict.ACCEPTED;
    }

    private static Verdict outOfOrder(BatchView batch, ProducerState known) {
        return new Verdict.Rejected(
                Verdict.Reason.OUT_OF_ORDER_SEQUENCE,
                "producer "
                        + batch.producerId()
                        + " sent sequences "
                        + batch.baseSequence()
                        + ".."
                        + batch.lastSequence()
                        + " in epoch "
                        + batch.producerEpoch()
                        + "; the last one appended is "
                        + known.lastSequence()
                        + " in epoch "
                        + known.epoch()
                        + " at offset "
                        + known.lastOffset());
    }

    /** Judges a marker that a coordinator sent. Changes nothing. */
    public Verdict judgeMarker(BatchView batch, ControlRecord marker) {
        ProducerState known = producers.get(batch.producerId());
        if (known == null) {
            return Verdict.ACCEPTED;
        }
        if (batch.producerEpoch() < known.epoch()) {
            return new Verdict.Rejected(
                    Verdict.Reason.STALE_PRODUCER_EPOCH,
                    "producer "
                            + batch.producerId()
                            + " has epoch "
                            + known.epoch()
                            + ", the marker "
                            + batch.producerEpoch());
        }
        if (marker.coordinatorEpoch() < known.coordinatorEpoch()) {
            return new Verdict.Rejected(
                    Verdict.Reason.STALE_COORDINATOR_EPOCH,
                    "the coordinator of producer "
                            + batch.producerId()
                            + " had epoch "
                            + known.coordinatorEpoch()
                            + ", the marker has "
                            + marker.coordinatorEpoch());
        }
        return Verdict.ACCEPTED;
    }

    /**
     * Takes a batch of records in.
     *
     * @param batch with its offsets
     * @param nowMs when, for expiry
     */
    public void append(BatchView batch, long nowMs) {
        ProducerState state = stateToChange(batch.producerId(), batch.producerEpoch());
        state.add(
                batch.producerEpoch(),
                batch.lastSequence(),
                batch.lastOffset(),
                batch.lastOffsetDelta());
        state.lastTimestampMs(nowMs);
        if (batch.isTransactional() && state.transactionStart() < 0) {
            keepTransactions();
            state.transactionStart(batch.baseOffset());
            open.put(batch.baseOffset(), batch.producerId());
        }
        evictIfTooMany();
    }

    /**
     * Takes a marker in.
     *
     * @param batch with its offset
     * @return the transaction that it ended, if one was open
     */
    public @Nullable EndedTransaction end(BatchView batch, ControlRecord marker, long nowMs) {
        if (!marker.endsTransaction()) {
            return null;
        }
        ProducerState state = stateToChange(batch.producerId(), batch.producerEpoch());
        state.beginEpoch(batch.producerEpoch());
        state.coordinatorEpoch(marker.coordinatorEpoch());
        state.lastTimestampMs(nowMs);
        long first = state.transactionStart();
        evictIfTooMany();
        if (first < 0) {
            return null;
        }
        keepTransactions();
        state.transactionStart(ProducerState.NO_OFFSET);
        open.remove(first);
        ended.put(first, batch.baseOffset());
        long stable = open.isEmpty() ? batch.baseOffset() + 1 : open.firstKey();
        return new EndedTransaction(
                batch.producerId(), first, batch.baseOffset(), marker.aborts(), stable);
    }

    private ProducerState stateToChange(long producerId, short epoch) {
        ProducerState state = producers.get(producerId);
        keep(producerId, state);
        if (state == null) {
            state = new ProducerState(producerId, epoch);
            producers.put(producerId, state);
        }
        return state;
    }

    private void keep(Long producerId, @Nullable ProducerState state) {
        Undo changes = undo;
        if (changes != null && !changes.producers.containsKey(producerId)) {
            changes.producers.put(producerId, state == null ? null : state.copy());
        }
    }

    private void keepTransactions() {
        Undo changes = undo;
        if (changes != null && changes.open == null) {
            changes.open = new TreeMap<>(open);
            changes.ended = new TreeMap<>(ended);
        }
    }

    private void evictIfTooMany() {
        if (producers.size() <= maxProducers) {
            return;
        }
        Iterator<Map.Entry<Long, ProducerState>> eldest = producers.entrySet().iterator();
        while (producers.size() > maxProducers && eldest.hasNext()) {
            Map.Entry<Long, ProducerState> candidate = eldest.next();
            if (candidate.getValue().transactionStart() < 0) {
                keep(candidate.getKey(), candidate.getValue());
                eldest.remove();
                evictions++;
            }
        }
    }

    /** From here on, changes can be taken back. */
    public void begin() {
        if (undo == null) {
            undo = new Undo();
        }
    }

    /** Makes the changes since {@link #begin} final. */
    public void settle() {
        undo = null;
    }

    /** Takes the changes since {@link #begin} back. */
    public void undo() {
        Undo changes = undo;
        undo = null;
        if (changes == null) {
            return;
        }
        changes.producers.forEach(
                (id, state) -> {
                    if (state == null) {
                        producers.remove(id);
                    } else {
                        producers.put(id, state);
                    }
                });
        if (changes.open != null && changes.ended != null) {
            open.clear();
            open.putAll(changes.open);
            ended.clear();
            ended.putAll(changes.ended);
        }
    }

    /**
     * Forgets producers that have been idle for long, and have no transaction open.
     *
     * @return how many
     */
    public int expire(long nowMs, long expirationMs) {
        int before = producers.size();
        producers
                .values()
                .removeIf(
                        state ->
                                state.transactionStart() < 0
                                        && nowMs - state.lastTimestampMs() >= expirationMs);
        return before - producers.size();
    }

    /** Forgets everything. */
    public void clear() {
        producers.clear();
        open.clear();
        ended.clear();
        undo = null;
    }

    /** What is known, for a snapshot or a report; oldest batch of a producer first. */
    public List<SnapshotEntry> entries() {
        List<SnapshotEntry> entries = new ArrayList<>(producers.size());
        for (ProducerState state : producers.values()) {
            int batches = state.batchCount();
            if (batches == 0) {
                entries.add(SnapshotEntry.withoutBatch(state));
            }
            for (int batch = 0; batch < batches; batch++) {
                entries.add(SnapshotEntry.of(state, batch));
            }
        }
        return entries;
    }

    /** Replaces what is known by a snapshot, without what expired meanwhile. */
    public void load(Collection<SnapshotEntry> entries, long nowMs, long expirationMs) {
        clear();
        for (SnapshotEntry entry : entries) {
            if (entry.transactionStart() >= 0 || nowMs - entry.timestampMs() < expirationMs) {
                load(entry);
            }
        }
        evictIfTooMany();
    }

    private void load(SnapshotEntry entry) {
        long id = entry.producerId();
        ProducerState state =
                producers.computeIfAbsent(id, key -> new ProducerState(key, entry.epoch()));
        state.beginEpoch(entry.epoch());
        if (entry.lastSequence() >= 0) {
            state.add(entry.epoch(), entry.lastSequence(), entry.lastOffset(), entry.offsetDelta());
        }
        state.coordinatorEpoch(entry.coordinatorEpoch());
        state.lastTimestampMs(entry.timestampMs());
        if (entry.transactionStart() >= 0) {
            state.transactionStart(entry.transactionStart());
            open.put(entry.transactionStart(), id);
        }
    }
}
