package dev.moldau.broker.topic;

import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.PartitionImage;
import java.util.List;

/** Which replicas cannot be reached because their broker is not there. */
final class Offline {

    private Offline() {}

    static List<Integer> replicas(ClusterImage image, PartitionImage partition) {
        for (int id : partition.replicas()) {
            if (!alive(image, id)) {
                return partition.replicas().stream().filter(r -> !alive(image, r)).toList();
            }
        }
        return List.of();
    }

    private static boolean alive(ClusterImage image, int id) {
        BrokerRegistration broker = image.brokers().get(id);
        return broker != null && broker.alive();
    }
}
