package dev.moldau.simulation;

import dev.moldau.client.fake.ModelBroker.Condition;
import dev.moldau.client.fake.SimConditions;
import dev.moldau.simulation.broker.SimulatedBroker;
import dev.moldau.simulation.broker.SimulatedCluster;
import dev.moldau.simulation.load.Administrator;
import dev.moldau.simulation.load.Client;
import dev.moldau.simulation.load.Plan;
import dev.moldau.simulation.world.World;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Makes things go wrong, as the plan says, while the work lasts; and well again. */
final class Troublemaker {

    private static final int MOST_EVENTS = 12;
    private static final int SHORT_MS = 400;
    private static final int SPARE_BYTES = 3_000;
    private static final int RETRY_MS = 50;
    private static final int MOST_OPERATIONS = 200;

    private final World world;
    private final RandomGenerator random;
    private final Plan plan;
    private final SimulatedCluster cluster;
    private final List<Client> clients;
    private final Administrator administrator;
    private final Tally tally;
    private final NetworkTrouble network;
    private boolean over;
    private @Nullable SimulatedBroker away;

    Troublemaker(
            World world,
            Plan plan,
            SimulatedCluster cluster,
            List<Client> clients,
            Administrator administrator,
            Tally tally) {
        this.world = world;
        this.random = world.random();
        this.plan = plan;
        this.cluster = cluster;
        this.clients = clients;
        this.administrator = administrator;
        this.tally = tally;
        this.network = new NetworkTrouble(random, cluster, clients, tally);
    }

    void begin() {
        if (plan.trouble() == Plan.Trouble.NONE) {
            return;
        }
        conditions(plan.network());
        int events = 1 + random.nextInt(plan.cluster().isShared() ? 2 * MOST_EVENTS : MOST_EVENTS);
        for (int i = 0; i < events; i++) {
            during(random.nextInt(plan.workMs()), this::one);
        }
    }

    private void conditions(SimConditions conditions) {
        clients.forEach(client -> client.conditions(conditions));
        cluster.brokers().forEach(broker -> broker.conditions(conditions));
    }

    private void during(long delayMs, Runnable event) {
        world.time()
                .after(
                        delayMs,
                        () -> {
                            if (!over) {
                                event.run();
                            }
                        });
    }

    /**
     * For how long something is wrong. In a cluster it is often too short to be noticed, and as
     * often long enough for others to take over.
     */
    private int aWhileMs() {
        return random.nextInt(
                plan.cluster().isShared() && random.nextBoolean()
                        ? 3 * plan.cluster().sessionMs()
                        : SHORT_MS);
    }

    private SimulatedBroker any() {
        return cluster.brokers().get(random.nextInt(cluster.brokers().size()));
    }

    private void one() {
        if (plan.cluster().isShared() && random.nextInt(6) == 0) {
            tally.orders++;
            administrator.act();
            return;
        }
        switch (plan.trouble()) {
            case NONE -> throw new IllegalStateException("nothing goes wrong in " + plan);
            case NETWORK -> network();
            case PROCESSES -> process(any());
            case POWER -> power();
            case DISKS -> disk(any());
        }
    }

    private void network() {
        during(aWhileMs(), network.begin());
    }

    private void process(SimulatedBroker broker) {
        switch (random.nextInt(8)) {
            case 0 -> network();
            case 1 -> store(broker);
            case 2 -> stop(broker);
            case 3, 4 -> pause(broker);
            default -> kill(broker);
        }
    }

    private void stop(SimulatedBroker broker) {
        if (broker.condition() == Condition.UP) {
            tally.stops++;
            broker.stop();
            during(aWhileMs(), () -> start(broker));
        }
    }

    /** Again and again, as whoever supervises processes does, until it serves. */
    private void start(SimulatedBroker broker) {
        if (broker.equals(away)) {
            return;
        }
        broker.start();
        if (broker.condition() == Condition.DOWN) {
            during(RETRY_MS, () -> start(broker));
        }
    }

