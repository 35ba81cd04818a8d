package dev.moldau.broker;

import dev.moldau.broker.fetch.FetchSessionCache;
import dev.moldau.broker.group.GroupConfig;
import dev.moldau.broker.group.GroupCoordinator;
import dev.moldau.broker.group.GroupLeadership;
import dev.moldau.broker.group.ImageGroupOverrides;
import dev.moldau.broker.group.ImageTopics;
import dev.moldau.broker.lane.BatchingLane;
import dev.moldau.broker.member.ClusterMember;
import dev.moldau.broker.partition.ControllerProposals;
import dev.moldau.broker.partition.InSyncChanges;
import dev.moldau.broker.partition.LeadershipListener;
import dev.moldau.broker.partition.LeadershipListeners;
import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.partition.PartitionHost;
import dev.moldau.broker.partition.PartitionLanes;
import dev.moldau.broker.partition.PartitionLookup;
import dev.moldau.broker.partition.PartitionOpener;
import dev.moldau.broker.partition.PartitionPorts;
import dev.moldau.broker.partition.PartitionRegistry;
import dev.moldau.broker.partition.PartitionUpkeep;
import dev.moldau.broker.produce.ProducerIds;
import dev.moldau.broker.replication.Replication;
import dev.moldau.cluster.controller.Controller;
import dev.moldau.cluster.controller.ControllerCommand.ForgetDeletedTopics;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ImageSource;
import dev.moldau.common.Uuid;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.ClusterKeys;
import dev.moldau.common.config.LogKeys;
import dev.moldau.common.config.NetworkKeys;
import dev.moldau.common.config.ReplicationKeys;
import dev.moldau.storage.LogDirectory;
import dev.moldau.storage.LogEnvironment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a broker keeps: its data folder, partitions, groups and sessions, and the lanes that own
 * them. Made and closed by {@link Broker}.
 *
 * <p>Lanes: {@code partitions-N} own partitions, {@code num.io.threads} of them or about half as
 * many as there are processors; {@code groups-0} owns the groups; {@code host} applies cluster
 * images.
 */
final class BrokerState implements AutoCloseable {

    private static final int MAX_OPEN_FILES = 10_000;

    private final Controller controller;
    private final LogDirectory directory;
    private final List<BatchingLane> partitionLanes = new ArrayList<>();
    private final BatchingLane groupLane;
    private final BatchingLane hostLane;
    private final PartitionLanes places;
    private final PartitionRegistry partitions = new PartitionRegistry();
    private final InSyncChanges inSyncChanges = new InSyncChanges();
    private final PartitionLookup lookup;
    private final Optional<ClusterMember> member;
    private final Optional<Replication> replication;
    private final PartitionHost host;
    private final PartitionUpkeep upkeep;
    private final GroupCoordinator groups;
    private final FetchSessionCache fetchSessions;
    private final ProducerIds producerIds;
    private final BrokerConfig config;

    /** Guards the next; held for a few instructions. */
    private final Object imageGate = new Object();

    private boolean closing;

    private BrokerState(LogDirectory directory, BrokerConfig config, BrokerPorts ports) {
        ImageSource images = ports.controller().images();
        this.controller = ports.controller();
        this.member = ports.member();
        this.directory = directory;
        this.config = config;
        for (int i = 0; i < partitionLaneCount(config); i++) {
            partitionLanes.add(ports.lanes().lane("partitions-" + i));
        }
        this.groupLane = ports.lanes().lane("groups-0");
        this.hostLane = ports.lanes().lane("host");
        this.places = new PartitionLanes(partitionLanes);
        this.lookup = new PartitionLookup(partitions, images);
        this.groups =
                new GroupCoordinator(
                        GroupConfig.of(config),
                        List.of(groupLane),
                        ports.timer(),
                        ports.clock(),
                        ports.random(),
                        new ImageTopics(images),
                        new ImageGroupOverrides(images));
        this.replication =
                ports.member().map(member -> replication(member, config, ports, partitions));
        this.host =
                new PartitionHost(
                        hostLane,
                        config.nodeId(),
                        partitions,
                        new PartitionOpener(
                                directory,
                                places,
                                partitionPorts(config, ports),
                                ports.diskThreads()),
                        ports.configs(),
                        ports.incarnation(),
                        leadershipListener(ports));
        this.upkeep =
                new PartitionUpkeep(
                        partitions,
                        host,
                        directory,
                        ports.timer(),
                        ports.diskThreads(),
                        new PartitionUpkeep.Intervals(
                                config.get(LogKeys.LOG_RETENTION_CHECK_INTERVAL_MS),
                                config.get(LogKeys.LOG_FLUSH_OFFSET_CHECKPOINT_INTERVAL_MS),
                                config.get(LogKeys.REPLICA_HIGH_WATERMARK_CHECKPOINT_INTERVAL_MS),
                                Math.max(
                                        1,
                                        config.get(ReplicationKeys.REPLICA_LAG_TIME_MAX_MS) / 2)));
        this.fetchSessions =
                new FetchSessionCache(
                        config.get(ClusterKeys.MAX_INCREMENTAL_FETCH_SESSION_CACHE_SLOTS),
                        ports.heapBytes(),
                        ports.clock(),
                        ports.random());
        this.producerIds = new ProducerIds(ports.controller());
    }

