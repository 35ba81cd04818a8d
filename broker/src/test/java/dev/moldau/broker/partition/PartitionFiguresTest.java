package dev.moldau.broker.partition;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class PartitionFiguresTest {

    private final PartitionsUnderTest broker = new PartitionsUnderTest();
    private final LocalTopic topic = broker.topic("t", 5, atLeastTwo());

    private static PartitionSettings atLeastTwo() {
        PartitionSettings defaults = PartitionSettings.DEFAULTS;
        return new PartitionSettings(
                defaults.log(),
                defaults.batches(),
                2,
                defaults.recompression(),
                defaults.downConverts());
    }

    private void is(int index, int leader, List<Integer> isr) {
        CompletableFuture<?> became =
                requireNonNull(topic.partition(index))
                        .become(new Leadership(1, leader, 6, 6, List.of(1, 2, 3), isr));
        broker.lane.runAll();
        became.join();
    }

    @Test
    void eachPartitionCountsForWhatItIs() {
        is(0, 1, List.of(1, 2, 3));
        is(1, 1, List.of(1, 2));
        is(2, 1, List.of(1));
        is(3, 2, List.of(2));
        is(4, Leadership.NO_LEADER, List.of(1));
        assertThat(PartitionFigures.of(broker.registry))
                .isEqualTo(new PartitionFigures(5, 3, 2, 1, 1, 1, 0));
    }

    @Test
    void aBrokerWithoutPartitionsHasNothing() {
        assertThat(PartitionFigures.of(new PartitionRegistry()))
                .isEqualTo(new PartitionFigures(0, 0, 0, 0, 0, 0, 0));
    }
}
