package dev.moldau.broker.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.partition.Partition;
import dev.moldau.protocol.record.Batches;
import dev.moldau.protocol.record.RecordView;
import dev.moldau.storage.LogView;
import dev.moldau.storage.ReadBound;
import dev.moldau.storage.ReadOutcome;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Three brokers whose logs, partitions and fetchers are real, with changes of leaders, lost and
 * damaged answers, forgotten sessions, deleted records and crashes that lose what was not forced.
 * In the end all logs are the same, byte by byte, and have all that was acknowledged.
 *
 * <p>{@code -Dmoldau.test.seed=} repeats one schedule, {@code -Dmoldau.test.schedules=} runs more.
 */
class ReplicationSimulationTest {

    private static final int STEPS = 160;

    @Test
    void followersEndAsTheirLeadersWhateverHappens() {
        Long only = Long.getLong("moldau.test.seed");
        int count = only != null ? 1 : Integer.getInteger("moldau.test.schedules", 3_000);
        long acknowledged = 0;
        long elections = 0;
        Map<String, Long> counted = new HashMap<>();
        for (int i = 0; i < count; i++) {
            long seed = only != null ? only : i;
            try {
                SimCluster cluster = run(seed);
                acknowledged += cluster.acknowledged.stream().mapToLong(Map::size).sum();
                elections += cluster.elections;
                count(cluster, counted);
            } catch (Throwable failure) {
                throw new AssertionError("-Dmoldau.test.seed=" + seed, failure);
            }
        }
        // A run that exercised too little proves nothing.
        assertThat(acknowledged).isGreaterThan(count * 40L);
        assertThat(elections).isGreaterThan(count * 3L);
        if (only == null) {
            assertThat(counted.get("truncations")).isGreaterThan(count / 4);
            assertThat(counted.get("corrupt")).isGreaterThan(count / 4);
            assertThat(counted.get("restarts")).isGreaterThan(count / 20);
        }
    }

    private static void count(SimCluster cluster, Map<String, Long> counted) {
        for (SimBroker broker : cluster.brokers()) {
            ReplicationCounters counters = broker.fetchers().counters();
            counted.merge("truncations", counters.truncations(), Long::sum);
            counted.merge("corrupt", counters.corrupt(), Long::sum);
            counted.merge("restarts", counters.restarts(), Long::sum);
        }
    }

    private static SimCluster run(long seed) {
        SimCluster cluster = new SimCluster(seed, 3);
        Watermarks watermarks = new Watermarks(cluster);
        for (int step = 0; step < STEPS; step++) {
            switch (cluster.random.nextInt(24)) {
                case 0 -> cluster.crash();
                case 1, 2 -> cluster.elect();
                case 3 -> cluster.deleteRecords();
                case 4 -> cluster.writeCheckpoints();
                default -> cluster.produce();
            }
            cluster.time.advance(cluster.random.nextInt(12));
            watermarks.look();
        }
        cluster.calm();
        for (int index = 0; index < cluster.partitions(); index++) {
            check(cluster, index);
        }
        return cluster;
    }

    private static void check(SimCluster cluster, int index) {
        Partition leader = Objects.requireNonNull(cluster.leader(index), "no leader");
        LogView leads = leader.view();
        Map<Long, String> values = values(leads);
        cluster.acknowledged
                .get(index)
                .forEach(
                        (offset, value) -> {
                            if (offset >= leads.logStartOffset()) {
                                assertThat(values)
                                        .as("acknowledged in partition %s", index)
                                        .containsEntry(offset, value);
                            }
                        });
        assertThat(leads.highWatermark()).isEqualTo(leads.logEndOffset());
        for (SimBroker broker : cluster.brokers()) {
            LogView follows = broker.partition(index).view();
            String name = "partition " + index + " on " + broker.id + ": " + follows + ", " + leads;
            assertThat(broker.partition(index).outOfService()).as(name).isEmpty();
            assertThat(follows.logEndOffset()).as(name).isEqualTo(leads.logEndOffset());
            // A leader may forget in a crash that it gave records up, its followers do not.
            long start = Math.max(follows.logStartOffset(), leads.logStartOffset());
            assertThat(follows.logStartOffset()).as(name).isEqualTo(start);
            assertThat(follows.highWatermark()).as(name).isEqualTo(leads.highWatermark());
            assertThat(bytes(follows, start)).as(name).isEqualTo(bytes(leads, start));
        }
    }

    private static ByteBuffer bytes(LogView view, long from) {
        List<ByteBuffer> parts = new ArrayList<>();
        int size = 0;
        long at = from;
        while (at < view.logEndOffset()) {
            if (!(view.read(at, 1 << 20, ReadBound.LOG_END, true)
                    instanceof ReadOutcome.Data data)) {
                throw new AssertionError("nothing at " + at + " of " + view);
            }
            ByteBuffer part;
            try (var records = data.records()) {
                part = records.toMemory();
            }
            Batches walk = new Batches().over(part);
            int whole = 0;
            while (walk.next()) {
                at = walk.batch().lastOffset() + 1;
                whole += walk.batch().sizeBytes();
            }
            parts.add(part.limit(whole));
            size += whole;
        }
        ByteBuffer all = ByteBuffer.allocate(size);
        parts.forEach(all::put);
        return all.flip();
    }

    private static Map<Long, String> values(LogView view) {
        Map<Long, String> values = new HashMap<>();
        Batches walk = new Batches().over(bytes(view, view.logStartOffset()));
        while (walk.next()) {
            RecordView record = new RecordView().over(walk.batch());
            while (record.next()) {
                ByteBuffer value = Objects.requireNonNull(record.value());
                values.put(record.offset(), StandardCharsets.UTF_8.decode(value).toString());
            }
        }
        return values;
    }
}
