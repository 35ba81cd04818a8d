package dev.moldau.cluster.move;

import dev.moldau.cluster.controller.ClusterIdentity;
import dev.moldau.cluster.controller.ClusterRecords;
import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.LocalClusterStore;
import dev.moldau.cluster.store.StoreInUseException;
import dev.moldau.cluster.store.StoreRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Moves the cluster of a broker that was alone from its file to a store that brokers share, or
 * takes such a move back.
 *
 * <p>Between the first write and the last both stores refuse brokers: the target, because its id
 * has a mark in front; the file, because of {@link MovingMark}. The steps are: claim the target by
 * a marked id; mark the file; copy the records, in as many transactions as it takes; take the mark
 * off the target's id, by which the cluster has moved; give the file another name. Whichever of
 * them was the last one before an interruption, the next run goes on from there.
 *
 * <p>Used by one thread; may wait for either store.
 */
public final class ClusterMove implements AutoCloseable {

    private final Path file;
    private final LocalClusterStore local;
    private final String clusterId;
    private final ClusterStore target;
    private final String targetName;

    private ClusterMove(
            Path file,
            LocalClusterStore local,
            String clusterId,
            ClusterStore target,
            String targetName) {
        this.file = file;
        this.local = local;
        this.clusterId = clusterId;
        this.target = target;
        this.targetName = targetName;
    }

    /**
     * What has come of a move.
     *
     * @param clusterId the cluster's id, the same as before
     * @param topics how many topics it has
     * @param records how many records of it were copied, topics included
     * @param keptAs the name under which the file stays; nothing reads it any more
     */
    public record Moved(String clusterId, int topics, int records, Path keptAs) {}

    /**
     * Opens the file of a broker that does not run.
     *
     * @param file where its cluster is kept, such as {@code data/cluster.mv}
     * @param brokerId the broker's number
     * @param target where the cluster goes; the caller closes it
     * @param targetName how people name the target, the same for each run of one move
     * @throws MoveRefusedException if there is no cluster, its broker runs or has another number
     * @throws dev.moldau.cluster.store.StoreException if the file cannot be read
     */
    public static ClusterMove open(Path file, int brokerId, ClusterStore target, String targetName)
            throws MoveRefusedException {
        if (!Files.exists(file)) {
            throw new MoveRefusedException(
                    "There is no cluster to move: "
                            + file.toAbsolutePath()
                            + " does not exist. Name the broker's data folder by log.dirs or --data."
                            + " If its cluster was moved before, start the broker.");
        }
        LocalClusterStore local = open(file);
        try {
            return new ClusterMove(
                    file, local, identify(file, local, brokerId), target, targetName);
        } catch (MoveRefusedException | RuntimeException e) {
            local.close();
            throw e;
        }
    }

    private static LocalClusterStore open(Path file) throws MoveRefusedException {
        try {
            return LocalClusterStore.open(file);
        } catch (StoreInUseException e) {
            throw new MoveRefusedException(
                    "The broker with the cluster "
                            + file.toAbsolutePath()
                            + " runs. Stop it (Ctrl-C or SIGTERM), then move its cluster.",
                    e);
        }
    }

    private static String identify(Path file, LocalClusterStore local, int brokerId)
            throws MoveRefusedException {
        Optional<StoreRecord> id = local.read(ClusterIdentity.KEY);
        if (id.isEmpty()) {
            throw new MoveRefusedException(
                    "There is no cluster to move in "
                            + file.toAbsolutePath()
                            + ": no broker has started on it yet. Remove the file and start the"
                            + " broker with zookeeper.connect.");
        }
        Set<Integer> brokers = ClusterRecords.brokers(local);
        if (!brokers.isEmpty() && !brokers.contains(brokerId)) {
            throw new MoveRefusedException(
                    "The cluster in "
                            + file.toAbsolutePath()
                            + " belongs to broker "
                            + brokers
                            + ", but node.id is "
                            + brokerId
                            + ". Set node.id to that number, so that the partitions find their broker"
                            + " again.");
        }
        return ClusterIdentity.decoded(id.get()).id();
    }

    /**
     * Moves the cluster, or goes on with a move that was interrupted.
     *
     * @throws MoveRefusedException if the target holds a cluster already, or the file is being
     *     moved to another target
     * @throws dev.moldau.cluster.store.StoreException if a store cannot be used; run it again
     */
    public Moved run() throws MoveRefusedException {
        Optional<String> marked = MovingMark.read(local);
        if (marked.isPresent() && !marked.get().equals(targetName)) {
            throw new MoveRefusedException(
                    "The cluster is half moved already, to "
                            + marked.get()
                            + " and not to "
                            + targetName
                            + ". Finish that with the zookeeper.connect of then, or take it back with"
                            + " --cancel first.");
        }
        TargetStore to = new TargetStore(target, targetName, clusterId);
        List<StoreRecord> records = cluster();
        int copied = 0;
        if (!to.hasArrived(marked.isPresent())) {
            to.claim(records);
            if (marked.isEmpty()) {
                MovingMark.set(local, targetName);
            }
            copied = to.copy(records);
            to.arrive();
        }
        local.close();
        int topics = (int) records.stream().filter(r -> ClusterRecords.isTopic(r.key())).count();
        return new Moved(clusterId, topics, copied, putAside());
    }

    private List<StoreRecord> cluster() {
        return local.records().stream()
                .filter(record -> ClusterRecords.belongsToCluster(record.key()))
                .filter(record -> !record.key().equals(MovingMark.KEY))
                .toList();
    }

    /**
     * Takes back a move that was interrupted: what came to the target goes, and the broker can
     * start on its file as before.
     *
     * @return whether there was anything to take back
     * @throws MoveRefusedException if the cluster has arrived at the target
     * @throws dev.moldau.cluster.store.StoreException if a store cannot be used; run it again
     */
    public boolean cancel() throws MoveRefusedException {
        boolean begun = new TargetStore(target, targetName, clusterId).cancel(cluster());
        boolean marked = MovingMark.read(local).isPresent();
        if (marked) {
            MovingMark.clear(local);
        }
        return begun || marked;
    }

    /** The file stays, for people; under its own name it would keep the broker from starting. */
    private Path putAside() throws MoveRefusedException {
        Path kept = file.resolveSibling(file.getFileName() + ".moved");
        for (int i = 2; Files.exists(kept); i++) {
            kept = file.resolveSibling(file.getFileName() + ".moved-" + i);
        }
        try {
            return Files.move(file, kept, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new MoveRefusedException(
                    "The cluster has moved, but its file cannot be renamed from "
                            + file.toAbsolutePath()
                            + " to "
                            + kept.getFileName()
                            + " ("
                            + e
                            + "). Rename it by hand, then start the broker.",
                    e);
        }
    }

    /** Gives the file back. */
    @Override
    public void close() {
        local.close();
    }
}
