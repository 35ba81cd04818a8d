package dev.moldau.simulation.judge;

import dev.moldau.broker.Broker;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.simulation.broker.SimulatedBroker;
import dev.moldau.simulation.broker.SimulatedCluster;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether those who remain do without a broker that is away: they know that it is, one of them
 * leads every partition of which one of them has all that is committed, and all of them are in sync
 * there.
 */
public final class Remaining {

    private final SimulatedCluster cluster;
    private final SimulatedBroker away;

    /** Looks at a cluster when it is asked. */
    public Remaining(SimulatedCluster cluster, SimulatedBroker away) {
        this.cluster = cluster;
        this.away = away;
    }

    /** Whether they do so now. */
    public boolean doWithout() {
        return missing() == null;
    }

    /** The first thing that is missing. */
    @Override
    public String toString() {
        String missing = missing();
        return away + " is away; " + (missing == null ? "the others do without" : missing);
    }

    private @Nullable String missing() {
        for (SimulatedBroker machine : cluster.brokers()) {
            if (!machine.equals(away)) {
                Optional<Broker> broker = machine.broker();
                String missing =
                        broker.isPresent() && machine.isStaying()
                                ? missing(broker.get().image())
                                : "it does not serve";
                if (missing != null) {
                    return machine + ": " + missing;
                }
            }
        }
        return null;
    }

    private @Nullable String missing(ClusterImage image) {
        BrokerRegistration gone = image.brokers().get(away.id());
        if (gone != null && gone.alive()) {
            return gone + " counts as there";
        }
        for (TopicImage topic : image.topics()) {
            for (PartitionImage partition : topic.partitions()) {
                if (!isAsItCanBe(partition)) {
                    return "a partition of " + topic.name() + " is " + partition;
                }
            }
        }
        return null;
    }

    private boolean isAsItCanBe(PartitionImage partition) {
        List<Integer> here = partition.replicas().stream().filter(id -> id != away.id()).toList();
        boolean canLead =
                here.stream()
                        .anyMatch(
                                id -> partition.isr().contains(id) || partition.elr().contains(id));
        return canLead
                ? here.contains(partition.leader())
                        && partition.isr().size() == here.size()
                        && here.containsAll(partition.isr())
                : !partition.hasLeader();
    }
}