    private static Replication replication(
            ClusterMember member,
            BrokerConfig config,
            BrokerPorts ports,
            PartitionRegistry partitions) {
        return new Replication(
                member, config, ports.configs(), partitions, ports.clock(), ports.random());
    }

    private LeadershipListener leadershipListener(BrokerPorts ports) {
        List<LeadershipListener> listeners = new ArrayList<>();
        listeners.add(new GroupLeadership(groups, ports.diskThreads()));
        replication.ifPresent(each -> listeners.add(each.leaders()));
        return new LeadershipListeners(listeners);
    }

    private PartitionPorts partitionPorts(BrokerConfig config, BrokerPorts ports) {
        return new PartitionPorts(
                config.nodeId(),
                ports.clock(),
                ports.timer(),
                id -> {
                    BrokerRegistration broker =
                            ports.controller().images().current().brokers().get(id);
                    return broker != null && broker.electable();
                },
                new ControllerProposals(config.nodeId(), ports.controller()),
                config.get(ReplicationKeys.REPLICA_LAG_TIME_MAX_MS),
                inSyncChanges);
    }

    private static int partitionLaneCount(BrokerConfig config) {
        return config.find(NetworkKeys.NUM_IO_THREADS)
                .orElseGet(() -> Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
    }

    static BrokerState open(Path folder, BrokerConfig config, BrokerPorts ports) {
        String clusterId = ports.controller().images().current().clusterId();
        LogDirectory directory =
                LogDirectory.open(
                        folder,
                        new LogDirectory.Identity(clusterId, config.nodeId()),
                        new LogEnvironment(
                                ports.disk(),
                                ports.clock(),
                                ports.diskThreads(),
                                ports.random(),
                                MAX_OPEN_FILES));
        return new BrokerState(directory, config, ports);
    }

    /** Becomes what the cluster image says, now and from now on; waits for the first. */
    void follow(ImageSource images) {
        images.subscribe(this::onImage);
        host.whenApplied(images.current().version()).toCompletableFuture().join();
        upkeep.start();
    }

    /** The cluster goes on when this broker has ended, and so may its images. */
    private void onImage(ClusterImage old, ClusterImage current) {
        synchronized (imageGate) {
            if (!closing) {
                host.onImage(current);
                groups.onImage(old, current);
                replication.ifPresent(each -> each.onImage(old, current, host));
                if (!old.brokers().equals(current.brokers())) {
                    letFollowersIn(current);
                }
                forgetDeletedTopics(current);
            }
        }
    }

    /**
     * A follower that had caught up before the cluster knew it is not heard of again until there is
     * something new to fetch.
     */
    private void letFollowersIn(ClusterImage image) {
        var _ =
                host.whenApplied(image.version())
                        .thenRun(() -> partitions.forEach(Partition::checkFollowers));
    }

    /**
     * Tells the controller when nothing is left of deleted topics. If that is lost with the process
     * it is told again at the next start.
     */
    private void forgetDeletedTopics(ClusterImage image) {
        if (image.deletedTopics().isEmpty()) {
            return;
        }
        host.whenApplied(image.version())
                .thenAccept(
                        applied -> {
                            List<Uuid> gone =
                                    image.deletedTopics().stream()
                                            .filter(host::hasNothingLeftOf)
                                            .toList();
                            if (!gone.isEmpty()) {
                                var _ = controller.submit(new ForgetDeletedTopics(gone));
                            }
                        });
    }

    BrokerConfig config() {
        return config;
    }

    LogDirectory directory() {
        return directory;
    }

    PartitionRegistry partitions() {
        return partitions;
    }

    PartitionLookup lookup() {
        return lookup;
    }

    PartitionHost host() {
        return host;
    }

    GroupCoordinator groups() {
        return groups;
    }

    FetchSessionCache fetchSessions() {
        return fetchSessions;
    }

    InSyncChanges inSyncChanges() {
        return inSyncChanges;
    }

    /** Empty if this broker is a cluster of its own, and has no followers. */
    Optional<Replication> replication() {
        return replication;
    }

    ProducerIds producerIds() {
        return producerIds;
    }

    List<BatchingLane> partitionLanes() {
        return List.copyOf(partitionLanes);
    }

    /** A process that was never registered leaves all as the one before it did. */
    private long epoch(ClusterMember each) {
        long epoch = each.epoch();
        return epoch >= 0 ? epoch : directory.closedInEpoch();
    }

    /** Those who use partitions end before them, and the folder ends last. */
    @Override
    public void close() {
        synchronized (imageGate) {
            closing = true;
        }
        upkeep.close();
        // What an image still brings may be for the groups.
        host.settled().join();
        groups.close();
        groupLane.close();
        replication.ifPresent(each -> each.close().join());
        host.close().join();
        hostLane.close();
        places.close();
        partitionLanes.forEach(BatchingLane::close);
        member.ifPresent(each -> directory.brokerEpoch(epoch(each)));
        directory.close();
    }
}
