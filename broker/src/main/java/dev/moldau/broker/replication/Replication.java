package dev.moldau.broker.replication;

import dev.moldau.broker.member.ClusterMember;
import dev.moldau.broker.partition.PartitionHost;
import dev.moldau.broker.partition.PartitionRegistry;
import dev.moldau.broker.throttle.ReplicationThrottle;
import dev.moldau.client.net.Network;
import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.common.Clock;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.ReplicationKeys;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * All that this broker does to be a good follower, and how fast its own followers may be. Made and
 * closed by whoever owns the partitions; the loop of the cluster's member does the work.
 */
public final class Replication {

    private final ClusterMember member;
    private final EffectiveConfigs configs;
    private final List<Network> networks;
    private final ReplicationThrottle leaderThrottle;
    private final ReplicaFetchers fetchers;
    private final FollowLeaders leaders;

    /**
     * @param member the way to other brokers
     * @param config this broker's file
     * @param configs the settings that count
     * @param partitions what this broker has
     * @param random spreads pauses; used on the loop only
     */
    public Replication(
            ClusterMember member,
            BrokerConfig config,
            EffectiveConfigs configs,
            PartitionRegistry partitions,
            Clock clock,
            RandomGenerator random) {
        this.member = member;
        this.configs = configs;
        ReplicationSettings settings = ReplicationSettings.of(config);
        this.networks =
                Stream.generate(member::network).limit(settings.fetchersPerLeader()).toList();
        this.leaderThrottle = ReplicationThrottle.ofLeader(config, clock);
        ReplicationThrottle throttle = ReplicationThrottle.ofFollower(config, clock);
        this.fetchers =
                new ReplicaFetchers(
                        member.loop(), networks, settings, throttle, member::epoch, random);
        this.leaders =
                new FollowLeaders(
                        config.nodeId(),
                        config.interBrokerListener().name(),
                        fetchers,
                        throttle,
                        partitions,
                        configs,
                        member.controller().images());
    }

    /** Bounds what this broker serves to throttled replicas; any thread. */
    public ReplicationThrottle leaderThrottle() {
        return leaderThrottle;
    }

    /** What all fetchers have done so far; any thread. */
    public ReplicationCounters counters() {
        return fetchers.counters();
    }

    /** Told by the host which partitions follow whom. */
    public FollowLeaders leaders() {
        return leaders;
    }

    /**
     * An image is current. On the thread that publishes it.
     *
     * @param host has been given it, and applies it to the partitions
     */
    public void onImage(ClusterImage old, ClusterImage image, PartitionHost host) {
        leaderThrottle.bytesPerSecond(
                configs.broker(image).get(ReplicationKeys.LEADER_REPLICATION_THROTTLED_RATE));
        leaders.onImage(old, image);
        var _ =
                host.whenApplied(image.version())
                        .thenRun(() -> leaders.throttledChanged(old, image));
    }

    /**
     * Follows nobody any more. Waits for no other broker.
     *
     * @return completes when no lane has anything of this under way
     */
    public CompletableFuture<Void> close() {
        return fetchers.close()
                .whenComplete(
                        (closed, failure) ->
                                member.loop().execute(() -> networks.forEach(Network::close)));
    }
}
