package dev.moldau.client.producer.batch;

import static dev.moldau.client.producer.batch.Queued.settings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.client.metadata.ClusterView;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.compress.Compression;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StickyChoiceTest {

    private static final int PARTITIONS = 10;

    private static Queued queued(AccumulatorSettings settings) {
        Queued q = new Queued(settings);
        q.accumulator.topic("t").in(Queued.view("t", PARTITIONS));
        return q;
    }

    private static boolean send(Queued q, String value) {
        return q.send("t", Accumulator.ANY_PARTITION, value);
    }

    private static int partitionsInUse(Queued q) {
        int used = 0;
        for (int i = 0; i < PARTITIONS; i++) {
            used += q.queue("t", i).waitingBatches() > 0 ? 1 : 0;
        }
        return used;
    }

    @Test
    void recordsWithoutAKeyStayTogetherUntilABatchIsFull() {
        Queued q = queued(settings(1_000, 1_000_000));
        for (int i = 0; i < 9; i++) {
            send(q, "x".repeat(90));
        }
        assertThat(partitionsInUse(q)).isEqualTo(1);
        for (int i = 0; i < 9; i++) {
            send(q, "x".repeat(90));
        }
        assertThat(partitionsInUse(q)).isGreaterThan(1);
    }

    @Test
    void aPartitionThatIsEmptiedQuicklyGetsNoMoreThanOneThatIsNot() {
        Queued q = queued(settings(1_000, 1_000_000));
        long[] records = new long[PARTITIONS];
        for (int i = 0; i < 20_000; i++) {
            send(q, "x".repeat(90));
            for (int p = 0; p < PARTITIONS; p++) {
                // The even ones answer at once, the odd ones with every full batch.
                PartitionQueue queue = q.queue("t", p);
                boolean full = queue.waitingBatches() > 0 && queue.firstSizeBytes() > 800;
                if (p % 2 == 0 || full) {
                    ProducerBatch batch = queue.take();
                    if (batch != null) {
                        records[p] += batch.recordCount();
                        batch.succeed(0, -1);
                    }
                }
            }
        }
        for (long count : records) {
            assertThat(count).isBetween(1_300L, 2_700L);
        }
    }

    @Test
    void partitionsWithMoreBeforeThemGetLess() {
        Queued q = queued(settings(1_000, 10_000_000));
        for (int i = 0; i < 50; i++) {
            q.send("t", 3, "x".repeat(930));
        }
        int before = q.queue("t", 3).waitingBatches();
        for (int i = 0; i < 400; i++) {
            send(q, "x".repeat(930));
        }
        assertThat(q.queue("t", 3).waitingBatches() - before).isLessThan(12);
    }

    @Test
    void partitionsWithoutALeaderAreLeftOut() {
        Queued q = new Queued(settings(1_000, 1_000_000));
        List<ClusterView.Partition> partitions =
                List.of(partition(0, -1), partition(1, -1), partition(2, 7), partition(3, -1));
        q.accumulator.topic("t").in(view(partitions));
        for (int i = 0; i < 100; i++) {
            send(q, "x".repeat(500));
        }
        assertThat(q.queue("t", 2).waitingBatches()).isGreaterThan(40);
        assertThat(q.queue("t", 0).waitingBatches()).isZero();
    }

    @Test
    void leadersThatTakeNothingForLongAreLeftOut() {
        AccumulatorSettings settings =
                new AccumulatorSettings(
                        1_000, 1_000_000, 1_000_000, 5, Compression.NONE, 0, true, 100);
        Queued q = queued(settings);
        q.accumulator.leaderHealth().stuck(0, q.clock.monotonicMs());
        q.clock.nowMs.addAndGet(101);
        for (int i = 0; i < 100; i++) {
            send(q, "x".repeat(500));
        }
        for (int p = 0; p < PARTITIONS; p += 3) {
            assertThat(q.queue("t", p).waitingBatches()).isZero();
        }
        q.accumulator.leaderHealth().moving(0);
        Set<Integer> used = new HashSet<>();
        for (int i = 0; i < 400; i++) {
            send(q, "x".repeat(500));
        }
        for (int p = 0; p < PARTITIONS; p++) {
            if (q.queue("t", p).waitingBatches() > 0) {
                used.add(p);
            }
        }
        assertThat(used).hasSize(PARTITIONS);
    }

    private static ClusterView.Partition partition(int index, int leader) {
        return new ClusterView.Partition(index, leader, 1, List.of(), List.of(), List.of());
    }

    private static ClusterView view(List<ClusterView.Partition> partitions) {
        return new ClusterView(
                1,
                null,
                Map.of(),
                -1,
                Map.of(
                        "t",
                        new ClusterView.Topic("t", Uuid.ZERO, false, ErrorCode.NONE, partitions)));
    }
}
