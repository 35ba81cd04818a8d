package dev.moldau.client.consumer;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.CommitFailedException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.fake.FakeCluster;
import dev.moldau.client.fake.FakeGroups;
import dev.moldau.client.fake.FakePartition;
import dev.moldau.client.fake.Fault;
import dev.moldau.client.fake.ModelBroker;
import dev.moldau.client.fake.SimConditions;
import dev.moldau.client.fake.TestBatches;
import dev.moldau.client.fake.VirtualTime;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ConsumerGroupHeartbeatRequest;
import dev.moldau.protocol.message.OffsetCommitRequest;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * One run: consumers of one group come, poll, commit, stop for a while, leave and die, while
 * records come in, leaders and the coordinator move, sessions are forgotten and connections end;
 * then all is well again, and the rest is read. Everything follows from the seed.
 */
final class ConsumerSimulation {

    private static final String GROUP = "g";
    private static final String TOPIC = "t";
    private static final int MOST_CONSUMERS = 4;
    private static final long MOST_EVENTS = 4_000_000;
    private static final long SETTLE_MS = 120_000;
    private static final List<String> ASSIGNORS =
            List.of("range", "roundrobin", "sticky", "cooperative-sticky");

    private final Random random;
    private final VirtualTime time = new VirtualTime();
    private final FakeCluster cluster;
    private final FakeGroups groups;
    private final PolledHistory history;
    private final Map<String, SimConsumer> consumers = new LinkedHashMap<>();
    private final int partitions;
    private final String assignor;
    private final boolean autoCommit;
    private final boolean trouble;
    private final boolean balanced;
    private final ErrorCode[] ofHeartbeats = {
        ErrorCode.FENCED_MEMBER_EPOCH,
        ErrorCode.UNKNOWN_MEMBER_ID,
        ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
        ErrorCode.COORDINATOR_NOT_AVAILABLE,
        ErrorCode.NOT_COORDINATOR
    };
    private int named;
    private int numbers;
    long kills;
    long refusedCommits;

    ConsumerSimulation(long seed) {
        random = new Random(seed * 0x9e3779b97f4a7c15L + 5);
        time.mostEvents(MOST_EVENTS);
        cluster = new FakeCluster(1 + random.nextInt(3), random, time.clock());
        groups = cluster.serveConsumers(time);
        partitions = 1 + random.nextInt(6);
        cluster.createTopic(TOPIC, partitions);
        history = new PolledHistory(groups.committed(GROUP));
        assignor = ASSIGNORS.get(random.nextInt(ASSIGNORS.size()));
        autoCommit = random.nextBoolean();
        trouble = random.nextInt(4) > 0;
        balanced = random.nextBoolean();
        if (!balanced && random.nextInt(3) == 0) {
            // Brokers without topic ids.
            for (ModelBroker broker : cluster.brokers()) {
                broker.versions().serve(ApiKey.FETCH, 7, 12);
            }
        }
    }

    PolledHistory history() {
        return history;
    }

    int generations() {
        return groups.generation(GROUP);
    }

    void run() {
        if (trouble) {
            double rate = random.nextDouble() * 0.1;
            cluster.policy(
                    arrival -> random.nextDouble() < rate ? fault(arrival.body()) : Fault.none());
        }
        come();
        int steps = 30 + random.nextInt(120);
        for (int i = 0; i < steps; i++) {
            step();
        }
        cluster.policy(arrival -> Fault.none());
        cluster.brokers().forEach(broker -> cluster.resume(broker.id()));
        cluster.topics()
                .forEach(
                        topic ->
                                topic.partitions()
                                        .forEach(
                                                partition -> {
                                                    if (partition.leader() < 0) {
                                                        cluster.moveLeader(partition.id(), 0);
                                                    }
                                                    cluster.hearEverywhere(partition);
                                                }));
        if (consumers.isEmpty()) {
            come();
        }
        readTheRest();
        close();
    }

    private Fault fault(ApiMessage request) {
        if (request instanceof ConsumerGroupHeartbeatRequest && random.nextInt(3) == 0) {
            ErrorCode error = ofHeartbeats[random.nextInt(ofHeartbeats.length)];
            return random.nextBoolean() ? Fault.refuse(error) : Fault.refuseAfter(error);
        }
        if (request instanceof OffsetCommitRequest && random.nextInt(5) == 0) {
            return Fault.refuse(ErrorCode.STALE_MEMBER_EPOCH);
        }
        return switch (random.nextInt(5)) {
            case 0 -> Fault.refuse(ErrorCode.NOT_LEADER_OR_FOLLOWER);
            case 1 -> Fault.refuse(ErrorCode.FETCH_SESSION_ID_NOT_FOUND);
            case 2 -> new Fault.Disconnect(random.nextBoolean());
            case 3 -> new Fault.Delay(random.nextInt(200));
            default -> new Fault.Silence(random.nextBoolean());
        };
    }

    private void step() {
        switch (random.nextInt(trouble ? 17 : 11)) {
            case 0 -> {
                if (consumers.size() < MOST_CONSUMERS) {
                    come();
                }
            }
            case 1, 2, 3, 4, 5 -> pollOne();
            case 6, 7 -> append();
            case 8 -> commit();
            case 9 -> time.runFor(random.nextInt(800));
            case 10 -> leaveOne();
            case 11 -> move();
            case 12 -> groups.moveTo(random.nextInt(cluster.brokers().size()));
            case 13 -> cutOne();
            case 14 -> cluster.forgetFetchSessions();
            case 15 -> expireOne();
            default -> killOne();
        }
    }

