package dev.moldau.broker.partition;

import dev.moldau.common.Timer;
import dev.moldau.storage.LogDirectory;
import dev.moldau.storage.PartitionLog;
import dev.moldau.storage.StorageException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What time asks of logs: retention, expiry of producers, deletion of removed files, checkpoints,
 * followers that lag, logs that could not be opened. Each comes round on the timer, which sends the
 * work to lanes and disk threads; a failure is logged and tried again next time.
 *
 * <p>Life cycle: begins with {@link #start}, ends with {@link #close}; both by the composition
 * root. The timeouts are guarded by this.
 */
public final class PartitionUpkeep implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionUpkeep.class);

    /** How often is tried again what a partition could not become. */
    private static final long FAILED_MS = 10_000;

    private final PartitionRegistry registry;
    private final PartitionHost host;
    private final LogDirectory directory;
    private final Timer timer;
    private final Executor diskThreads;
    private final List<Round> rounds = new ArrayList<>();
    private boolean closed;

    /**
     * How often what comes round, in milliseconds.
     *
     * @param maintenanceMs retention and expiry ({@code log.retention.check.interval.ms})
     * @param checkpointMs all checkpoints ({@code log.flush.offset.checkpoint.interval.ms})
     * @param watermarkMs high watermarks of partitions with several replicas ({@code
     *     replica.high.watermark.checkpoint.interval.ms})
     * @param followersMs whether followers lag, a part of {@code replica.lag.time.max.ms}
     */
    public record Intervals(
            long maintenanceMs, long checkpointMs, long watermarkMs, long followersMs) {}

    /** Something that comes round: done, then set for the next time. */
    private final class Round {
        private final long everyMs;
        private final Consumer<Runnable> work;
        private Timer.@Nullable Timeout next;

        /**
         * @param work told what to run when it is done
         */
        Round(long everyMs, Consumer<Runnable> work) {
            this.everyMs = everyMs;
            this.work = work;
        }

        void schedule() {
            synchronized (PartitionUpkeep.this) {
                if (!closed) {
                    next = timer.schedule(everyMs, this::run);
                }
            }
        }

        private void run() {
            work.accept(this::schedule);
        }

        void cancel() {
            if (next != null) {
                next.cancel();
            }
        }
    }

    /**
     * @param host tries again what failed
     * @param intervals how often what comes round
     */
    public PartitionUpkeep(
            PartitionRegistry registry,
            PartitionHost host,
            LogDirectory directory,
            Timer timer,
            Executor diskThreads,
            Intervals intervals) {
        this.registry = registry;
        this.host = host;
        this.directory = directory;
        this.timer = timer;
        this.diskThreads = diskThreads;
        rounds.add(
                new Round(
                        intervals.maintenanceMs, done -> forEach(PartitionUpkeep::maintain, done)));
        rounds.add(
                new Round(
                        intervals.checkpointMs,
                        done -> onDiskThread(LogDirectory::writeCheckpoints, done)));
        rounds.add(new Round(intervals.watermarkMs, this::noteWatermarks));
        rounds.add(new Round(FAILED_MS, this::retryFailed));
        rounds.add(
                new Round(intervals.followersMs, done -> forEach(Partition::checkFollowers, done)));
    }

    /** Begins to come round. */
    public void start() {
        rounds.forEach(Round::schedule);
    }

    private void forEach(Consumer<Partition> action, Runnable done) {
        registry.forEach(action);
        done.run();
    }

    /** A partition with one replica finds its high watermark by itself when it is opened. */
    private void noteWatermarks(Runnable done) {
        if (registry.topics().stream().anyMatch(LocalTopic::isReplicated)) {
            onDiskThread(LogDirectory::writeHighWatermarks, done);
        } else {
            done.run();
        }
    }

    private void retryFailed(Runnable done) {
        host.retryFailed();
        done.run();
    }

    private void onDiskThread(Consumer<LogDirectory> write, Runnable done) {
        try {
            diskThreads.execute(
                    () -> {
                        writeNow(write);
                        done.run();
                    });
        } catch (RejectedExecutionException e) {
            LOG.debug("no checkpoint: the broker is stopping", e);
        }
    }

    private void writeNow(Consumer<LogDirectory> write) {
        try {
            write.accept(directory);
        } catch (StorageException e) {
            LOG.warn("checkpoints could not be written: {}", e.getMessage());
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

    @Override
    public synchronized void close() {
        closed = true;
        rounds.forEach(Round::cancel);
    }
}
