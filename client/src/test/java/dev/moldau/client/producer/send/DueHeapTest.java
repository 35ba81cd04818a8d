package dev.moldau.client.producer.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.client.Backoff;
import dev.moldau.client.producer.batch.PartitionQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DueHeapTest {

    @Test
    void theEarliestComesFirstWhateverWasChanged() {
        long seed = Long.getLong("moldau.test.seed", System.nanoTime());
        Random random = new Random(seed);
        Bench bench = new Bench(Bench.settings(false, 1));
        List<PartitionSender> all = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            bench.append(i, "v");
        }
        for (PartitionQueue queue : bench.accumulator.queues()) {
            SenderSettings settings = Bench.settings(false, 1);
            all.add(
                    new PartitionSender(
                            new SendContext(
                                    settings,
                                    bench.loop,
                                    bench.network,
                                    bench.leaders,
                                    new Backoff(1, 1, random),
                                    bench.accumulator.leaderHealth(),
                                    bench.metrics),
                            queue,
                            null));
        }
        DueHeap heap = new DueHeap();
        for (int step = 0; step < 20_000; step++) {
            PartitionSender one = all.get(random.nextInt(all.size()));
            heap.set(one, random.nextInt(4) == 0 ? PartitionSender.NEVER : random.nextInt(100));
            long earliest = all.stream().mapToLong(each -> each.dueMs).min().orElseThrow();
            assertThat(heap.earliestMs()).as("seed %d, step %d", seed, step).isEqualTo(earliest);
            if (earliest != PartitionSender.NEVER && random.nextInt(5) == 0) {
                assertThat(heap.takeFirst().heapIndex).isEqualTo(DueHeap.OUTSIDE);
            }
        }
    }
}
