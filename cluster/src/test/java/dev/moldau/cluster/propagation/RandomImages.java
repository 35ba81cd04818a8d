package dev.moldau.cluster.propagation;

import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ConfigResource;
import dev.moldau.cluster.image.Endpoint;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.Uuid;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Makes images that follow on one another by chance. */
final class RandomImages {

    private final Random random;

    RandomImages(Random random) {
        this.random = random;
    }

    /** An image some changes later. */
    ClusterImage after(ClusterImage image) {
        ClusterImage.Builder next = image.next().controllerId(random.nextInt(3));
        int changes = random.nextInt(6);
        for (int i = 0; i < changes; i++) {
            change(image, next);
        }
        return next.build();
    }

    private void change(ClusterImage image, ClusterImage.Builder next) {
        String name = "t" + random.nextInt(8);
        switch (random.nextInt(9)) {
            case 0, 1 -> next.topic(topic(name, new Uuid(1, random.nextLong())));
            case 2, 3 -> image.topic(name).ifPresent(topic -> next.topic(changed(topic)));
            case 4 -> next.withoutTopic(name);
            case 5 -> next.broker(broker(random.nextInt(4)));
            case 6 -> next.withoutBroker(random.nextInt(4));
            case 7 -> next.configs(resource(), settings());
            default -> {
                Uuid id = new Uuid(2, random.nextInt(5));
                if (random.nextBoolean()) {
                    next.deletedTopic(id);
                } else {
                    next.forgottenTopic(id);
                }
            }
        }
    }

    private TopicImage topic(String name, Uuid id) {
        return new TopicImage(name, id, partitions(1 + random.nextInt(4)), settings());
    }

    private TopicImage changed(TopicImage topic) {
        List<PartitionImage> partitions = new ArrayList<>(topic.partitions());
        partitions.set(random.nextInt(partitions.size()), partition());
        partitions.addAll(partitions(random.nextInt(2)));
        TopicImage grown = topic.withPartitions(partitions);
        return random.nextBoolean() ? grown : grown.withConfigs(settings());
    }

    private List<PartitionImage> partitions(int count) {
        List<PartitionImage> partitions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            partitions.add(partition());
        }
        return partitions;
    }

    private PartitionImage partition() {
        return new PartitionImage(
                List.of(1, 2, 3),
                random.nextBoolean() ? List.of() : List.of(2, 1),
                random.nextInt(4) - 1,
                random.nextInt(100),
                random.nextInt(),
                some(),
                some(),
                some(),
                random.nextBoolean() ? Uuid.ZERO : Uuid.random(random));
    }

    private List<Integer> some() {
        return random.nextInt(3) == 0 ? List.of(random.nextInt(9)) : List.of();
    }

    private BrokerRegistration broker(int id) {
        return new BrokerRegistration(
                id,
                random.nextLong(),
                List.of(new Endpoint("L", "PLAINTEXT", "host" + id, random.nextInt(65_536))),
                random.nextBoolean() ? null : "rack",
                random.nextBoolean(),
                new Uuid(random.nextLong(), 3),
                random.nextBoolean(),
                new Uuid(random.nextLong(), 4));
    }

    private ConfigResource resource() {
        return switch (random.nextInt(3)) {
            case 0 -> ConfigResource.ALL_BROKERS;
            case 1 -> ConfigResource.broker(random.nextInt(3));
            default -> ConfigResource.group("g" + random.nextInt(3));
        };
    }

    private Map<String, String> settings() {
        return random.nextInt(3) == 0
                ? Map.of()
                : Map.of("a", Integer.toString(random.nextInt(3)), "größe", "ü");
    }
}
