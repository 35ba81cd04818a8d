package dev.moldau.simulation.broker;

import dev.moldau.broker.Broker;
import dev.moldau.client.fake.ModelBroker.Condition;
import dev.moldau.client.fake.SimConditions;
import dev.moldau.client.fake.SimHost;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.simulation.net.Reach;
import dev.moldau.simulation.world.World;
import dev.moldau.storage.disk.Disk;
import dev.moldau.storage.disk.MemoryDisk;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A machine with a disk and a broker that is started, stopped, killed and paused on it. The disk
 * outlives the broker's processes, of which there is at most one at a time.
 */
public final class SimulatedBroker implements SimHost {

    static final String LISTENER = "PLAINTEXT";
    private static final int PORT = 9092;

    private final World world;
    private final SimulatedCluster cluster;
    private final int id;
    private final Map<String, String> settings;
    private final long jitterNs;
    private final int sessionMs;
    private final MemoryDisk disk;
    private final Reach others;
    private final CrashPoint crash = new CrashPoint();
    private SimConditions conditions = SimConditions.GOOD;
    private @Nullable BrokerLife life;
    private int lives;
    private long failures;

    SimulatedBroker(
            World world,
            SimulatedCluster cluster,
            int id,
            Map<String, String> settings,
            long jitterNs,
            int sessionMs) {
        this.world = world;
        this.cluster = cluster;
        this.id = id;
        this.jitterNs = jitterNs;
        this.sessionMs = sessionMs;
        this.others = new Reach(cluster, cluster.wires(), this);
        this.disk = new MemoryDisk(world.time().clock());
        this.settings = new HashMap<>(settings);
        this.settings.put("node.id", Integer.toString(id));
        this.settings.put("log.dirs", "/data");
    }

    /** Its number. */
    public int id() {
        return id;
    }

    String host() {
        return "broker-" + id;
    }

    int port() {
        return PORT;
    }

    /** Its disk. */
    public MemoryDisk disk() {
        return disk;
    }

    // ---- what happens to it

    /** Starts the broker; does nothing if there is one, even one that is stopping. */
    public void start() {
        if (life == null) {
            life =
                    new BrokerLife(
                            world,
                            this,
                            ++lives,
                            settings,
                            jitterNs,
                            sessionMs,
                            cluster.ensemble());
            life.begin();
        }
    }

    /** Stops the broker in good order, if it serves. */
    public void stop() {
        if (life != null && condition() == Condition.UP) {
            life.stop();
        }
    }

    /** As {@code kill -9}: what was written stays. */
    public void kill() {
        if (endLife()) {
            disk.endProcess();
        }
    }

    /** Cuts the power: what was not forced may be gone. */
    public void losePower() {
        endLife();
        disk.loseUnsynced(world.newRandom());
    }

    /**
     * Crashes at a disk operation, in the middle of whatever the broker does then.
     *
     * @param operations how many go well before
     * @param power whether the power fails, and not only the process
     * @param after what to do about it
     */
    public void crashAt(int operations, boolean power, Runnable after) {
        crash.plan(
                operations,
                () -> {
                    if (power) {
                        losePower();
                    } else {
                        kill();
                    }
                    after.run();
                });
    }

    /** Nothing that was planned by {@link #crashAt} happens any more. */
    public void spare() {
        crash.cancel();
    }

    Disk brokersDisk() {
        return new CrashingDisk(disk, crash, world.random());
    }

    private boolean endLife() {
        if (life == null) {
            return false;
        }
        life.kill();
        forget(life);
        return true;
    }

    /** As SIGSTOP. */
    public void pause() {
        if (life != null) {
            life.pause();
            cluster.changed(this);
        }
    }

    /** As SIGCONT. */
    public void resume() {
        if (life != null && life.process().isPaused()) {
            life.resume();
            cluster.changed(this);
        }
    }

    /** Its session with the store expires, as after a long silence. */
    public void expireSession() {
        if (life != null) {
            life.store().expire();
        }
    }

    /** Cuts it off from the store, or lets it through again, as long as this process lives. */
    public void storeReachable(boolean reachable) {
        if (life != null) {
            life.storeReachable(reachable);
        }
    }

    /** Changes how well its connections to other brokers work from now on. */
    public void conditions(SimConditions next) {
        conditions = next;
        if (life != null) {
            life.conditions(next);
        }
    }

    /** Ends its connections to other brokers, as a switch that is restarted would. */
    public void cutConnections() {
        if (life != null) {
            life.cutConnections();
        }
    }

    SimConditions conditions() {
        return conditions;
    }

    /** The other brokers, as this machine reaches them. */
    Reach others() {
        return others;
    }

    /** Whether it is a cluster of its own. */
    boolean isAlone() {
        return cluster.brokers().size() == 1;
    }

    /** Whether its broker serves, and is not about to stop. */
    public boolean isStaying() {
        return life != null && life.isStaying();
    }

    /** Its broker, if it serves. */
    public Optional<Broker> broker() {
        return life == null ? Optional.empty() : life.broker();
    }

    /** What its process is known by in the cluster; empty if it has none, or is alone. */
    public Optional<Uuid> incarnation() {
        return life == null ? Optional.empty() : life.incarnation();
    }

    /** Which of its processes this is. */
    public int lives() {
        return lives;
    }

    /** The process serves, or does so no more. */
    void changed() {
        cluster.changed(this);
    }

    /** The process has come to its end by itself. */
    void exited(BrokerLife which) {
        if (which.equals(life)) {
            forget(which);
            disk.endProcess();
        }
    }

    private void forget(BrokerLife ended) {
        failures += ended.failures();
        life = null;
        cluster.changed(this);
    }

    /**
     * Whether logs are out of service because a force failed, as it may on a full disk: nobody
     * knows what of them is on the disk then, and only a new start reads it.
     */
    public boolean hasFailedLogs() {
        boolean[] failed = {false};
        broker().ifPresent(
                        up ->
                                up.partitions()
                                        .forEach(p -> failed[0] |= p.outOfService().isPresent()));
        return failed[0];
    }

    /** How many requests met a bug, or ended their connection; a right client's never do. */
    public long failures() {
        return failures + (life == null ? 0 : life.failures());
    }

    // ---- how the network sees it

    @Override
    public Condition condition() {
        if (life == null || !life.isServing()) {
            return Condition.DOWN;
        }
        return life.process().isPaused() ? Condition.PAUSED : Condition.UP;
    }

    @Override
    public OptionalInt highestCommon(ApiKey api, int lowest, int highest) {
        return life == null ? OptionalInt.empty() : life.highestCommon(api, lowest, highest);
    }

    @Override
    public Link accept() {
        BrokerLife accepting = life;
        if (accepting == null) {
            throw new IllegalStateException(this + " is down");
        }
        return accepting.accept();
    }

    @Override
    public String toString() {
        return host() + (life == null ? " (down)" : " in life " + lives);
    }
}
