package dev.moldau.broker.fetch;

import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.partition.PartitionLookup;
import dev.moldau.cluster.image.BrokerRegistration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sends consumers to a follower that is nearer to them than the leader (KIP-392), if the broker is
 * told to ({@code replica.selector.class}). Stateless; any thread.
 */
final class ReadReplicas {

    /** Stands for the leader itself. */
    static final int HERE = -1;

    private final PartitionLookup partitions;
    private final boolean byRack;

    ReadReplicas(PartitionLookup partitions, boolean byRack) {
        this.partitions = partitions;
        this.byRack = byRack;
    }

    /**
     * The follower to read from: one in the consumer's rack that is there, in sync, and has the
     * offset. If there are several, partitions spread over them.
     *
     * @return the broker, or {@link #HERE}
     */
    int preferred(Partition partition, Asker.Consumer consumer, long offset) {
        if (!byRack || consumer.rack().isEmpty() || !consumer.knowsFollowers()) {
            return HERE;
        }
        Map<Integer, BrokerRegistration> brokers = partitions.image().brokers();
        if (isIn(consumer.rack(), brokers.get(partition.leadership().brokerId()))) {
            return HERE;
        }
        List<Integer> near = new ArrayList<>();
        for (int brokerId : partition.followersAt(offset)) {
            if (isIn(consumer.rack(), brokers.get(brokerId))) {
                near.add(brokerId);
            }
        }
        return near.isEmpty()
                ? HERE
                : near.get(Math.floorMod(partition.name().partition(), near.size()));
    }

    private static boolean isIn(String rack, @Nullable BrokerRegistration broker) {
        return broker != null && broker.alive() && rack.equals(broker.rack());
    }
}
