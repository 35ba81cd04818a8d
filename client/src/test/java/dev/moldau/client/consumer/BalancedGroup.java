package dev.moldau.client.consumer;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.client.fake.Arrival;
import dev.moldau.client.fake.FakeCluster;
import dev.moldau.client.fake.FakeGroups;
import dev.moldau.client.fake.FakePartition;
import dev.moldau.client.fake.Fault;
import dev.moldau.client.fake.TestBatches;
import dev.moldau.client.fake.VirtualTime;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.message.ConsumerGroupHeartbeatRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Consumers of a group that the model of a cluster balances, in virtual time. */
final class BalancedGroup implements AutoCloseable {

    static final String GROUP = "g";
    private static final long DEADLINE_MS = 120_000;

    final VirtualTime time = new VirtualTime();
    final Random random = new Random(848);
    final FakeCluster cluster = new FakeCluster(2, random, time.clock());
    final FakeGroups groups = cluster.serveConsumers(time);

    /** Every heartbeat that has arrived. */
    final List<ConsumerGroupHeartbeatRequest> heartbeats = new ArrayList<>();

    private Function<Arrival, Fault> faults = arrival -> Fault.none();
    private final Map<String, Member> members = new HashMap<>();

    BalancedGroup() {
        cluster.autoCreates(false);
        cluster.policy(
                arrival -> {
                    if (arrival.body() instanceof ConsumerGroupHeartbeatRequest heartbeat) {
                        heartbeats.add(heartbeat);
                    }
                    return faults.apply(arrival);
                });
    }

    /** How brokers misbehave from now on. */
    void faults(Function<Arrival, Fault> next) {
        faults = next;
    }

    /** How they misbehave at heartbeats. */
    void heartbeatFaults(Function<ConsumerGroupHeartbeatRequest, Fault> next) {
        faults =
                arrival ->
                        arrival.body() instanceof ConsumerGroupHeartbeatRequest heartbeat
                                ? next.apply(heartbeat)
                                : Fault.none();
    }

    Member member(String... settings) {
        Member member = new Member(settings);
        members.put("m" + members.size(), member);
        return member;
    }

    void append(String topic, int partition, int count) {
        FakePartition to = cluster.partition(new TopicPartition(topic, partition));
        for (int i = 0; i < count; i++) {
            to.log().append(TestBatches.plain(i), to.epoch());
        }
    }

    /** Everybody polls in turn until it is so. */
    void until(BooleanSupplier reached, Member... polled) {
        long endMs = time.clock().monotonicMs() + DEADLINE_MS;
        while (!reached.getAsBoolean()) {
            assertThat(time.clock().monotonicMs()).as("not reached").isLessThan(endMs);
            for (Member member : polled) {
                member.poll();
            }
        }
    }

    /** What each member has by the coordinator's book. */
    Collection<Set<TopicPartition>> book() {
        return groups.book(GROUP).values();
    }

    @Override
    public void close() {
        faults = arrival -> Fault.none();
        members.values().forEach(member -> member.whenRevoked = () -> {});
        members.values().forEach(member -> member.consumer.close(Duration.ofSeconds(5)));
        assertThat(cluster.complaints()).isEmpty();
        cluster.close();
    }

    /** A consumer, what it has heard and what it has read. */
    final class Member implements RebalanceListener {
        final SimConsumer sim;
        final LoopConsumer<byte[], byte[]> consumer;
        final Set<TopicPartition> given = new TreeSet<>();
        final List<TopicPartition> revoked = new ArrayList<>();
        final List<TopicPartition> lost = new ArrayList<>();
        final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        int assignments;
        Runnable whenRevoked = () -> {};

        Member(String... settings) {
            Map<String, String> all = new HashMap<>();
            all.put("group.id", GROUP);
            all.put("enable.auto.commit", "false");
            all.put("request.timeout.ms", "700");
            all.put("metadata.max.age.ms", "1000");
            for (int i = 0; i < settings.length; i += 2) {
                all.put(settings[i], settings[i + 1]);
            }
            sim = new SimConsumer(time, cluster, random, all);
            consumer = sim.consumer;
        }

        Member subscribe(String... topics) {
            consumer.subscribe(List.of(topics), this);
            return this;
        }

        void poll() {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(20))) {
                assertThat(given).as("who reads").contains(record.topicPartition());
                records.add(record);
            }
        }

        double figure(String name) {
            return requireNonNull(consumer.metrics().get("moldau_consumer_" + name)).value();
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            whenRevoked.run();
            given.removeAll(partitions);
            revoked.addAll(partitions);
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            assignments++;
            given.addAll(partitions);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            given.removeAll(partitions);
            lost.addAll(partitions);
        }
    }
}
