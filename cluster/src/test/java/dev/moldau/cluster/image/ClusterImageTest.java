package dev.moldau.cluster.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.moldau.common.Uuid;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClusterImageTest {

    private static final ClusterImage EMPTY = ClusterImage.empty("c");

    private static TopicImage topic(String name, long id, int partitions) {
        List<PartitionImage> all = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            all.add(PartitionImage.created(List.of(1)));
        }
        return new TopicImage(name, new Uuid(7, id), all, Map.of());
    }

    @Test
    void aTopicIsFoundByNameAndById() {
        ClusterImage image = EMPTY.next().topic(topic("a", 1, 3)).build();
        assertThat(image.topic("a")).isPresent();
        assertThat(image.topic(new Uuid(7, 1))).isEqualTo(image.topic("a"));
        assertThat(image.topic("b")).isEmpty();
        assertThat(image.partitionCount()).isEqualTo(3);
        assertThat(image.version()).isEqualTo(1);
        assertThat(EMPTY.topics()).isEmpty();
    }

    @Test
    void anUnchangedTopicIsTheSameObjectInTheNextImage() {
        ClusterImage first = EMPTY.next().topic(topic("a", 1, 1)).topic(topic("b", 2, 1)).build();
        ClusterImage second = first.next().topic(topic("b", 2, 4)).build();
        assertThat(second.topic("a").orElseThrow()).isSameAs(first.topic("a").orElseThrow());
        assertThat(second.partitionCount()).isEqualTo(5);
    }

    @Test
    void aTopicThatIsMadeAgainReplacesTheOneOfTheOldId() {
        ClusterImage first = EMPTY.next().topic(topic("a", 1, 2)).build();
        ClusterImage second = first.next().topic(topic("a", 2, 5)).build();
        assertThat(second.topic(new Uuid(7, 1))).isEmpty();
        assertThat(second.topic("a").orElseThrow().id()).isEqualTo(new Uuid(7, 2));
        assertThat(second.partitionCount()).isEqualTo(5);
        ClusterImage third = second.next().withoutTopic("a").build();
        assertThat(third.topics()).isEmpty();
        assertThat(third.topic(new Uuid(7, 2))).isEmpty();
        assertThat(third.partitionCount()).isZero();
        assertThat(third.collidingTopic("a")).isEmpty();
    }

    @Test
    void namesThatDifferOnlyInDotsAndUnderscoresCollide() {
        ClusterImage image = EMPTY.next().topic(topic("a.b", 1, 1)).build();
        assertThat(image.collidingTopic("a_b")).contains("a.b");
        assertThat(image.collidingTopic("a.b")).isEmpty();
        assertThat(image.collidingTopic("ab")).isEmpty();
    }

    @Test
    void settingsOfOtherResourcesAreKeptAndListed() {
        ClusterImage image =
                EMPTY.next()
                        .configs(ConfigResource.ALL_BROKERS, Map.of("k", "v"))
                        .configs(ConfigResource.group("g"), Map.of("k", "w"))
                        .topic(topic("t", 1, 1).withConfigs(Map.of("k", "x")))
                        .build();
        assertThat(image.configs(ConfigResource.ALL_BROKERS)).containsEntry("k", "v");
        assertThat(image.configs(ConfigResource.topic("t"))).containsEntry("k", "x");
        assertThat(image.configs(ConfigResource.topic("u"))).isEmpty();
        assertThat(image.configuredResources(ConfigResource.Type.GROUP)).containsExactly("g");
        assertThat(image.configuredResources(ConfigResource.Type.TOPIC)).containsExactly("t");
        ClusterImage without = image.next().configs(ConfigResource.group("g"), Map.of()).build();
        assertThat(without.configuredResources(ConfigResource.Type.GROUP)).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> image.next().configs(ConfigResource.topic("t"), Map.of()));
    }

    @Test
    void brokersThatAreGoneKeepTheirPlace() {
        BrokerRegistration broker = new BrokerRegistration(1, 0, List.of(), "r", true);
        ClusterImage image = EMPTY.next().broker(broker).build();
        ClusterImage gone = image.next().broker(broker.gone()).build();
        assertThat(image.aliveBrokers()).containsExactly(broker);
        assertThat(gone.aliveBrokers()).isEmpty();
        assertThat(gone.brokers()).containsKey(1);
        assertThat(gone.next().withoutBroker(1).build().brokers()).isEmpty();
    }

    @Test
    void listenersSeeEveryImageInOrderBeginningWithTheCurrentOne() {
        ImagePublisher publisher = new ImagePublisher(EMPTY);
        List<String> seen = new ArrayList<>();
        publisher.subscribe((old, now) -> seen.add(old.version() + "->" + now.version()));
        ClusterImage first = EMPTY.next().build();
        publisher.publish(first);
        publisher.publish(first.next().build());
        assertThat(seen).containsExactly("0->0", "0->1", "1->2");
        assertThatIllegalArgumentException().isThrownBy(() -> publisher.publish(first));
    }
}
