package dev.moldau.systemtests;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Chooses whom faults happen to, by what the cluster is right now. */
final class Victims {

    private final ClusterProcesses cluster;
    private final AskedProcess asker;
    private final List<String> topics;
    private final Random random;

    Victims(ClusterProcesses cluster, AskedProcess asker, List<String> topics, Random random) {
        this.cluster = cluster;
        this.asker = asker;
        this.topics = topics;
        this.random = random;
    }

    /** A fault of this kind. */
    Fault of(FaultKind kind) {
        return new Fault(
                kind,
                switch (kind.victim()) {
                    case LEADER -> List.of(leader());
                    case CONTROLLER -> List.of("broker-" + controller());
                    case ZOOKEEPER_LEADER -> List.of(zooKeeperLeader());
                    case ZOOKEEPER_FOLLOWER -> List.of(zooKeeperFollower());
                    case LEADER_AND_ZOOKEEPER_LEADER -> List.of(leader(), zooKeeperLeader());
                    case TWO_BROKERS -> twoBrokers();
                    case ALL_BROKERS -> ClusterProcesses.brokerNames();
                });
    }

    private String leader() {
        List<Integer> leaders = ClusterState.of(asker, topics).leaders();
        if (leaders.isEmpty()) {
            return any(ClusterProcesses.brokerNames());
        }
        return "broker-" + leaders.get(random.nextInt(leaders.size()));
    }

    /** The number of the broker that is controller. */
    int controller() {
        return Integer.parseInt(asker.ask("controller"));
    }

    private String zooKeeperLeader() {
        return "zookeeper-" + cluster.zooKeeperLeader();
    }

    private String zooKeeperFollower() {
        List<String> followers = new ArrayList<>(ClusterProcesses.zooKeeperNames());
        followers.remove(zooKeeperLeader());
        return any(followers);
    }

    private List<String> twoBrokers() {
        List<String> two = new ArrayList<>(ClusterProcesses.brokerNames());
        two.remove(random.nextInt(two.size()));
        return two;
    }

    private String any(List<String> names) {
        return names.get(random.nextInt(names.size()));
    }
}