    private void store(SimulatedBroker broker) {
        tally.storeFaults++;
        // A broker that is a cluster of its own has its store in itself: no session ever ends.
        if (plan.cluster().isShared() && random.nextBoolean()) {
            broker.expireSession();
        } else {
            broker.storeReachable(false);
            during(aWhileMs(), () -> broker.storeReachable(true));
        }
    }

    private void pause(SimulatedBroker broker) {
        tally.pauses++;
        broker.pause();
        during(aWhileMs(), broker::resume);
    }

    private void kill(SimulatedBroker broker) {
        if (plan.isSpared(broker.id())) {
            pause(broker);
            return;
        }
        tally.kills++;
        if (random.nextBoolean()) {
            crash(broker, false);
            return;
        }
        broker.kill();
        during(aWhileMs(), () -> start(broker));
    }

    /** Soon, in the middle of something. */
    private void crash(SimulatedBroker broker, boolean power) {
        broker.crashAt(
                random.nextInt(random.nextBoolean() ? 10 : MOST_OPERATIONS),
                power,
                () -> {
                    tally.crashes++;
                    world.time().after(aWhileMs(), () -> start(broker));
                });
    }

    private void power() {
        if (random.nextInt(4) == 0) {
            process(any());
            return;
        }
        int victim = plan.victim();
        SimulatedBroker broker = victim == 0 ? any() : cluster.brokers().get(victim - 1);
        tally.powerFailures++;
        if (random.nextInt(3) > 0) {
            crash(broker, true);
            return;
        }
        broker.losePower();
        during(aWhileMs(), () -> start(broker));
    }

    private void disk(SimulatedBroker broker) {
        if (random.nextBoolean()) {
            process(broker);
            return;
        }
        tally.fullDisks++;
        broker.disk().capacityBytes(broker.disk().usedBytes() + random.nextInt(SPARE_BYTES));
        during(aWhileMs(), () -> room(broker));
    }

    private static void room(SimulatedBroker broker) {
        broker.disk().capacityBytes(Long.MAX_VALUE);
    }

    /**
     * Nothing goes wrong any more, and what went wrong ends; but for one broker, perhaps, which
     * stays away, whatever it was doing.
     *
     * @return who stays away until {@link #end}
     */
    Optional<SimulatedBroker> endButForOne() {
        boolean brokersFail =
                plan.trouble() != Plan.Trouble.NONE && plan.trouble() != Plan.Trouble.NETWORK;
        if (plan.cluster().isShared() && brokersFail && random.nextInt(3) == 0) {
            away = any();
            tally.absences++;
            leave(away);
        }
        healAll();
        return Optional.ofNullable(away);
    }

    private void leave(SimulatedBroker broker) {
        broker.spare();
        switch (random.nextInt(3)) {
            case 0 -> {
                if (broker.condition() == Condition.UP) {
                    broker.stop();
                } else {
                    broker.pause();
                }
            }
            case 1 -> {
                if (plan.isSpared(broker.id())) {
                    broker.pause();
                } else {
                    broker.kill();
                }
            }
            default -> broker.pause();
        }
    }

    /** Nothing goes wrong any more, and what went wrong ends. */
    void end() {
        away = null;
        healAll();
    }

    private void healAll() {
        over = true;
        conditions(SimConditions.GOOD);
        cluster.wires().mendAll();
        cluster.brokers().forEach(this::heal);
    }

    private void heal(SimulatedBroker broker) {
        if (broker.equals(away)) {
            return;
        }
        room(broker);
        broker.spare();
        broker.storeReachable(true);
        broker.resume();
        if (broker.hasFailedLogs()) {
            broker.kill();
        }
        broker.start();
        if (!broker.isStaying()) {
            world.time().after(RETRY_MS, () -> heal(broker));
        }
    }
}
