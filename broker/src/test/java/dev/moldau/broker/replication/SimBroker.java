package dev.moldau.broker.replication;

import dev.moldau.broker.partition.InSyncChanges;
import dev.moldau.broker.partition.Leadership;
import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.partition.PartitionPorts;
import dev.moldau.broker.partition.PartitionSettings;
import dev.moldau.broker.partition.RecordAdmission;
import dev.moldau.broker.throttle.ReplicationThrottle;
import dev.moldau.client.Node;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchResponse;
import dev.moldau.storage.LogDirectory;
import dev.moldau.storage.LogEnvironment;
import dev.moldau.storage.PartitionLog;
import dev.moldau.storage.disk.MemoryDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** One broker of a simulated cluster: real partitions on a disk in memory, and real fetchers. */
final class SimBroker {

    private static final int MAX_OPEN_FILES = 50;

    final int id;
    private final SimCluster cluster;
    private final RandomGenerator random;
    private final MemoryDisk disk;
    private long epoch;
    private @Nullable Running running;

    /** What ends with the process. */
    private static final class Running {
        private final SimLoop.Life life;
        private final List<Partition> partitions = new ArrayList<>();
        private final ReplicaFetchers fetchers;
        private final SimLeader leader;
        private final LogDirectory directory;

        Running(SimBroker broker, SimCluster cluster, RandomGenerator random) {
            this.life = new SimLoop.Life(cluster.time);
            this.directory =
                    LogDirectory.open(
                            Path.of("/data"),
                            new LogDirectory.Identity("cluster", broker.id),
                            new LogEnvironment(
                                    broker.disk,
                                    life.clock(),
                                    Runnable::run,
                                    random,
                                    MAX_OPEN_FILES));
            this.fetchers =
                    new ReplicaFetchers(
                            life,
                            List.of(
                                    new SimNetwork(cluster, life, random),
                                    new SimNetwork(cluster, life, random)),
                            new ReplicationSettings(broker.id, 2, 700, 1500, 1, 100, 80, 1000),
                            new ReplicationThrottle(life.clock(), ReplicationThrottle.UNLIMITED),
                            () -> broker.epoch,
                            random);
            Map<PartitionKey, Partition> byKey = new HashMap<>();
            this.leader = new SimLeader(life, random, cluster.isForgetful(), byKey::get);
            List<SimLane> lanes = List.of(new SimLane(life, random), new SimLane(life, random));
            for (int index = 0; index < cluster.partitions(); index++) {
                SimLane lane = lanes.get(index % lanes.size());
                Partition partition = open(broker, cluster, directory, lane, life, index);
                partitions.add(partition);
                byKey.put(new PartitionKey(SimCluster.TOPIC, index), partition);
            }
        }

        private static Partition open(
                SimBroker broker,
                SimCluster cluster,
                LogDirectory directory,
                SimLane lane,
                SimLoop.Life life,
                int index) {
            TopicPartition name = new TopicPartition("topic", index);
            PartitionSettings settings = cluster.settings();
            PartitionLog log =
                    directory.holds(name)
                            ? directory.open(name, SimCluster.TOPIC, settings.log(), lane)
                            : directory.create(name, SimCluster.TOPIC, settings.log(), lane);
            return new Partition(
                    log,
                    lane,
                    new RecordAdmission(new Codecs()),
                    new PartitionPorts(
                            broker.id,
                            life.clock(),
                            life,
                            other -> !cluster.broker(other).isDown(),
                            (proposal, answer) -> cluster.propose(broker, life, proposal, answer),
                            400,
                            new InSyncChanges()),
                    settings);
        }
    }

    SimBroker(int id, SimCluster cluster, RandomGenerator random) {
        this.id = id;
        this.cluster = cluster;
        this.random = random;
        this.disk = new MemoryDisk(cluster.time.clock());
        try {
            disk.createFolders(Path.of("/data"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    void start() {
        epoch++;
        Running started = new Running(this, cluster, random);
        running = started;
        Map<Integer, Node> nodes = new HashMap<>();
        for (int other = 1; other <= SimCluster.BROKERS; other++) {
            if (other != id) {
                nodes.put(other, new Node(other, "broker-" + other, 9092, null));
            }
        }
        started.fetchers.nodes(nodes);
        checkFollowers(started);
    }

    private void checkFollowers(Running of) {
        of.partitions.forEach(Partition::checkFollowers);
        of.life.schedule(100, () -> checkFollowers(of));
    }

    boolean isDown() {
        return running == null;
    }

    long epoch() {
        return epoch;
    }

    /** Dies; what was not forced to the disk may be gone. */
    void crash(boolean losesData) {
        Running dying = running();
        // Not modelled: a crash that forgets where a log starts, but not that its epochs start
        // there.
        dying.directory.writeLogStarts();
        dying.life.end();
        running = null;
        if (losesData) {
            disk.loseUnsynced(random);
        } else {
            disk.endProcess();
        }
    }

    private Running running() {
        Running now = running;
        if (now == null) {
            throw new AssertionError("broker " + id + " is down");
        }
        return now;
    }

    Partition partition(int index) {
        return running().partitions.get(index);
    }

    ReplicaFetchers fetchers() {
        return running().fetchers;
    }

    void writeCheckpoints() {
        running().directory.writeCheckpoints();
    }

    void serve(FetchRequest request, Consumer<FetchResponse> reply) {
        running().leader.serve(request, reply);
    }

    private static FollowChange change(Partition partition, Leadership now) {
        return now.follows()
                ? new FollowChange.Follow(
                        new FollowedPartition(partition), now.leaderId(), now.leaderEpoch(), false)
                : new FollowChange.Unfollow(SimCluster.TOPIC, partition.name().partition());
    }

    /** Hears of a partition, after a while. */
    void tell(int index, PartitionImage image) {
        Running hearing = running;
        if (hearing == null) {
            return;
        }
        Partition partition = hearing.partitions.get(index);
        var _ =
                partition
                        .become(Leadership.of(id, image))
                        .whenComplete(
                                (now, failure) -> {
                                    if (failure != null) {
                                        throw new AssertionError(failure);
                                    }
                                    hearing.fetchers.change(List.of(change(partition, now)));
                                });
    }
}
