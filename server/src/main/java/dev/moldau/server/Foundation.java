package dev.moldau.server;

import dev.moldau.broker.lane.ThreadLane;
import dev.moldau.broker.lane.WheelTimer;
import dev.moldau.broker.member.ClusterMember;
import dev.moldau.cluster.LocalCluster;
import dev.moldau.cluster.WrongNodeIdException;
import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.controller.Controller;
import dev.moldau.cluster.controller.HalfMovedException;
import dev.moldau.cluster.store.StoreException;
import dev.moldau.common.SystemClock;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.InvalidConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a broker stands on: the machine's clock and chance, threads, and the cluster, which is kept
 * in the data folder or, where {@code zookeeper.connect} says so, shared with others. Opened before
 * the broker and closed after it, by one thread at a time.
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
    private final EffectiveConfigs configs;
    private @Nullable LocalCluster local;
    private @Nullable SharedCluster shared;

    private Foundation(BrokerConfig config, FaultListener faults) {
        this.configs = new EffectiveConfigs(config);
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
        prepare(Path.of(config.logDirs().getFirst()));
        Path file = ownCluster(config);
        boolean share = config.zooKeeperConnect().isPresent();
        if (share) {
            refuseOwnCluster(file);
        }
        Foundation opened = new Foundation(config, faults);
        try {
            if (share) {
                opened.shared = SharedCluster.open(config, opened.configs, opened);
            } else {
                opened.local =
                        LocalCluster.open(file, config, opened.controllerLane, opened.random);
            }
            return opened;
        } catch (StoreException
                | WrongNodeIdException
                | HalfMovedException
                | InvalidConfigException e) {
            opened.close();
            throw new StartException(String.valueOf(e.getMessage()), e);
        } catch (RuntimeException | Error e) {
            opened.close();
            throw e;
        }
    }

    /**
     * Where a broker keeps the cluster that it is alone. A file, not a folder: Kafka refuses a data
     * folder with folders that are no partitions.
     */
    static Path ownCluster(BrokerConfig config) {
        return Path.of(config.logDirs().getFirst()).resolve("cluster.mv");
    }

    /** A broker with topics of its own must not join another cluster by an oversight. */
    private static void refuseOwnCluster(Path file) throws StartException {
        if (Files.exists(file)) {
            throw new StartException(
                    "zookeeper.connect is set, but this data folder holds a cluster of its own, "
                            + file.toAbsolutePath()
                            + "; move it to ZooKeeper first with bin/moldau cluster move and the same"
                            + " configuration, or start on"
                            + " another folder with --data");
        }
    }

    private static void prepare(Path folder) throws StartException {
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

    /** This broker must end, for a reason that is no bug of its own. */
    void report(String what, String why) {
        LOG.error("{}", why);
        faults.stopped(what, new IllegalStateException(why));
    }

    /** A thread ended because of a bug. */
    void report(String what, Throwable bug) {
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

    ThreadLane controllerLane() {
        return controllerLane;
    }

    EffectiveConfigs configs() {
        return configs;
    }

    /** Changes the cluster and publishes its images. */
    Controller controller() {
        return shared == null ? Objects.requireNonNull(local) : shared.member().controller();
    }

    /** This broker's part in the cluster; empty if it is one of its own. */
    Optional<ClusterMember> member() {
        return Optional.ofNullable(shared).map(SharedCluster::member);
    }

    /** Closes the cluster and ends the threads, when the broker on it has ended. */
    @Override
    public void close() {
        if (local != null) {
            local.close();
        }
        if (shared != null) {
            shared.leave();
        }
        timer.close();
        if (shared != null) {
            shared.close();
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
    }
}
