package dev.moldau.broker.partition;

import dev.moldau.broker.partition.PartitionHost.Wanted;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.storage.LogDirectory;
import dev.moldau.storage.PartitionLog;
import dev.moldau.storage.StorageException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens, makes and deletes the logs of partitions, many at a time. Belongs to the {@link
 * PartitionHost} and runs on its lane, which waits here.
 */
public final class PartitionOpener {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionOpener.class);

    private static final int OPENED_AT_ONCE = 8;

    private final LogDirectory directory;
    private final PartitionLanes lanes;
    private final PartitionPorts ports;
    private final Executor diskThreads;

    /** What the directory held and nobody opened yet. */
    private final Map<TopicPartition, Optional<Uuid>> found = new HashMap<>();

    /**
     * @param directory where the logs are
     * @param lanes who will own the partitions
     * @param ports what partitions are given from outside
     * @param diskThreads open logs, several at a time
     */
    public PartitionOpener(
            LogDirectory directory,
            PartitionLanes lanes,
            PartitionPorts ports,
            Executor diskThreads) {
        this.directory = directory;
        this.lanes = lanes;
        this.ports = ports;
        this.diskThreads = diskThreads;
        directory.found().forEach(one -> found.put(one.partition(), one.topicId()));
    }

    /**
     * Takes from the registry what is there and opens or makes the rest. Waits until all is done; a
     * log that cannot be opened is named in the log, counts as broken, and is tried again whenever
     * its topic changes, and now and then.
     *
     * @return the topics of which anything was wanted, each with all its partitions
     */
    Map<Uuid, LocalTopic> bring(List<Wanted> wanted, PartitionRegistry registry) {
        @Nullable Partition[] brought = new @Nullable Partition[wanted.size()];
        List<Opening> openings = new ArrayList<>();
        for (int i = 0; i < brought.length; i++) {
            Wanted one = wanted.get(i);
            LocalTopic topic = registry.topic(one.topic().id());
            Partition there = topic == null ? null : topic.partition(one.index());
            if (there == null) {
                openings.add(opening(i, one));
            } else {
                brought[i] = there;
            }
        }
        open(openings, brought);
        return byTopic(wanted, brought);
    }

    /** What became of the partitions of one topic. */
    private record Brought(TopicImage topic, List<Partition> serving, Set<Integer> broken) {

        Brought(TopicImage topic) {
            this(topic, new ArrayList<>(), new HashSet<>());
        }

        LocalTopic toLocalTopic() {
            return new LocalTopic(topic.name(), topic.id(), serving, broken);
        }
    }

    private static Map<Uuid, LocalTopic> byTopic(
            List<Wanted> wanted, @Nullable Partition[] brought) {
        Map<Uuid, Brought> gathered = new LinkedHashMap<>();
        for (int i = 0; i < brought.length; i++) {
            Wanted one = wanted.get(i);
            Partition partition = brought[i];
            Brought topic =
                    gathered.computeIfAbsent(one.topic().id(), id -> new Brought(one.topic()));
            if (partition != null) {
                topic.serving.add(partition);
            } else {
                topic.broken.add(one.index());
            }
        }
        Map<Uuid, LocalTopic> topics = new LinkedHashMap<>();
        gathered.forEach((id, topic) -> topics.put(id, topic.toLocalTopic()));
        return topics;
    }

    /**
     * A log to be opened or made.
     *
     * @param slot where the partition goes
     * @param there whether there is a folder
     * @param idThere whose that is
     */
    private record Opening(
            int slot, Wanted wanted, TopicPartition name, boolean there, Optional<Uuid> idThere) {}

    private Opening opening(int slot, Wanted one) {
        TopicPartition name = new TopicPartition(one.topic().name(), one.index());
        boolean there = found.containsKey(name);
        Optional<Uuid> idThere = found.getOrDefault(name, Optional.empty());
        found.remove(name);
        return new Opening(slot, one, name, there, idThere);
    }

    /**
     * A few workers take one after the other: a task for each would cost as much as the opening.
     */
    private void open(List<Opening> openings, @Nullable Partition[] brought) {
        AtomicInteger next = new AtomicInteger();
        Runnable worker =
                () -> {
                    for (int i = next.getAndIncrement();
                            i < openings.size();
                            i = next.getAndIncrement()) {
                        Opening one = openings.get(i);
                        brought[one.slot] = open(one);
                    }
                };
        CompletableFuture<?>[] workers =
                new CompletableFuture<?>[Math.min(OPENED_AT_ONCE, openings.size())];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = CompletableFuture.runAsync(worker, diskThreads);
        }
        CompletableFuture.allOf(workers).join();
        for (Opening one : openings) {
            if (brought[one.slot] == null && directory.holds(one.name)) {
                found.put(one.name, one.idThere);
            }
        }
    }

    private @Nullable Partition open(Opening opening) {
        TopicPartition name = opening.name;
        Wanted one = opening.wanted;
        Uuid id = one.topic().id();
        PartitionLanes.Place place = lanes.placeOf(id, one.index());
        try {
            boolean stale = opening.idThere.isPresent() && !opening.idThere.get().equals(id);
            if (stale) {
                LOG.info("{} is of an older topic of that name and goes", name);
                directory.deleteFound(name);
            }
            PartitionLog log =
                    opening.there && !stale
                            ? directory.open(name, id, one.settings().log(), place.lane())
                            : directory.create(name, id, one.settings().log(), place.lane());
            Partition partition =
                    new Partition(log, place.lane(), place.admission(), ports, one.settings());
            long committed = directory.checkpointedHighWatermark(name);
            if (one.leadership().replicas().size() > 1 && committed > 0) {
                var _ = partition.ask(theLog -> theLog.moveHighWatermark(committed));
            }
            return partition;
        } catch (StorageException e) {
            LOG.error("{} does not serve: {}", name, e.getMessage(), e);
            return null;
        }
    }

    /**
     * Deletes what was found of topics that are deleted: the process ended before it could.
     *
     * @return the topics of which something could not be deleted
     */
    Set<Uuid> deleteFound(Predicate<Uuid> isDeleted) {
        Set<Uuid> kept = new HashSet<>();
        for (TopicPartition name : List.copyOf(found.keySet())) {
            Optional<Uuid> id = found.getOrDefault(name, Optional.empty()).filter(isDeleted);
            if (id.isPresent()) {
                try {
                    directory.deleteFound(name);
                    found.remove(name);
                    LOG.info("{} goes: its topic was deleted before the broker ended", name);
                } catch (StorageException e) {
                    LOG.error("{} could not be deleted: {}", name, e.getMessage());
                    kept.add(id.get());
                }
            }
        }
        return kept;
    }

    /**
     * Deletes the logs of partitions, and waits until their folders have other names.
     *
     * @return the topics of which something could not be deleted
     */
    Set<Uuid> delete(List<Partition> partitions) {
        Set<Uuid> kept = new HashSet<>();
        List<CompletableFuture<Void>> deleting = new ArrayList<>(partitions.size());
        partitions.forEach(partition -> deleting.add(partition.delete(directory::delete)));
        for (int i = 0; i < partitions.size(); i++) {
            Partition partition = partitions.get(i);
            deleting.get(i)
                    .exceptionally(
                            failure -> {
                                LOG.error("{} could not be deleted", partition, failure);
                                kept.add(partition.topicId());
                                return null;
                            })
                    .join();
        }
        return kept;
    }

    /** Names the folders that belong to no topic of the cluster; they are left as they are. */
    void reportLeftOver() {
        if (!found.isEmpty()) {
            LOG.warn(
                    "{} folders in {} belong to no topic of the cluster and are left alone: {}",
                    found.size(),
                    directory.folder(),
                    found.keySet().stream().sorted().limit(10).toList());
        }
    }
}
