package dev.moldau.server;

import dev.moldau.broker.Broker;
import dev.moldau.broker.BrokerPorts;
import dev.moldau.broker.UnsupportedSettingException;
import dev.moldau.broker.lane.ThreadLane;
import dev.moldau.broker.lane.WheelTimer;
import dev.moldau.broker.topic.LoggerLevels;
import dev.moldau.cluster.LocalCluster;
import dev.moldau.cluster.WrongNodeIdException;
import dev.moldau.cluster.store.StoreException;
import dev.moldau.common.SystemClock;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.protocol.wire.WireBuffers;
import dev.moldau.storage.StorageException;
import dev.moldau.storage.disk.NioDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A broker with everything that it is given from outside: threads, the machine's clock and disk,
 * and the cluster, which here is kept in the data folder. Opened and closed by one thread.
 */
final class BrokerRuntime implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(BrokerRuntime.class);

    private static final int DISK_THREADS = 4;
    private static final long DISK_THREAD_IDLE_S = 30;
    private static final long DISK_END_S = 10;

    private final WheelTimer timer;
    private final ThreadLane controllerLane;
    private final ExecutorService diskThreads;
    private final LocalCluster cluster;
    private final Broker broker;

    private BrokerRuntime(
            WheelTimer timer,
            ThreadLane controllerLane,
            ExecutorService diskThreads,
            LocalCluster cluster,
            Broker broker) {
        this.timer = timer;
        this.controllerLane = controllerLane;
        this.diskThreads = diskThreads;
        this.cluster = cluster;
        this.broker = broker;
    }

    /**
     * Opens the data folder and starts the broker on it.
     *
     * @throws StartException if the folder or the settings cannot be used; nothing is left running
     */
    static BrokerRuntime start(BrokerConfig config, LoggerLevels loggers, FaultListener faults)
            throws StartException {
        Path folder = prepare(Path.of(config.logDirs().getFirst()));
        SystemClock clock = new SystemClock();
        RandomGenerator random = new LazyRandom();
        WheelTimer timer = new WheelTimer(clock, bug -> report("timer", bug, faults));
        ThreadLane controllerLane = lane("controller", faults);
        ExecutorService diskThreads = diskThreads();
        LocalCluster cluster = null;
        try {
            // A file, not a folder: Kafka refuses a data folder with folders that are no
            // partitions.
            cluster =
                    LocalCluster.open(folder.resolve("cluster.mv"), config, controllerLane, random);
            BrokerPorts ports =
                    new BrokerPorts(
                            clock,
                            timer,
                            random,
                            new NioDisk(),
                            name -> lane(name, faults),
                            diskThreads,
                            cluster,
                            cluster.configs(),
                            loggers,
                            WireBuffers.HEAP);
            Broker broker = Broker.start(config, ports);
            return new BrokerRuntime(timer, controllerLane, diskThreads, cluster, broker);
        } catch (StoreException
                | StorageException
                | WrongNodeIdException
                | UnsupportedSettingException e) {
            end(cluster, controllerLane, diskThreads, timer);
            throw new StartException(String.valueOf(e.getMessage()), e);
        } catch (RuntimeException | Error e) {
            end(cluster, controllerLane, diskThreads, timer);
            throw e;
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

    private static ThreadLane lane(String name, FaultListener faults) {
        return new ThreadLane(name, (lane, bug) -> report(lane.name(), bug, faults));
    }

    private static void report(String what, Throwable bug, FaultListener faults) {
        LOG.error("the thread '{}' ended because of a bug", what, bug);
        faults.stopped(what, bug);
    }

    private static ExecutorService diskThreads() {
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

    Broker broker() {
        return broker;
    }

    /** Closes the broker, then what it stood on. */
    @Override
    public void close() {
        broker.close();
        end(cluster, controllerLane, diskThreads, timer);
    }

    private static void end(
            @org.jspecify.annotations.Nullable LocalCluster cluster,
            ThreadLane controllerLane,
            ExecutorService diskThreads,
            WheelTimer timer) {
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
