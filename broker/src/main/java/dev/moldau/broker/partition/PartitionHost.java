package dev.moldau.broker.partition;

import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.Lane;
import dev.moldau.common.Uuid;
import dev.moldau.common.config.BrokerConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the partitions of this broker what the cluster image says: creates, opens and deletes logs,
 * passes leadership and settings on.
 *
 * <p>Owned by one lane of its own, which may wait for disks and other lanes; images come in by
 * message and are applied one after the other. It alone changes the {@link PartitionRegistry}.
 *
 * <p>Invariant: when an image counts as applied, every partition that it gives to this broker
 * serves, or its log could not be opened and the log says why.
 */
public final class PartitionHost {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionHost.class);

    private final Lane owner;
    private final int nodeId;
    private final PartitionRegistry registry;
    private final PartitionOpener opener;
    private final EffectiveConfigs configs;
    private final Uuid incarnation;
    private final LeadershipListener listener;

    /** The last image that was applied; owned by the lane, as is the next. */
    private @Nullable ClusterImage applied;

    private @Nullable BrokerConfig appliedConfig;

    /** Deleted topics of which something is still on the disk; never changed, but replaced. */
    private volatile Set<Uuid> undeleted = Set.of();

    /** Those who wait for an image to be applied; guarded by itself. */
    private final List<Waiter> waiters = new ArrayList<>();

    private volatile long appliedVersion = -1;

    private record Waiter(long version, CompletableFuture<Boolean> applied) {}

    /**
     * @param owner the lane; nothing else that hurries should run on it
     * @param nodeId this broker
     * @param registry what it keeps up to date
     * @param opener opens and deletes logs
     * @param configs what settings count
     * @param incarnation which of this broker's processes this is; {@link Uuid#ZERO} for a broker
     *     that is a cluster of its own
     * @param listener told of leadership
     */
    public PartitionHost(
            Lane owner,
            int nodeId,
            PartitionRegistry registry,
            PartitionOpener opener,
            EffectiveConfigs configs,
            Uuid incarnation,
            LeadershipListener listener) {
        this.owner = owner;
        this.nodeId = nodeId;
        this.registry = registry;
        this.opener = opener;
        this.configs = configs;
        this.incarnation = incarnation;
        this.listener = listener;
    }

    /** A new image is current; any thread, in the order of versions. */
    public void onImage(ClusterImage image) {
        owner.execute(() -> applyGuarded(image));
    }

    /**
     * Tries again to open or make logs where that failed, as on a disk that was full. Costs nothing
     * if it failed nowhere. Any thread.
     */
    public void retryFailed() {
        if (registry.topics().stream().anyMatch(LocalTopic::hasBroken)) {
            owner.execute(this::retryNow);
        }
    }

    private void retryNow() {
        ClusterImage image = applied;
        if (image != null) {
            bring(image, image.topics().stream().filter(this::isBroken).toList());
            listener.told();
        }
    }

    private boolean isBroken(TopicImage topic) {
        LocalTopic local = registry.topic(topic.id());
        return local != null && local.hasBroken();
    }

    /**
     * Completes when this broker is what the image of that version says: its partitions serve.
     * Fails if a bug prevents that. Any thread.
     */
    public CompletionStage<Boolean> whenApplied(long version) {
        synchronized (waiters) {
            if (appliedVersion >= version) {
                return CompletableFuture.completedFuture(true);
            }
            CompletableFuture<Boolean> done = new CompletableFuture<>();
            waiters.add(new Waiter(version, done));
            return done;
        }
    }

    /**
     * Whether a topic that the image in force does not have has left no files on this broker. Any
     * thread.
     */
    public boolean hasNothingLeftOf(Uuid deletedTopic) {
        return !undeleted.contains(deletedTopic);
    }

    /** Completes when all that was given so far is applied. Any thread. */
    public CompletableFuture<Void> settled() {
        CompletableFuture<Void> settled = new CompletableFuture<>();
        owner.execute(() -> settled.complete(null));
        return settled;
    }

    /**
     * Ends service of all partitions in good order.
     *
     * @return completes when all logs are closed
     */
    public CompletableFuture<Void> close() {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        owner.execute(
                () -> {
                    Map<Partition, CompletableFuture<Void>> closing = new LinkedHashMap<>();
                    registry.forEach(partition -> closing.put(partition, partition.close()));
                    closing.forEach(PartitionHost::awaitClosed);
                    closed.complete(null);
                });
        return closed;
    }

    /** A log that cannot be closed keeps the folder from counting as closed in good order. */
    private static void awaitClosed(Partition partition, CompletableFuture<Void> closing) {
        closing.exceptionally(
                        failure -> {
                            LOG.warn("{} was not closed in good order", partition, failure);
                            return null;
                        })
                .join();
    }

    /** A bug while applying is told to those who wait for this image, and stops the lane. */
    private void applyGuarded(ClusterImage image) {
        try {
            apply(image);
        } catch (RuntimeException bug) {
            takeWaiters(image.version()).forEach(w -> w.applied.completeExceptionally(bug));
            throw bug;
        }
        if (applied == null) {
            opener.reportLeftOver();
        }
        applied = image;
        appliedConfig = configs.broker(image);
        appliedVersion = image.version();
        takeWaiters(image.version()).forEach(waiter -> waiter.applied.complete(true));
    }

    private List<Waiter> takeWaiters(long version) {
        List<Waiter> taken = new ArrayList<>();
        synchronized (waiters) {
            waiters.removeIf(waiter -> waiter.version <= version && taken.add(waiter));
        }
        return taken;
    }

    private void apply(ClusterImage image) {
        Map<Uuid, TopicImage> gone = new HashMap<>();
        ClusterImage before = applied;
        if (before != null) {
            before.topics().forEach(topic -> gone.put(topic.id(), topic));
        }
        boolean reconfigured = !configs.broker(image).equals(appliedConfig);
        List<TopicImage> changed = new ArrayList<>();
        for (TopicImage topic : image.topics()) {
            TopicImage old = gone.remove(topic.id());
            if (reconfigured || !topic.equals(old)) {
                changed.add(topic);
            }
        }
        if (before == null) {
            undeleted = Set.copyOf(opener.deleteFound(image::isDeletedTopic));
        }
        delete(List.copyOf(gone.values()));
        leave(changed);
        bring(image, changed);
        listener.told();
    }

    /** Gives up the partitions that other brokers have from now on. */
    private void leave(List<TopicImage> topics) {
        List<Partition> left = new ArrayList<>();
        List<LocalTopic> reduced = new ArrayList<>();
        List<Uuid> empty = new ArrayList<>();
        for (TopicImage topic : topics) {
            LocalTopic local = registry.topic(topic.id());
            if (local == null) {
                continue;
            }
            List<Partition> kept = new ArrayList<>();
            int leftBefore = left.size();
            local.forEach(partition -> (isHere(topic, partition) ? kept : left).add(partition));
            if (kept.isEmpty()) {
                empty.add(topic.id());
            } else if (left.size() > leftBefore) {
                reduced.add(local.with(kept));
            }
        }
        if (!left.isEmpty()) {
            registry.update(reduced, empty);
            opener.delete(left);
            listener.left(left);
        }
    }

    private boolean isHere(TopicImage topic, Partition partition) {
        return topic.partition(partition.name().partition())
                .filter(image -> image.replicas().contains(nodeId))
                .isPresent();
    }

    private void delete(List<TopicImage> topics) {
        if (topics.isEmpty()) {
            return;
        }
        List<Partition> partitions = new ArrayList<>();
        for (TopicImage topic : topics) {
            LocalTopic local = registry.topic(topic.id());
            if (local != null) {
                local.forEach(partitions::add);
            }
        }
        registry.update(List.of(), topics.stream().map(TopicImage::id).toList());
        Set<Uuid> kept = new HashSet<>(undeleted);
        kept.addAll(opener.delete(partitions));
        undeleted = Set.copyOf(kept);
        listener.left(partitions);
        listener.topicsDeleted(topics.stream().map(TopicImage::name).toList());
    }

    private void bring(ClusterImage image, List<TopicImage> topics) {
        boolean speaksOfThisProcess = speaksOfThisProcess(image);
        List<Wanted> wanted = new ArrayList<>();
        for (TopicImage topic : topics) {
            PartitionSettings settings =
                    TopicSettings.of(configs.topic(image, topic), configs.broker(image));
            for (int index = 0; index < topic.partitions().size(); index++) {
                PartitionImage partition = topic.partitions().get(index);
                if (partition.replicas().contains(nodeId)) {
                    wanted.add(
                            new Wanted(
                                    topic,
                                    index,
                                    settings,
                                    leadership(partition, speaksOfThisProcess)));
                }
            }
        }
        Map<Uuid, LocalTopic> locals = opener.bring(wanted, registry);
        Map<Partition, Leadership> before = new LinkedHashMap<>();
        for (LocalTopic local : locals.values()) {
            local.forEach(partition -> before.put(partition, partition.leadership()));
        }
        lead(wanted, locals);
        registry.update(List.copyOf(locals.values()), List.of());
        before.forEach(this::tellElection);
    }

    /**
     * An image from before this process was registered may say that this broker leads. That was the
     * process before it, which may have written more than this one finds; it gets a new epoch when
     * it registers.
     */
    private boolean speaksOfThisProcess(ClusterImage image) {
        BrokerRegistration self = image.brokers().get(nodeId);
        return self == null || self.incarnation().equals(incarnation);
    }

    private Leadership leadership(PartitionImage image, boolean speaksOfThisProcess) {
        Leadership told = Leadership.of(nodeId, image);
        return told.local() && !speaksOfThisProcess ? told.withoutLeader() : told;
    }

    private void tellElection(Partition partition, Leadership before) {
        Leadership now = partition.leadership();
        if (now.local()) {
            if (!before.local() || before.leaderEpoch() != now.leaderEpoch()) {
                listener.elected(partition, now.leaderEpoch());
            }
        } else if (!now.equals(before)) {
            listener.follows(partition, now);
        }
    }

    /** Passes settings and leadership on, and waits until both are in force. */
    private void lead(List<Wanted> wanted, Map<Uuid, LocalTopic> locals) {
        List<CompletableFuture<?>> pending = new ArrayList<>();
        for (Wanted one : wanted) {
            LocalTopic local = locals.get(one.topic().id());
            Partition partition = local == null ? null : local.partition(one.index());
            // What is out of service stays as it is until the broker is started again.
            if (partition == null || partition.outOfService().isPresent()) {
                continue;
            }
            if (!partition.settings().equals(one.settings())) {
                pending.add(partition.configure(one.settings()));
            }
            if (!partition.leadership().equals(one.leadership())) {
                pending.add(partition.become(one.leadership()));
            }
        }
        for (CompletableFuture<?> one : pending) {
            one.handle(
                            (done, failure) -> {
                                if (failure != null) {
                                    LOG.warn("a partition does not take its new state", failure);
                                }
                                return done;
                            })
                    .join();
        }
    }

    /**
     * A partition that this broker is to have.
     *
     * @param topic its topic
     * @param index its index
     * @param settings what it goes by
     * @param leadership who leads it
     */
    record Wanted(TopicImage topic, int index, PartitionSettings settings, Leadership leadership) {}
}