    private void come() {
        String name = "c" + named++;
        Map<String, String> settings = new HashMap<>();
        settings.put("group.id", GROUP);
        if (balanced) {
            settings.put("group.protocol", "consumer");
        } else {
            settings.put("partition.assignment.strategy", assignor);
            settings.put("session.timeout.ms", "3000");
            settings.put("heartbeat.interval.ms", "300");
        }
        settings.put("enable.auto.commit", String.valueOf(autoCommit));
        settings.put("auto.commit.interval.ms", String.valueOf(random.nextInt(500)));
        settings.put("max.poll.interval.ms", "2000");
        settings.put("request.timeout.ms", "700");
        settings.put("default.api.timeout.ms", "3000");
        settings.put("max.poll.records", String.valueOf(1 + random.nextInt(20)));
        settings.put("max.partition.fetch.bytes", String.valueOf(1 + random.nextInt(2_000)));
        SimConsumer sim = new SimConsumer(time, cluster, random, settings);
        if (trouble) {
            sim.network.conditions(SimConditions.GOOD);
        }
        sim.consumer.subscribe(
                List.of(TOPIC),
                new RebalanceListener() {
                    @Override
                    public void onPartitionsRevoked(Collection<TopicPartition> gone) {
                        gone.forEach(partition -> history.ends(name, partition));
                    }

                    @Override
                    public void onPartitionsAssigned(Collection<TopicPartition> fresh) {
                        fresh.forEach(partition -> history.begins(name, partition));
                    }
                });
        consumers.put(name, sim);
    }

    private String any() {
        List<String> names = List.copyOf(consumers.keySet());
        return names.get(random.nextInt(names.size()));
    }

    private SimConsumer get(String name) {
        SimConsumer sim = consumers.get(name);
        if (sim == null) {
            throw new IllegalStateException("no " + name);
        }
        return sim;
    }

    private void pollOne() {
        if (!consumers.isEmpty()) {
            poll(any());
        }
    }

    private void poll(String name) {
        history.polled(name, get(name).consumer.poll(Duration.ofMillis(random.nextInt(300))));
    }

    private void commit() {
        if (consumers.isEmpty()) {
            return;
        }
        SimConsumer sim = get(any());
        try {
            if (random.nextBoolean()) {
                sim.consumer.commitSync(Duration.ofSeconds(1));
            } else {
                sim.consumer.commitAsync();
            }
        } catch (CommitFailedException | RetriableException e) {
            refusedCommits++; // it was not a member at that moment, or brokers were away
        } catch (ClientException e) {
            history.violation("a commit was refused: " + e);
        }
    }

    private void append() {
        TopicPartition id = new TopicPartition(TOPIC, random.nextInt(partitions));
        FakePartition partition = cluster.partition(id);
        int[] numbersNow = new int[1 + random.nextInt(10)];
        for (int i = 0; i < numbersNow.length; i++) {
            numbersNow[i] = numbers++;
        }
        partition.log().append(TestBatches.plain(numbersNow), partition.epoch());
    }

    private void move() {
        TopicPartition id = new TopicPartition(TOPIC, random.nextInt(partitions));
        cluster.moveLeader(id, random.nextInt(cluster.brokers().size()));
        FakePartition partition = cluster.partition(id);
        time.after(random.nextInt(300), () -> cluster.hearEverywhere(partition));
    }

    private void cutOne() {
        if (!consumers.isEmpty()) {
            get(any()).network.cutAll();
        }
    }

    /** A member's session ends, and it hears of that later. */
    private void expireOne() {
        List<String> members = List.copyOf(groups.book(GROUP).keySet());
        if (!members.isEmpty()) {
            groups.expire(GROUP, members.get(random.nextInt(members.size())));
        }
    }

    private void leaveOne() {
        if (consumers.size() > 1) {
            String name = any();
            get(name).consumer.close(Duration.ofMillis(random.nextInt(2_000)));
            history.dies(name);
            consumers.remove(name);
        }
    }

    /** As kill -9: its connections end, and nothing of it goes on. */
    private void killOne() {
        if (consumers.size() > 1) {
            kills++;
            String name = any();
            SimConsumer sim = get(name);
            sim.network.close();
            history.dies(name);
            consumers.remove(name);
        }
    }

    private void readTheRest() {
        long endMs = time.clock().monotonicMs() + SETTLE_MS;
        while (!isAllRead()) {
            if (time.clock().monotonicMs() > endMs) {
                history.violation("lost: not everything is read in the end; " + progress());
                return;
            }
            List.copyOf(consumers.keySet()).forEach(this::poll);
        }
    }

    private boolean isAllRead() {
        return cluster.topic(TOPIC).partitions().stream()
                .allMatch(one -> history.isComplete(one.id(), one.log().endOffset()));
    }

    private String progress() {
        StringBuilder all = new StringBuilder();
        consumers.forEach(
                (name, sim) -> {
                    all.append(name).append(' ').append(sim.consumer.assignment()).append("; ");
                });
        return all.toString();
    }

    private void close() {
        consumers.forEach((name, sim) -> sim.consumer.close(Duration.ofSeconds(5)));
        cluster.complaints().forEach(history::violation);
        cluster.close();
    }

    @Override
    public String toString() {
        return partitions
                + " partitions, "
                + (balanced ? "balanced by brokers" : assignor)
                + (autoCommit ? ", auto commit" : "")
                + (trouble ? ", trouble" : "");
    }
}
