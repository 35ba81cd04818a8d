package dev.moldau.cluster.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.common.Uuid;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ImageFiguresTest {

    private static BrokerRegistration broker(int id, boolean alive) {
        return new BrokerRegistration(id, 1, List.of(), null, alive);
    }

    @Test
    void eachPartitionCountsForWhatItIs() {
        List<Integer> both = List.of(1, 2);
        ClusterImage image =
                ClusterImage.empty("c")
                        .next()
                        .broker(broker(1, true))
                        .broker(broker(2, true))
                        .broker(broker(3, false))
                        .topic(
                                new TopicImage(
                                        "t",
                                        new Uuid(1, 1),
                                        List.of(
                                                new PartitionImage(both, both, 1, 0, 0),
                                                new PartitionImage(both, both, 2, 1, 1),
                                                new PartitionImage(
                                                        List.of(3),
                                                        List.of(3),
                                                        PartitionImage.NO_LEADER,
                                                        1,
                                                        1)),
                                        Map.of()))
                        .topic(
                                new TopicImage(
                                        "u",
                                        new Uuid(1, 2),
                                        List.of(
                                                new PartitionImage(
                                                        both,
                                                        List.of(1),
                                                        1,
                                                        0,
                                                        2,
                                                        List.of(2),
                                                        List.of(),
                                                        List.of())),
                                        Map.of()))
                        .build();
        assertThat(ImageFigures.of(image))
                .isEqualTo(new ImageFigures(image.version(), 2, 1, 2, 4, 1, 2, 1));
    }
}
