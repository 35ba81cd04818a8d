package dev.moldau.storage;

import dev.moldau.common.Lane;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.storage.checkpoint.MetaProperties;
import dev.moldau.storage.checkpoint.PartitionMetadata;
import dev.moldau.storage.disk.DamagedFileException;
import dev.moldau.storage.disk.Disk;
import dev.moldau.storage.disk.DiskEntry;
import dev.moldau.storage.disk.LockHeldException;
import dev.moldau.storage.segment.OpenFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One data folder ({@code log.dirs}): its lock, its identity, its checkpoints and the logs in it.
 *
 * <p>Life cycle: {@link #open(Path, Identity, LogEnvironment)} takes the lock; the owner looks at
 * {@link #found}, opens or deletes what it finds, calls {@link #writeCheckpoints} every minute or
 * so, closes the logs on their lanes and then {@link #close}s the folder, which leaves the mark of
 * a clean shutdown. The mark that the last user left is taken away when the folder is opened.
 *
 * <p>Safe for use by any thread; logs may be opened on several threads at once.
 */
public final class LogDirectory implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LogDirectory.class);

    /** Longer than any disk should take; a hung one must not keep the process for ever. */
    private static final long LONGEST_CLOSE_S = 120;

    private static final String LOCK = ".lock";

    private final Path folder;
    private final LogEnvironment environment;
    private final OpenFiles files;
    private final AutoCloseable lock;
    private final MetaProperties properties;
    private final boolean closedCleanly;
    private final long closedInEpoch;
    private final List<Found> found;
    private final Checkpoints checkpoints;
    private final DoomedFolders doomed;
    private final Map<TopicPartition, PartitionLog> logs = new ConcurrentHashMap<>();

    /** Deleted ones whose folders could not be renamed. */
    private final Set<TopicPartition> undeleted = ConcurrentHashMap.newKeySet();

    private volatile long brokerEpoch = CleanShutdown.UNKNOWN_EPOCH;
    private volatile boolean closed;

    /**
     * Who the folder must belong to. A folder that is new is given this identity.
     *
     * @param clusterId the cluster
     * @param nodeId the broker
     */
    public record Identity(String clusterId, int nodeId) {}

    /**
     * A partition's folder.
     *
     * @param partition whose it is, by its name
     * @param topicId the topic's identity, if {@code partition.metadata} is there and readable
     */
    public record Found(TopicPartition partition, Optional<Uuid> topicId) {}

    private LogDirectory(
            Path folder, Identity identity, LogEnvironment environment, AutoCloseable lock)
            throws IOException {
        Disk disk = environment.disk();
        this.folder = folder;
        this.environment = environment;
        this.lock = lock;
        this.files = new OpenFiles(disk, environment.maxOpenFiles());
        this.properties = identify(identity);
        this.closedCleanly = CleanShutdown.isMarked(disk, folder);
        this.closedInEpoch =
                closedCleanly ? CleanShutdown.epoch(disk, folder) : CleanShutdown.UNKNOWN_EPOCH;
        this.checkpoints = new Checkpoints(disk, folder, logs::values);
        this.doomed = new DoomedFolders(folder, environment);
        this.found = look();
        found.forEach(each -> checkpoints.carryOn(each.partition()));
        if (closedCleanly) {
            CleanShutdown.remove(disk, folder); // until the next one
        }
    }

    /**
     * Takes a data folder into use; makes it if it is not there.
     *
     * @throws LogDirectoryException if another process holds it, or it belongs to another broker or
     *     cluster
     * @throws DiskFailureException if the file system fails
     */
    public static LogDirectory open(Path folder, Identity identity, LogEnvironment environment) {
        AutoCloseable lock;
        try {
            environment.disk().createFolders(folder);
            lock = environment.disk().lock(folder.resolve(LOCK));
        } catch (LockHeldException e) {
            throw new LogDirectoryException(
                    "the data folder "
                            + folder
                            + " is in use by another process; stop that broker, or give this one"
                            + " another folder in log.dirs",
                    folder,
                    e);
        } catch (IOException e) {
            throw StorageException.of("take into use", folder, e);
        }
        try {
            return new LogDirectory(folder, identity, environment, lock);
        } catch (IOException e) {
            release(lock, folder);
            throw StorageException.of("take into use", folder, e);
        } catch (RuntimeException e) {
            release(lock, folder);
            throw e;
        }
    }

    private static void release(AutoCloseable lock, Path folder) {
        try {
            lock.close();
        } catch (Exception e) {
            LOG.warn("cannot release the lock of {}: {}", folder, e.getMessage());
        }
    }

    private MetaProperties identify(Identity identity) throws IOException {
        Optional<MetaProperties> known = MetaProperties.read(environment.disk(), folder);
        known.flatMap(MetaProperties::clusterId)
                .filter(id -> !id.equals(identity.clusterId()))
                .ifPresent(id -> refuse("cluster " + id, "cluster " + identity.clusterId()));
        known.ifPresent(
                properties -> {
                    OptionalInt node = properties.nodeId();
                    if (node.isPresent() && node.getAsInt() != identity.nodeId()) {
                        refuse("broker " + node.getAsInt(), "broker " + identity.nodeId());
                    }
                });
        Optional<Uuid> id = known.flatMap(MetaProperties::directoryId);
        if (id.isPresent() && known.get().clusterId().isPresent()) {
            return known.get();
        }
        MetaProperties complete =
                new MetaProperties(
                        Optional.of(identity.clusterId()),
                        OptionalInt.of(identity.nodeId()),
                        Optional.of(id.orElseGet(() -> Uuid.random(environment.random()))),
                        known.map(MetaProperties::ownLogs).orElse(hasNoPartition()));
        complete.write(environment.disk(), folder);
        return complete;
    }

    private boolean hasNoPartition() throws IOException {
        return environment.disk().list(folder).stream()
                .filter(DiskEntry::folder)
                .map(DiskEntry::name)
                .noneMatch(
                        name ->
                                PartitionFolders.isDeleted(name)
                                        || PartitionFolders.parse(name).isPresent());
    }

    private void refuse(String theirs, String ours) {
        throw new LogDirectoryException(
                "the data folder "
                        + folder
                        + " belongs to "
                        + theirs
                        + ", and this is "
                        + ours
                        + "; give it another folder in log.dirs, or correct its configuration ("
                        + MetaProperties.NAME
                        + " in the folder says whose it is)",
                folder,
                null);
    }

    private List<Found> look() throws IOException {
        List<Found> partitions = new ArrayList<>();
        for (DiskEntry entry : environment.disk().list(folder)) {
            if (!entry.folder()) {
                continue;
            }
            if (PartitionFolders.isDeleted(entry.name())) {
                doomed.found(entry.name());
                continue;
            }
            Optional<TopicPartition> partition = PartitionFolders.parse(entry.name());
            if (partition.isPresent()) {
                partitions.add(new Found(partition.get(), topicId(partition.get())));
            } else {
                LOG.warn("{} in {} is no partition: left alone", entry.name(), folder);
            }
        }
        doomed.removeDue();
        return List.copyOf(partitions);
    }

    private Optional<Uuid> topicId(TopicPartition partition) throws IOException {
        try {
            return PartitionMetadata.read(environment.disk(), folderOf(partition));
        } catch (DamagedFileException e) {
            LOG.warn("{}: whose it is cannot be read: {}", partition, e.getMessage());
            return Optional.empty();
        }
    }

    /** The folder. */
    public Path folder() {
        return folder;
    }

    private Path folderOf(TopicPartition partition) {
        return folder.resolve(partition.toString());
    }

    /** The folder's own identity ({@code directory.id}). */
    public Uuid directoryId() {
        return properties.directoryId().orElseThrow();
    }

    /** Whether the last user closed it in good order, so that no log needs recovery. */
    public boolean wasClosedCleanly() {
        return closedCleanly;
    }

    /**
     * In which of its registrations the broker was when it last closed this in good order; -1 if
     * that is not known, or the last user did not. Whoever had another registration since may have
     * lost what it had not forced.
     */
    public long closedInEpoch() {
        return closedInEpoch;
    }

    /** Says in which of its registrations the broker is; what {@link #close} notes. Any thread. */
    public void brokerEpoch(long epoch) {
        brokerEpoch = epoch;
    }

    /**
     * Whether there is a folder of that partition, of whatever topic; also if that cannot be told.
     * Any thread.
     */
    public boolean holds(TopicPartition partition) {
        try {
            return environment.disk().exists(folderOf(partition));
        } catch (IOException e) {
            return true; // whoever opens it is told what is wrong
        }
    }

    /** The partitions that the folder held when it was opened. */
    public List<Found> found() {
        return found;
    }

    /**
     * Makes the log of a new partition, empty, at offset 0.
     *
     * @param owner the lane that will own it; this method may run on any thread
     * @throws IllegalStateException if the folder is there already
     * @throws DiskFailureException if the file system fails
     */
    public PartitionLog create(
            TopicPartition partition, Uuid topicId, LogSettings settings, Lane owner) {
        Path path = folderOf(partition);
        if (logs.containsKey(partition) || checkpoints.isCarriedOn(partition)) {
            throw new IllegalStateException(path + " is there already");
        }
        if (undeleted.contains(partition)) {
            doomed.doom(partition, 0);
            undeleted.remove(partition);
        }
        try {
            checkpoints.forget(partition);
            environment.disk().createFolders(path);
            PartitionMetadata.write(environment.disk(), path, topicId);
        } catch (IOException e) {
            throw StorageException.of("make the folder", path, e);
        }
        LoadedLog empty = LogLoader.empty(path, environment, files, settings);
        return enter(partition, topicId, settings, owner, empty);
    }

    /**
     * Opens the log of a partition that {@link #found} lists, and recovers it if the folder was not
     * closed cleanly: what lies beyond the last checkpoint is validated, and a torn end cut off.
     *
     * @param topicId the topic's identity, from {@link Found#topicId} or, where that is missing, as
     *     the cluster knows it
     * @param owner the lane that will own it; this method may run on any thread
     * @throws DiskFailureException if the file system fails
     * @throws CorruptLogException if a file is damaged below the checkpoint
     */
    public PartitionLog open(
            TopicPartition partition, Uuid topicId, LogSettings settings, Lane owner) {
        Path path = folderOf(partition);
        long recoveryPoint = checkpoints.recoveryPoint(partition);
        long logStart = checkpoints.logStart(partition);
        LoadedLog loaded;
        try {
            loaded =
                    new LogLoader(path, environment, files, settings)
                            .load(recoveryPoint, logStart, lastUse());
            if (topicId(partition).isEmpty()) {
                PartitionMetadata.write(environment.disk(), path, topicId);
            }
        } catch (IOException e) {
            throw StorageException.of("open the log in", path, e);
        }
        return enter(partition, topicId, settings, owner, loaded);
    }

    private LogLoader.LastUse lastUse() {
        if (closedCleanly) {
            return LogLoader.LastUse.CLOSED;
        }
        return properties.ownLogs() && checkpoints.knowsRecoveryPoints()
                ? LogLoader.LastUse.CRASHED
                : LogLoader.LastUse.CRASHED_UNDER_KAFKA;
    }

    private PartitionLog enter(
            TopicPartition partition,
            Uuid topicId,
            LogSettings settings,
            Lane owner,
            LoadedLog loaded) {
        PartitionLog log =
                new PartitionLog(
                        partition,
                        topicId,
                        folderOf(partition),
                        environment,
                        files,
                        owner,
                        checkpoints::recoveryPointFell,
                        settings,
                        loaded);
        log.flushRecovered();
        if (logs.putIfAbsent(partition, log) != null) {
            throw new IllegalStateException(partition + " is open already");
        }
        checkpoints.carryOnNoMore(partition);
        return log;
    }

    /**
     * Deletes a log: closes it, gives its folder another name at once, and removes that after
     * {@code file.delete.delay.ms}, in the background. Runs on the log's lane.
     *
     * @throws DiskFailureException if the folder could not be renamed
     */
    public void delete(PartitionLog log) {
        log.abandon("deleted");
        TopicPartition partition = log.partition();
        try {
            doomed.doom(partition, log.settings().fileDeleteDelayMs());
        } catch (StorageException e) {
            undeleted.add(partition); // until a log of that name is made, or the next start
            throw e;
        } finally {
            logs.remove(partition, log);
        }
    }

    /** Deletes a folder that {@link #found} lists and nobody opened: the topic is gone. */
    public void deleteFound(TopicPartition partition) {
        doomed.doom(partition, 0);
        checkpoints.carryOnNoMore(partition);
    }

    /** The open logs. */
    public List<PartitionLog> logs() {
        return List.copyOf(logs.values());
    }

    /** The high watermark that the last checkpoint has for a partition; 0 if none. */
    public long checkpointedHighWatermark(TopicPartition partition) {
        return checkpoints.highWatermark(partition);
    }

    /**
     * Writes the high watermarks of all open logs, if one has moved since they were written.
     *
     * @throws DiskFailureException if the file system fails
     */
    public void writeHighWatermarks() {
        checkpoints.writeHighWatermarks();
    }

    /**
     * Writes recovery points, log starts and high watermarks of all open logs, and removes what has
     * waited long enough to be deleted.
     *
     * @throws DiskFailureException if the file system fails
     */
    public void writeCheckpoints() {
        checkpoints.write();
        doomed.removeDue();
    }

    /**
     * Brings to the disk where the logs begin, so that records that were given up do not come back
     * after a crash.
     *
     * @throws DiskFailureException if the file system fails
     */
    public void writeLogStarts() {
        checkpoints.writeLogStarts();
    }

    /** How many bytes may still be written, in bytes. */
    public long usableBytes() {
        try {
            return environment.disk().usableBytes(folder);
        } catch (IOException e) {
            throw StorageException.of("ask for the space in", folder, e);
        }
    }

    /**
     * How large the folder's file system is, in bytes.
     *
     * @throws StorageException if it cannot be asked
     */
    public long totalBytes() {
        try {
            return environment.disk().totalBytes(folder);
        } catch (IOException e) {
            throw StorageException.of("ask for the space in", folder, e);
        }
    }

    /**
     * Gives the folder up, when the logs that are being closed are on the disk. If all of them were
     * closed, and none failed, the mark of a clean shutdown is left. Idempotent. Waits: not for
     * lanes or event loops.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            boolean clean = checkpoints.carriesNothingOn() || closedCleanly;
            for (PartitionLog log : logs.values()) {
                clean &= log.wasClosed() && endedWell(log);
            }
            writeCheckpoints();
            if (clean) {
                claimLogs();
                CleanShutdown.mark(environment.disk(), folder, brokerEpoch);
            }
        } catch (IOException e) {
            throw StorageException.of("close", folder, e);
        } finally {
            release(lock, folder);
        }
    }

    /**
     * All that there is has been brought to the disk: whatever comes beyond it is written by us.
     */
    private void claimLogs() throws IOException {
        if (!properties.ownLogs()) {
            new MetaProperties(
                            properties.clusterId(),
                            properties.nodeId(),
                            properties.directoryId(),
                            true)
                    .write(environment.disk(), folder);
        }
    }

    private static boolean endedWell(PartitionLog log) {
        try {
            return log.closing().get(LONGEST_CLOSE_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException e) {
            LOG.error("{}: did not close: {}", log.partition(), String.valueOf(e));
            return false;
        }
    }
}
