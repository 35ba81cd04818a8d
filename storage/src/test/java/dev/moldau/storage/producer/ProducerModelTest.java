package dev.moldau.storage.producer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.protocol.record.BatchView;
import dev.moldau.storage.TestBatches;
import dev.moldau.storage.disk.DamagedFileException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Random histories of idempotent producers against a model that is a list: sequences near their
 * wrap, retries, gaps, new epochs, markers, failed writes, snapshots, expiry.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProducerModelTest {

    private static final int SEEDS = 300;
    private static final int STEPS = 120;
    private static final long EXPIRY_MS = 1_000;

    /** How often each outcome was seen, so that a run that exercised too little fails. */
    private final Map<String, Integer> outcomes = new HashMap<>();

    private record Batch(int base, int last, long firstOffset, long lastOffset) {}

    /** A producer as KIP-98 and KIP-360 describe it. */
    private static final class Known {
        short epoch;
        final List<Batch> batches;
        long lastMs;

        Known(short epoch, List<Batch> batches, long lastMs) {
            this.epoch = epoch;
            this.batches = new ArrayList<>(batches);
            this.lastMs = lastMs;
        }

        Known copy() {
            return new Known(epoch, batches, lastMs);
        }
    }

    private static int plus(int sequence, int more) {
        return (int) (((long) sequence + more) % (Integer.MAX_VALUE + 1L));
    }

    private static String expected(@Nullable Known known, short epoch, int base, int records) {
        if (known == null) {
            return "ACCEPTED";
        }
        if (epoch < known.epoch) {
            return "STALE_PRODUCER_EPOCH";
        }
        if (epoch > known.epoch) {
            return base == 0 ? "ACCEPTED" : "OUT_OF_ORDER_SEQUENCE";
        }
        int last = plus(base, records - 1);
        int size = known.batches.size();
        for (int i = size - 1; i >= Math.max(0, size - 5); i--) {
            Batch batch = known.batches.get(i);
            if (batch.base == base && batch.last == last) {
                return "DUPLICATE " + batch.firstOffset + ".." + batch.lastOffset;
            }
        }
        int next = size == 0 ? 0 : plus(known.batches.getLast().last, 1);
        return base == next ? "ACCEPTED" : "OUT_OF_ORDER_SEQUENCE";
    }

    private static String told(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Accepted _ -> "ACCEPTED";
            case Verdict.Duplicate(long first, long last) -> "DUPLICATE " + first + ".." + last;
            case Verdict.Rejected(Verdict.Reason reason, String _) -> reason.name();
        };
    }

    @Test
    void randomHistoriesAreJudgedAsTheModelSays() throws DamagedFileException {
        for (long seed = 1; seed <= SEEDS; seed++) {
            run(seed);
        }
        assertThat(outcomes)
                .containsKeys(
                        "ACCEPTED", "DUPLICATE", "OUT_OF_ORDER_SEQUENCE", "STALE_PRODUCER_EPOCH");
        assertThat(outcomes.values()).allMatch(count -> count > 500, "each outcome was met often");
    }

    private void run(long seed) throws DamagedFileException {
        Random random = new Random(seed);
        ProducerStates states = new ProducerStates(1_000);
        Map<Long, Known> model = new HashMap<>();
        long offset = random.nextInt(100);
        long nowMs = 10_000;
        for (int step = 0; step < STEPS; step++) {
            String when = "seed " + seed + " step " + step;
            long id = random.nextInt(3);
            Known known = model.get(id);
            switch (random.nextInt(12)) {
                case 0 -> { // a marker, perhaps of a newer epoch: what it ends is forgotten
                    short epoch = (short) ((known == null ? 0 : known.epoch) + random.nextInt(2));
                    ByteBuffer bytes = TestBatches.marker(id, epoch, true, 1, nowMs);
                    BatchView marker = new BatchView().wrap(bytes, 0);
                    marker.baseOffset(offset++);
                    states.end(marker, ControlRecord.of(marker), nowMs);
                    Known after = known == null ? new Known(epoch, List.of(), nowMs) : known;
                    if (after.epoch != epoch) {
                        after.batches.clear();
                    }
                    after.epoch = epoch;
                    after.lastMs = nowMs;
                    model.put(id, after);
                }
                case 1 -> states = throughASnapshot(states, nowMs);
                case 2 -> {
                    nowMs += random.nextInt(600);
                    states.expire(nowMs, EXPIRY_MS);
                    long now = nowMs;
                    model.values().removeIf(one -> now - one.lastMs >= EXPIRY_MS);
                }
                case 3 -> { // a write that fails: nothing of it happened
                    Known before = known == null ? null : known.copy();
                    states.begin();
                    attempt(states, model, id, random, offset, nowMs, when);
                    states.undo();
                    if (before == null) {
                        model.remove(id);
                    } else {
                        model.put(id, before);
                    }
                }
                default -> {
                    states.begin();
                    offset = attempt(states, model, id, random, offset, nowMs, when);
                    states.settle();
                }
            }
            assertThat(states.size()).as(when).isEqualTo(model.size());
        }
    }

    private long attempt(
            ProducerStates states,
            Map<Long, Known> model,
            long id,
            Random random,
            long offset,
            long nowMs,
            String when) {
        Known known = model.get(id);
        short epoch = (short) Math.max(0, (known == null ? 0 : known.epoch) + epochStep(random));
        int records = 1 + random.nextInt(4);
        int base;
        if (known != null && !known.batches.isEmpty() && random.nextInt(3) == 0) {
            Batch again = known.batches.get(random.nextInt(known.batches.size()));
            base = again.base;
            if (random.nextInt(4) > 0) {
                records = (int) (again.lastOffset - again.firstOffset) + 1;
            }
        } else if (known != null && epoch == known.epoch && !known.batches.isEmpty()) {
            base = plus(known.batches.getLast().last, 1 + (random.nextInt(5) == 0 ? 1 : 0));
        } else if (known == null && random.nextBoolean()) {
            base = Integer.MAX_VALUE - random.nextInt(6); // about to wrap
        } else {
            base = random.nextInt(4) == 0 ? random.nextInt(5) : 0;
        }
        ByteBuffer bytes = TestBatches.idempotent(id, epoch, base, records, nowMs);
        BatchView batch = new BatchView().wrap(bytes, 0);
        String expected = expected(known, epoch, base, records);
        assertThat(told(states.judge(batch))).as("%s: %s", when, batch).isEqualTo(expected);
        outcomes.merge(expected.split(" ", 2)[0], 1, Integer::sum);
        if (!expected.equals("ACCEPTED")) {
            return offset;
        }
        batch.baseOffset(offset);
        states.append(batch, nowMs);
        Known after = known == null ? new Known(epoch, List.of(), nowMs) : known;
        if (after.epoch != epoch) {
            after.batches.clear();
            after.epoch = epoch;
        }
        after.batches.add(new Batch(base, plus(base, records - 1), offset, offset + records - 1));
        after.lastMs = nowMs;
        model.put(id, after);
        return offset + records;
    }

    private static int epochStep(Random random) {
        int chance = random.nextInt(20);
        return chance == 0 ? 1 : chance == 1 ? -1 : 0;
    }

    private static ProducerStates throughASnapshot(ProducerStates states, long nowMs)
            throws DamagedFileException {
        byte[] bytes = ProducerSnapshot.encode(states.entries());
        ProducerStates loaded = new ProducerStates(1_000);
        loaded.load(ProducerSnapshot.decode(bytes, Path.of("snapshot")), nowMs, EXPIRY_MS * 1_000);
        return loaded;
    }
}
