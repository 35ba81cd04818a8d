package dev.moldau.broker.partition;

import dev.moldau.common.Timer;
import dev.moldau.storage.LogDirectory;
import dev.moldau.storage.PartitionLog;
import dev.moldau.storage.StorageException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What time asks of logs: retention, expiry of producers, deletion of removed files, checkpoints.
 * Each comes round on the timer, which sends the work to lanes and disk threads; a failure is
 * logged and tried again next time.
 *
 * <p>Life cycle: begins with {@link #start}, ends with {@link #close}; both by the composition
 * root. The two timeouts are guarded by this.
 */
public final class PartitionUpkeep implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionUpkeep.class);

    private final PartitionRegistry registry;
    private final LogDirectory directory;
    private final Timer timer;
    private final Executor diskThreads;
    private final long maintenanceMs;
    private final long checkpointMs;

    private Timer.@Nullable Timeout maintenance;
    private Timer.@Nullable Timeout checkpoint;
    private boolean closed;

    /**
     * @param maintenanceMs how often logs are maintained ({@code log.retention.check.interval.ms})
     * @param checkpointMs how often checkpoints are written ({@code
     *     log.flush.offset.checkpoint.interval.ms})
     */
    public PartitionUpkeep(
            PartitionRegistry registry,
            LogDirectory directory,
            Timer timer,
            Executor diskThreads,
            long maintenanceMs,
            long checkpointMs) {
        this.registry = registry;
        this.directory = directory;
        this.timer = timer;
        this.diskThreads = diskThreads;
        this.maintenanceMs = maintenanceMs;
        this.checkpointMs = checkpointMs;
    }

    /** Begins to come round. */
    public synchronized void start() {
        if (!closed) {
            maintenance = timer.schedule(maintenanceMs, this::maintain);
            checkpoint = timer.schedule(checkpointMs, this::writeCheckpoints);
        }
    }

    private void maintain() {
        registry.forEach(PartitionUpkeep::maintain);
        synchronized (this) {
            if (!closed) {
                maintenance = timer.schedule(maintenanceMs, this::maintain);
            }
        }
    }

    private static void maintain(Partition partition) {
        CompletableFuture<PartitionLog.Maintenance> asked = partition.ask(PartitionLog::maintain);
        var _ = asked.whenComplete((done, failure) -> report(partition, done, failure));
    }

    private static void report(
            Partition partition,
            PartitionLog.@Nullable Maintenance done,
            @Nullable Throwable failure) {
        if (failure != null) {
            LOG.warn("{} could not be maintained: {}", partition, failure.getMessage());
        } else if (done != null && done.removedSegments() > 0) {
            LOG.info(
                    "{}: retention removed {} segments with {} bytes",
                    partition,
                    done.removedSegments(),
                    done.removedBytes());
        }
    }

    private void writeCheckpoints() {
        try {
            diskThreads.execute(this::writeCheckpointsNow);
        } catch (RejectedExecutionException e) {
            LOG.debug("no checkpoint: the broker is stopping", e);
        }
    }

    private void writeCheckpointsNow() {
        try {
            directory.writeCheckpoints();
        } catch (StorageException e) {
            LOG.warn("checkpoints could not be written: {}", e.getMessage());
        }
        synchronized (this) {
            if (!closed) {
                checkpoint = timer.schedule(checkpointMs, this::writeCheckpoints);
            }
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (maintenance != null) {
            maintenance.cancel();
        }
        if (checkpoint != null) {
            checkpoint.cancel();
        }
    }
}
