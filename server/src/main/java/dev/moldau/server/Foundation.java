package dev.moldau.server;

import dev.moldau.broker.lane.ThreadLane;
import dev.moldau.broker.lane.WheelTimer;
import dev.moldau.cluster.LocalCluster;
import dev.moldau.cluster.WrongNodeIdException;
import dev.moldau.cluster.store.StoreException;
import dev.moldau.common.SystemClock;
import dev.moldau.common.config.BrokerConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a broker stands on: the machine's clock and chance, threads, and the cluster, which here is
 * kept in the data folder. Opened before the broker and closed after it, by one thread at a time.
 */
final class Foundation implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Foundation.class);

    private static final int DISK_THREADS = 4;
    private static final long DISK_THREAD_IDLE_S = 30;
    private static final long DISK_END_S = 10;

    private final FaultListener faults;
    private final SystemClock clock = new SystemClock();
    private final RandomGenerator random = new LazyRandom();
    private final ExecutorService diskThreads = newDiskThreads();
    private final WheelTimer timer;
    private final ThreadLane controllerLane;
    private @Nullable LocalCluster cluster;

    private Foundation(FaultListener faults) {
        this.faults = faults;
        this.timer = new WheelTimer(clock, bug -> report("timer", bug));
        this.controllerLane = lane("controller");
    }

    /**
     * Takes the data folder into use and opens the cluster in it.
     *
     * @throws StartException if the folder cannot be used; nothing is left running
     */
    static Foundation open(BrokerConfig config, FaultListener faults) throws StartException {
        refuseZooKeeper(config);
        Path folder = prepare(Path.of(config.logDirs().getFirst()));
        Foundation opened = new Foundation(faults);
        try {
            // A file, not a folder: Kafka refuses a data folder with folders that are no
            // partitions.
            opened.cluster =
                    LocalCluster.open(
                            folder.resolve("cluster.mv"),
                            config,
                            opened.controllerLane,
                            opened.random);
            return opened;
        } catch (StoreException | WrongNodeIdException e) {
            opened.close();
            throw new StartException(String.valueOf(e.getMessage()), e);
        } catch (RuntimeException | Error e) {
            opened.close();
            throw e;
        }
    }

    /** Nobody should believe that brokers are a cluster that are not. */
    private static void refuseZooKeeper(BrokerConfig config) throws StartException {
        if (config.zooKeeperConnect().isPresent()) {
            throw new StartException(
                    "zookeeper.connect is set, but clusters of several brokers come with a later"
                            + " release; remove it, and this broker is a cluster of its own");
        }
    }

    private static Path prepare(Path folder) throws StartException {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new StartException(
                    "cannot create the data folder "
                            + folder.toAbsolutePath()
                            + " ("
                            + e
                            + "); choose another with --data, or allow this user to write there",
                    e);
        }
        if (!Files.isWritable(folder)) {
            throw new StartException(
                    "cannot write to the data folder "
                            + folder.toAbsolutePath()
                            + "; choose another with --data, or allow this user to write there");
        }
        return folder;
    }

    private static ExecutorService newDiskThreads() {
        ThreadPoolExecutor threads =
                new ThreadPoolExecutor(
                        DISK_THREADS,
                        DISK_THREADS,
                        DISK_THREAD_IDLE_S,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        Thread.ofPlatform().name("disk-", 0).daemon(true).factory());
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    /** A new thread that owns state, whose end by a bug is told. */
    ThreadLane lane(String name) {
        return new ThreadLane(name, (lane, bug) -> report(lane.name(), bug));
    }

    private void report(String what, Throwable bug) {
        LOG.error("the thread '{}' ended because of a bug", what, bug);
        faults.stopped(what, bug);
    }

    SystemClock clock() {
        return clock;
    }

    RandomGenerator random() {
        return random;
    }

    WheelTimer timer() {
        return timer;
    }

    ExecutorService diskThreads() {
        return diskThreads;
    }

    LocalCluster cluster() {
        return Objects.requireNonNull(cluster);
    }

    /** Closes the cluster and ends the threads, when the broker on it has ended. */
    @Override
    public void close() {
        if (cluster != null) {
            cluster.close();
        }
        controllerLane.close();
        diskThreads.shutdown();
        try {
            if (!diskThreads.awaitTermination(DISK_END_S, TimeUnit.SECONDS)) {
                LOG.warn("work on the disk did not end within {} s", DISK_END_S);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        timer.close();
    }
}
