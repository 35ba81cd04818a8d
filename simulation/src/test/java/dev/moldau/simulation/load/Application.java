package dev.moldau.simulation.load;

import dev.moldau.client.fake.History;
import dev.moldau.client.fake.SimProducer;
import dev.moldau.client.fake.SimProducer.Accepted;
import dev.moldau.simulation.world.World;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** An application that sends records, in bursts, each record as soon as its producer takes it. */
public final class Application {

    private static final int LONGEST_WAIT_MS = 20;

    private final World world;
    private final RandomGenerator random;
    private final int caller;
    private final Plan plan;
    private final Client client;
    private final SimProducer producer;
    private final History history;
    private final int total;
    private int left;
    private History.@Nullable Sent current;
    private boolean closed;

    /**
     * An application with a producer of its own; begins at once.
     *
     * @param caller its number
     * @param records how many it is to send
     */
    public Application(
            World world, Client client, int caller, int records, Plan plan, History history) {
        this(world, client, caller, records, plan, plan.producer(), history);
    }

    /**
     * An application whose producer goes by other settings than the plan's.
     *
     * @param caller its number
     * @param records how many it is to send
     */
    public Application(
            World world,
            Client client,
            int caller,
            int records,
            Plan plan,
            SimProducer.Settings settings,
            History history) {
        this.world = world;
        this.random = world.random();
        this.caller = caller;
        this.plan = plan;
        this.client = client;
        this.history = history;
        this.total = records;
        this.left = records;
        this.producer =
                new SimProducer(
                        settings,
                        client.bootstrap(),
                        client.loop(),
                        client.network(),
                        history,
                        world.random());
        world.time().after(random.nextInt(LONGEST_WAIT_MS), this::burst);
    }

    /** The machine that it runs on. */
    public Client client() {
        return client;
    }

    /** Its producer. */
    public SimProducer producer() {
        return producer;
    }

    /** Whether it has sent all that it was to. */
    public boolean isDone() {
        return left == 0;
    }

    private void burst() {
        int size = random.nextInt(4) == 0 ? 1 + random.nextInt(30) : 1 + random.nextInt(4);
        for (int i = 0; i < size && left > 0; i++) {
            if (!sendOne()) {
                world.time().after(1 + random.nextInt(LONGEST_WAIT_MS), this::burst);
                return;
            }
        }
        if (left > 0) {
            int pauseMs = 2 * plan.workMs() * size / (1 + total);
            world.time().after(random.nextInt(pauseMs + 1), this::burst);
        }
    }

    private boolean sendOne() {
        History.Sent record = current == null ? next(random.nextInt(plan.partitions())) : current;
        current = record;
        if (producer.trySend(record) == Accepted.NOT_NOW) {
            return false;
        }
        current = null;
        left--;
        return true;
    }

    private History.Sent next(int partition) {
        int number = history.nextNumber();
        byte[] value = History.value(number, random.nextInt(plan.largestValueBytes()));
        return new History.Sent(number, caller, Plan.TOPIC, partition, null, value);
    }

    /**
     * Sends one record to a partition as soon as the producer takes it.
     *
     * @return its number
     */
    public int sendTo(int partition) {
        History.Sent record = next(partition);
        send(record);
        return record.number();
    }

    private void send(History.Sent record) {
        if (producer.trySend(record) == Accepted.NOT_NOW) {
            world.time().after(1 + random.nextInt(LONGEST_WAIT_MS), () -> send(record));
        }
    }

    /** Closes the producer, which has time enough to deliver. */
    public void close(long timeoutMs) {
        producer.close(timeoutMs, () -> closed = true);
    }

    /** Whether the producer has closed. */
    public boolean isClosed() {
        return closed;
    }
}
