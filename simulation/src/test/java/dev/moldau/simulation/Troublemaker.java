package dev.moldau.simulation;

import dev.moldau.client.fake.ModelBroker.Condition;
import dev.moldau.client.fake.SimConditions;
import dev.moldau.simulation.broker.SimulatedBroker;
import dev.moldau.simulation.broker.SimulatedCluster;
import dev.moldau.simulation.load.Client;
import dev.moldau.simulation.load.Plan;
import dev.moldau.simulation.world.World;
import java.util.List;
import java.util.random.RandomGenerator;

/** Makes things go wrong, as the plan says, while the work lasts; and well again. */
final class Troublemaker {

    private static final int MOST_EVENTS = 12;
    private static final int LONGEST_DOWN_MS = 400;
    private static final int SPARE_BYTES = 3_000;
    private static final int RETRY_MS = 50;
    private static final int MOST_OPERATIONS = 200;

    private final World world;
    private final RandomGenerator random;
    private final Plan plan;
    private final SimulatedCluster cluster;
    private final List<Client> clients;
    private final Tally tally;
    private boolean over;

    Troublemaker(
            World world, Plan plan, SimulatedCluster cluster, List<Client> clients, Tally tally) {
        this.world = world;
        this.random = world.random();
        this.plan = plan;
        this.cluster = cluster;
        this.clients = clients;
        this.tally = tally;
    }

    void begin() {
        if (plan.trouble() == Plan.Trouble.NONE) {
            return;
        }
        clients.forEach(client -> client.conditions(plan.network()));
        int events = 1 + random.nextInt(MOST_EVENTS);
        for (int i = 0; i < events; i++) {
            during(random.nextInt(plan.workMs()), this::one);
        }
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

    private void one() {
        SimulatedBroker broker = cluster.brokers().get(random.nextInt(cluster.brokers().size()));
        switch (plan.trouble()) {
            case NONE -> throw new IllegalStateException("nothing goes wrong in " + plan);
            case NETWORK -> network();
            case PROCESSES -> process(broker);
            case POWER -> power(broker);
            case DISKS -> disk(broker);
        }
    }

    private void network() {
        Client client = clients.get(random.nextInt(clients.size()));
        if (random.nextBoolean()) {
            client.cutConnections();
        } else {
            client.partition();
            during(random.nextInt(3 * LONGEST_DOWN_MS), client::heal);
        }
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
            during(random.nextInt(LONGEST_DOWN_MS), () -> start(broker));
        }
    }

    /** Again and again, as whoever supervises processes does, until it serves. */
    private void start(SimulatedBroker broker) {
        broker.start();
        if (broker.condition() == Condition.DOWN) {
            during(RETRY_MS, () -> start(broker));
        }
    }

    private void store(SimulatedBroker broker) {
        tally.storeFaults++;
        if (random.nextBoolean()) {
            broker.expireSession();
        } else {
            broker.storeReachable(false);
            during(random.nextInt(LONGEST_DOWN_MS), () -> broker.storeReachable(true));
        }
    }

    private void pause(SimulatedBroker broker) {
        tally.pauses++;
        broker.pause();
        during(random.nextInt(3 * LONGEST_DOWN_MS), broker::resume);
    }

    private void kill(SimulatedBroker broker) {
        tally.kills++;
        if (random.nextBoolean()) {
            crash(broker, false);
            return;
        }
        broker.kill();
        during(random.nextInt(LONGEST_DOWN_MS), () -> start(broker));
    }

    /** Soon, in the middle of something. */
    private void crash(SimulatedBroker broker, boolean power) {
        broker.crashAt(
                random.nextInt(random.nextBoolean() ? 10 : MOST_OPERATIONS),
                power,
                () -> {
                    tally.crashes++;
                    world.time().after(random.nextInt(LONGEST_DOWN_MS), () -> start(broker));
                });
    }

    private void power(SimulatedBroker broker) {
        if (random.nextInt(4) == 0) {
            process(broker);
            return;
        }
        tally.powerFailures++;
        if (random.nextInt(3) > 0) {
            crash(broker, true);
            return;
        }
        broker.losePower();
        during(random.nextInt(LONGEST_DOWN_MS), () -> start(broker));
    }

    private void disk(SimulatedBroker broker) {
        if (random.nextBoolean()) {
            process(broker);
            return;
        }
        tally.fullDisks++;
        broker.disk().capacityBytes(broker.disk().usedBytes() + random.nextInt(SPARE_BYTES));
        during(random.nextInt(2 * LONGEST_DOWN_MS), () -> room(broker));
    }

    private static void room(SimulatedBroker broker) {
        broker.disk().capacityBytes(Long.MAX_VALUE);
    }

    /** Nothing goes wrong any more, and what went wrong ends. */
    void end() {
        over = true;
        clients.forEach(
                client -> {
                    client.conditions(SimConditions.GOOD);
                    client.heal();
                });
        cluster.brokers().forEach(this::heal);
    }

    private void heal(SimulatedBroker broker) {
        room(broker);
        broker.spare();
        broker.storeReachable(true);
        broker.resume();
        broker.start();
        if (broker.condition() != Condition.UP) {
            world.time().after(RETRY_MS, () -> heal(broker));
        }
    }
}
