package dev.moldau.simulation.judge;

import dev.moldau.broker.Broker;
import dev.moldau.broker.partition.Leadership;
import dev.moldau.broker.partition.Partition;
import dev.moldau.simulation.broker.SimulatedBroker;
import dev.moldau.simulation.broker.SimulatedCluster;
import dev.moldau.simulation.load.Floors;
import dev.moldau.simulation.load.Plan;
import dev.moldau.simulation.world.World;
import dev.moldau.storage.LogView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Looks at all logs again and again, and remembers what it has seen: nobody leads an epoch that
 * another process led; what is at an offset in one leader epoch is the same on every replica; and
 * what is below a high watermark is for ever, on all replicas.
 */
public final class Audit {

    private static final int INTERVAL_MS = 40;
    private static final int GLANCE_MS = 5;
    private static final int MOST_VIOLATIONS = 10;

    private final World world;
    private final SimulatedCluster cluster;
    private final Floors floors;
    private final boolean durable;
    private final Map<Term, String> leaders = new HashMap<>();
    private final Map<Place, Stamp> appended = new HashMap<>();
    private final Map<String, TreeMap<Long, Stamp>> committed = new TreeMap<>();
    private final Map<String, Seen> seen = new HashMap<>();
    private final List<String> violations = new ArrayList<>();
    private final Agreement agreement;
    private long leads;
    private boolean over;

    private record Term(String partition, int leaderEpoch) {}

    private record Place(String partition, long offset, int leaderEpoch) {}

    /** How much of a log was looked at; a new leader epoch may have taken some of it away. */
    private record Seen(Partition partition, Leadership leadership, long end, long committed) {

        boolean isOther(LogView view) {
            return end != view.logEndOffset() || committed != view.highWatermark();
        }
    }

    /**
     * Begins at once. A broker that is a cluster of its own leads in one epoch all its life.
     *
     * @param floors up to where records may be gone
     * @param durable whether nothing that was committed may vanish
     */
    public Audit(World world, SimulatedCluster cluster, Floors floors, boolean durable) {
        this.floors = floors;
        this.world = world;
        this.cluster = cluster;
        this.durable = durable;
        this.agreement = new Agreement(cluster, this::violated);
        again();
        if (durable && cluster.brokers().size() > 1) {
            glance();
        }
    }

    private void glance() {
        if (!over) {
            agreement.glance();
            world.time().after(GLANCE_MS, this::glance);
        }
    }

    private void again() {
        if (!over) {
            look();
            world.time().after(INTERVAL_MS, this::again);
        }
    }

    /** Looks at the logs as they are now. */
    public void look() {
        for (SimulatedBroker broker : cluster.brokers()) {
            broker.broker().ifPresent(found -> look(broker, found));
        }
        if (durable && cluster.brokers().size() > 1) {
            agreement.look();
        }
    }

    private void look(SimulatedBroker machine, Broker broker) {
        String process = machine.id() + "#" + machine.lives();
        broker.partitions()
                .forEach(
                        partition -> {
                            if (partition.outOfService().isEmpty()) {
                                look(process, partition);
                            }
                        });
    }

    private void look(String process, Partition partition) {
        String name = partition.name() + "/" + partition.topicId();
        Leadership leadership = partition.leadership();
        if (leadership.local() && cluster.brokers().size() > 1) {
            checkLeader(process, name, leadership.leaderEpoch());
        }
        LogView view = partition.view();
        Seen before = seen.get(process + " " + name);
        if (view.logStartOffset() > floor(partition)) {
            violated(process + " has " + view + " of " + partition + " from " + floor(partition));
        }
        checkHighWatermark(process, partition, before, view);
        boolean sameTerm = before != null && before.leadership.equals(leadership);
        long from = before == null || !sameTerm ? 0 : before.committed;
        if (before == null || !sameTerm || before.isOther(view)) {
            for (Stamp stamp : Stamp.of(view, from)) {
                check(process, name, stamp, stamp.lastOffset() < view.highWatermark());
            }
        }
        seen.put(
                process + " " + name,
                new Seen(partition, leadership, view.logEndOffset(), view.highWatermark()));
    }

    /**
     * It never falls while a process has the partition, whoever leads. A log that has nothing yet
     * goes back to where a batch begins, of which the first records were given up.
     */
    private void checkHighWatermark(
            String process, Partition partition, @Nullable Seen before, LogView view) {
        if (durable
                && before != null
                && before.partition.equals(partition)
                && view.logStartOffset() < view.logEndOffset()
                && view.highWatermark() < before.committed) {
            violated(
                    process
                            + " had committed "
                            + partition
                            + " up to "
                            + before.committed
                            + ", and now up to "
                            + view.highWatermark());
        }
    }

    private void checkLeader(String process, String partition, int leaderEpoch) {
        String other = leaders.putIfAbsent(new Term(partition, leaderEpoch), process);
        if (other == null) {
            leads++;
        } else if (!other.equals(process)) {
            violated(process + " and " + other + " lead " + partition + " in epoch " + leaderEpoch);
        }
    }

    private void check(String process, String partition, Stamp stamp, boolean isCommitted) {
        Place place = new Place(partition, stamp.baseOffset(), stamp.leaderEpoch());
        Stamp appendedThere = appended.putIfAbsent(place, stamp);
        boolean counts = durable || cluster.brokers().size() > 1;
        if (counts && appendedThere != null && !appendedThere.equals(stamp)) {
            violated(process + " has " + stamp + " of " + partition + ", not " + appendedThere);
        }
        if (isCommitted) {
            Stamp committedThere =
                    committed
                            .computeIfAbsent(partition, any -> new TreeMap<>())
                            .putIfAbsent(stamp.baseOffset(), stamp);
            if (durable && committedThere != null && !committedThere.equals(stamp)) {
                violated(
                        process
                                + " has committed "
                                + stamp
                                + " of "
                                + partition
                                + ", where "
                                + committedThere
                                + " was");
            }
        }
    }

    /** What was committed at any time is there now, on every replica. */
    public void lastLook() {
        over = true;
        look();
        for (SimulatedBroker broker : cluster.brokers()) {
            broker.broker().ifPresent(found -> found.partitions().forEach(this::checkCommitted));
        }
    }

    private void checkCommitted(Partition partition) {
        TreeMap<Long, Stamp> missing =
                new TreeMap<>(
                        committed.getOrDefault(
                                partition.name() + "/" + partition.topicId(), new TreeMap<>()));
        if (durable && !partition.leadership().isr().isEmpty()) {
            Stamp.of(partition.view(), 0)
                    .forEach(stamp -> missing.remove(stamp.baseOffset(), stamp));
            missing.values().stream()
                    .filter(stamp -> stamp.lastOffset() >= floor(partition))
                    .limit(1)
                    .forEach(
                            stamp ->
                                    violated(
                                            "committed and gone from " + partition + ": " + stamp));
        }
    }

    private long floor(Partition partition) {
        return partition.name().topic().equals(Plan.TOPIC)
                ? floors.of(partition.name().partition())
                : 0;
    }

    private void violated(String what) {
        if (violations.size() < MOST_VIOLATIONS) {
            violations.add(what);
        }
    }

    /** What may never be and was. */
    public List<String> violations() {
        return List.copyOf(violations);
    }

    /** How many epochs somebody was seen to lead. */
    public long leads() {
        return leads;
    }
}
