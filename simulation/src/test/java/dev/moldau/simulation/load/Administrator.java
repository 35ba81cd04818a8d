package dev.moldau.simulation.load;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.net.Call;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.AlterPartitionReassignmentsRequest;
import dev.moldau.protocol.message.AlterPartitionReassignmentsResponse;
import dev.moldau.protocol.message.CreateTopicsRequest;
import dev.moldau.protocol.message.CreateTopicsResponse;
import dev.moldau.protocol.message.DeleteRecordsRequest;
import dev.moldau.protocol.message.DeleteRecordsResponse;
import dev.moldau.protocol.message.ElectLeadersRequest;
import dev.moldau.protocol.message.ElectLeadersResponse;
import dev.moldau.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Changes the cluster while it works: moves partitions to other brokers, calls moves off, gives
 * leaders back, makes topics, gives up what was read. Asks any broker, and does not insist.
 */
public final class Administrator {

    private static final int TIMEOUT_MS = 3_000;
    private static final byte PREFERRED = 0;
    private static final int MOST_PARTITIONS = 3;

    private final RandomGenerator random;
    private final Client client;
    private final Plan plan;
    private final LogReader reader;
    private final Floors floors;
    private int topics;
    private int done;

    /**
     * An administrator with a client of its own.
     *
     * @param reader has read what is given up
     * @param floors gets to know what is
     */
    public Administrator(World world, Client client, Plan plan, LogReader reader, Floors floors) {
        this.random = world.random();
        this.client = client;
        this.plan = plan;
        this.reader = reader;
        this.floors = floors;
    }

    /** The machine that it runs on. */
    public Client client() {
        return client;
    }

    /** How often it was told that something was done. */
    public int done() {
        return done;
    }

    /** Does something. */
    public void act() {
        switch (random.nextInt(6)) {
            case 0 -> makeTopic();
            case 1 -> elect();
            case 2, 3 -> giveUp();
            default -> move();
        }
    }

    private void move() {
        int partition = random.nextInt(plan.partitions());
        List<Integer> replicas = random.nextInt(6) == 0 ? null : brokers();
        send(
                new Order<AlterPartitionReassignmentsResponse>(
                        ApiKey.ALTER_PARTITION_REASSIGNMENTS,
                        new AlterPartitionReassignmentsRequest(
                                TIMEOUT_MS,
                                true,
                                List.of(
                                        new AlterPartitionReassignmentsRequest.Topic(
                                                Plan.TOPIC,
                                                List.of(
                                                        new AlterPartitionReassignmentsRequest
                                                                .Partition(partition, replicas))))),
                        response ->
                                response.errorCode() == 0
                                        && response.responses()
                                                        .getFirst()
                                                        .partitions()
                                                        .getFirst()
                                                        .errorCode()
                                                == 0));
    }

    private List<Integer> brokers() {
        List<Integer> left = new ArrayList<>();
        for (int id = 1; id <= plan.cluster().brokers(); id++) {
            left.add(id);
        }
        List<Integer> chosen = new ArrayList<>();
        while (chosen.size() < plan.cluster().replicas()) {
            int place = random.nextInt(left.size());
            chosen.add(left.get(place));
            left.subList(place, place + 1).clear();
        }
        return chosen;
    }

    private void elect() {
        send(
                new Order<ElectLeadersResponse>(
                        ApiKey.ELECT_LEADERS,
                        new ElectLeadersRequest(PREFERRED, null, TIMEOUT_MS),
                        response -> response.errorCode() == 0));
    }

    private void makeTopic() {
        send(
                new Order<CreateTopicsResponse>(
                        ApiKey.CREATE_TOPICS,
                        new CreateTopicsRequest(
                                List.of(
                                        new CreateTopicsRequest.Topic(
                                                "other-" + ++topics,
                                                1 + random.nextInt(MOST_PARTITIONS),
                                                (short) plan.cluster().replicas(),
                                                List.of(),
                                                List.of())),
                                TIMEOUT_MS,
                                false),
                        response -> response.topics().getFirst().errorCode() == 0));
    }

    /** Only a leader does it, so all are asked. A log that may lose its end keeps all it has. */
    private void giveUp() {
        int partition = random.nextInt(plan.partitions());
        long read = reader.position(partition);
        if (read == 0 || !plan.isDurable()) {
            return;
        }
        long offset = 1 + random.nextLong(read);
        floors.raise(partition, offset);
        client.bootstrap()
                .forEach(
                        broker ->
                                send(
                                        broker,
                                        new Order<DeleteRecordsResponse>(
                                                ApiKey.DELETE_RECORDS,
                                                deletion(partition, offset),
                                                Administrator::isDone)));
    }

    private static DeleteRecordsRequest deletion(int partition, long offset) {
        return new DeleteRecordsRequest(
                List.of(
                        new DeleteRecordsRequest.Topic(
                                Plan.TOPIC,
                                List.of(new DeleteRecordsRequest.Partition(partition, offset)))),
                TIMEOUT_MS);
    }

    private static boolean isDone(DeleteRecordsResponse response) {
        return response.topics().getFirst().partitions().getFirst().errorCode() == 0;
    }

    private void send(Order<?> order) {
        send(client.bootstrap().get(random.nextInt(client.bootstrap().size())), order);
    }

    private void send(Node broker, Order<?> order) {
        client.loop().execute(() -> client.network().send(broker, order));
    }

    /** One request, whatever becomes of it. */
    private final class Order<R extends ApiMessage> implements Call<R> {

        private static final short LOWEST = 0;
        private static final short HIGHEST = 7;

        private final ApiKey api;
        private final ApiMessage request;
        private final Predicate<R> good;

        Order(ApiKey api, ApiMessage request, Predicate<R> good) {
            this.api = api;
            this.request = request;
            this.good = good;
        }

        @Override
        public ApiKey api() {
            return api;
        }

        @Override
        public short lowestVersion() {
            return LOWEST;
        }

        @Override
        public short highestVersion() {
            return HIGHEST;
        }

        @Override
        public int timeoutMs() {
            return 2 * TIMEOUT_MS;
        }

        @Override
        public ApiMessage message(short version) {
            return request;
        }

        @Override
        public void answered(R response, short version) {
            done += good.test(response) ? 1 : 0;
        }

        @Override
        public void failed(ClientException cause) {}
    }
}
