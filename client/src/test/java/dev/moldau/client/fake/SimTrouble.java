package dev.moldau.client.fake;

import java.util.List;
import java.util.random.RandomGenerator;

/** What happens to a cluster as a whole: leaders move, brokers stop, pause and come back. */
final class SimTrouble {

    private final SimLoop loop;
    private final FakeCluster cluster;
    private final SimNetwork network;
    private final RandomGenerator random;
    private final SimulationTally tally;

    SimTrouble(
            SimLoop loop,
            FakeCluster cluster,
            SimNetwork network,
            RandomGenerator random,
            SimulationTally tally) {
        this.loop = loop;
        this.cluster = cluster;
        this.network = network;
        this.random = random;
        this.tally = tally;
    }

    /**
     * Something happens.
     *
     * @param longestMs how long it may last
     */
    void one(int longestMs) {
        int lastsMs = random.nextInt(longestMs);
        switch (random.nextInt(7)) {
            case 0, 1 -> moveSome(lastsMs);
            case 2 -> stop(anyBroker(), lastsMs);
            case 3 -> pause(anyBroker(), lastsMs);
            case 4 -> network.cutAll();
            case 5 -> leaderless(lastsMs);
            default -> restart(anyBroker());
        }
    }

    private int anyBroker() {
        return random.nextInt(cluster.brokers().size());
    }

    private void moveSome(int hearMs) {
        for (FakeTopic topic : cluster.topics()) {
            for (FakePartition partition : topic.partitions()) {
                if (random.nextInt(3) > 0) {
                    move(partition, anyBroker(), hearMs);
                }
            }
        }
    }

    /** The new leader may lack what was not acknowledged; others hear of it later. */
    private void move(FakePartition partition, int to, int hearMs) {
        if (random.nextBoolean()) {
            tally.recordsLostUnacknowledged += partition.log().loseUnacknowledgedTail();
        }
        cluster.moveLeader(partition.id(), to);
        int delayMs = random.nextBoolean() ? 0 : hearMs;
        loop.outside(delayMs, () -> cluster.hearEverywhere(partition));
    }

    /** With or without other brokers taking over. */
    private void stop(int broker, int lastsMs) {
        cluster.stop(broker);
        if (random.nextBoolean()) {
            takeOver(broker);
        }
        loop.outside(lastsMs, () -> cluster.resume(broker));
    }

    private void takeOver(int broker) {
        List<Integer> others =
                cluster.brokers().stream()
                        .filter(each -> each.condition() == ModelBroker.Condition.UP)
                        .map(ModelBroker::id)
                        .toList();
        for (FakeTopic topic : cluster.topics()) {
            for (FakePartition partition : topic.partitions()) {
                if (partition.leader() == broker && !others.isEmpty()) {
                    move(partition, others.get(random.nextInt(others.size())), 20);
                }
            }
        }
    }

    /** As SIGSTOP and SIGCONT; others may take over meanwhile. */
    private void pause(int broker, int lastsMs) {
        if (cluster.broker(broker).condition() != ModelBroker.Condition.UP) {
            return;
        }
        cluster.pause(broker);
        if (random.nextInt(3) == 0) {
            takeOver(broker);
        }
        loop.outside(lastsMs, () -> cluster.resume(broker));
    }

    /** At the same address or at another; the first broker stays where bootstrap finds it. */
    private void restart(int broker) {
        cluster.stop(broker);
        if (broker > 0 && random.nextBoolean()) {
            ModelBroker moved = cluster.broker(broker);
            cluster.address(broker, moved.host(), moved.port() + 100);
        }
        loop.outside(random.nextInt(30), () -> cluster.resume(broker));
    }

    private void leaderless(int lastsMs) {
        for (FakeTopic topic : cluster.topics()) {
            FakePartition partition =
                    topic.partitions().get(random.nextInt(topic.partitions().size()));
            cluster.moveLeader(partition.id(), FakePartition.NO_LEADER);
            cluster.hearEverywhere(partition);
            loop.outside(lastsMs, () -> endLeaderless(partition));
        }
    }

    private void endLeaderless(FakePartition partition) {
        boolean stillThere =
                cluster.topics().stream().anyMatch(t -> t.id().equals(partition.topicId()));
        if (stillThere && partition.leader() == FakePartition.NO_LEADER) {
            cluster.moveLeader(partition.id(), anyBroker());
            cluster.hearEverywhere(partition);
        }
    }
}
