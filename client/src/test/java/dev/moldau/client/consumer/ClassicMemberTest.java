package dev.moldau.client.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.fake.FakeCluster;
import dev.moldau.client.fake.FakeGroups;
import dev.moldau.client.fake.TestBatches;
import dev.moldau.client.fake.VirtualTime;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Members of a classic group in virtual time. */
class ClassicMemberTest {

    private static final int PARTITIONS = 4;
    private static final Duration A_WHILE = Duration.ofMillis(100);
    private static final int POLLS = 300;

    private final VirtualTime time = new VirtualTime();
    private final Random random = new Random(7);
    private final FakeCluster cluster = new FakeCluster(2, random, time.clock());
    private final FakeGroups groups = cluster.serveConsumers(time);

    ClassicMemberTest() {
        cluster.createTopic("t", PARTITIONS);
    }

    @AfterEach
    void close() {
        assertThat(cluster.complaints()).isEmpty();
        cluster.close();
    }

    /** A member with what it was told. */
    private final class Member implements RebalanceListener {
        final LoopConsumer<byte[], byte[]> consumer;
        final Set<TopicPartition> lost = new HashSet<>();
        int rebalances;

        Member(Map<String, String> more) {
            Map<String, String> settings = new HashMap<>();
            settings.put("group.id", "g");
            settings.put("group.protocol", "classic");
            settings.put("enable.auto.commit", "false");
            settings.put("session.timeout.ms", "6000");
            settings.put("heartbeat.interval.ms", "500");
            settings.putAll(more);
            consumer = new SimConsumer(time, cluster, random, settings).consumer;
            consumer.subscribe(List.of("t"), this);
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            rebalances++;
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            rebalances++;
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            lost.addAll(partitions);
        }

        void poll() {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(A_WHILE);
            assertThat(records.count()).isNotNegative();
        }

        int has() {
            return consumer.assignment().size();
        }
    }

    private Member named(String instance) {
        return new Member(Map.of("group.instance.id", instance));
    }

    private static void settle(Member... members) {
        int shared = PARTITIONS / members.length;
        for (int i = 0; i < POLLS; i++) {
            boolean settled = true;
            for (Member member : members) {
                member.poll();
                settled &= member.has() == shared;
            }
            if (settled) {
                return;
            }
        }
        throw new AssertionError("the group did not settle");
    }

    private int leaves() {
        return cluster.brokers().stream()
                .mapToInt(broker -> broker.arrivals(ApiKey.LEAVE_GROUP))
                .sum();
    }

    @Test
    void aStaticMemberComesBackToItsPartitionsAndNobodyNotices() {
        Member one = named("one");
        Member two = named("two");
        settle(one, two);
        Set<TopicPartition> had = one.consumer.assignment();
        int generation = groups.generation("g");
        int rebalances = two.rebalances;
        one.consumer.close();
        assertThat(leaves()).as("a static member does not say goodbye").isZero();
        two.poll();
        Member again = named("one");
        settle(again, two);
        assertThat(again.consumer.assignment()).isEqualTo(had);
        assertThat(groups.generation("g")).isEqualTo(generation);
        assertThat(two.rebalances).isEqualTo(rebalances);
    }

    @Test
    void aStaticMemberThatStaysAwayIsReplacedAfterItsSession() {
        Member one = named("one");
        Member two = named("two");
        settle(one, two);
        one.consumer.close();
        settle(two);
        assertThat(two.has()).isEqualTo(PARTITIONS);
    }

    @Test
    void whoeverTakesANameThatIsInUseEndsItsFormerBearer() {
        Member one = named("one");
        settle(one);
        Member other = named("one");
        settle(other);
        assertThatThrownBy(
                        () -> {
                            for (int i = 0; i < POLLS; i++) {
                                one.poll();
                            }
                        })
                .isInstanceOfSatisfying(
                        FatalException.class,
                        error -> assertThat(error.error()).hasValue(ErrorCode.FENCED_INSTANCE_ID))
                .hasMessageContaining("group.instance.id=one");
        assertThat(one.has()).isZero();
        other.poll();
        assertThat(other.has()).isEqualTo(PARTITIONS);
    }

    /** FIELD-REPORTS row 20: nothing happens, so no generation begins. */
    @Test
    void aGroupInPeaceStaysInItsGeneration() {
        Member one = new Member(Map.of());
        Member two = new Member(Map.of());
        settle(one, two);
        int generation = groups.generation("g");
        for (int i = 0; i < POLLS; i++) {
            one.poll();
            two.poll();
        }
        assertThat(groups.generation("g")).isEqualTo(generation);
    }

    /**
     * FIELD-REPORTS row 22: commits go on while others come and go, of partitions that stay. One
     * that meets a rebalance is tried again in the next generation, or has to be asked for again;
     * nobody loses what it has.
     */
    @Test
    void commitsInARebalanceAreNoReasonToLoseAnything() {
        Map<String, String> cooperative =
                Map.of("partition.assignment.strategy", "cooperative-sticky");
        Member one = new Member(cooperative);
        settle(one);
        for (int partition = 0; partition < PARTITIONS; partition++) {
            cluster.partition(new TopicPartition("t", partition))
                    .log()
                    .append(TestBatches.plain(1, 2, 3), 0);
        }
        int committed = 0;
        int putOff = 0;
        List<Member> others = new ArrayList<>();
        for (int i = 0; i < POLLS; i++) {
            if (i % 30 == 10) {
                others.add(new Member(cooperative));
            } else if (i % 30 == 25) {
                others.remove(0).consumer.close();
            }
            others.forEach(Member::poll);
            one.poll();
            try {
                // The others do not poll meanwhile, so that a rebalance may well wait for them.
                one.consumer.commitSync(A_WHILE);
                committed++;
            } catch (RetriableException e) {
                putOff++;
            }
        }
        assertThat(one.lost).isEmpty();
        assertThat(committed).isGreaterThan(POLLS / 2);
        assertThat(putOff).as("the test meets rebalances").isPositive();
        assertThat(groups.generation("g")).isGreaterThan(2 * POLLS / 30);
    }

    /** FIELD-REPORTS row 26: a member that was too slow joins again by polling. */
    @Test
    void whoeverDidNotPollInTimeIsOutAndComesBackByPolling() {
        Member one = new Member(Map.of("max.poll.interval.ms", "3000"));
        Member two = new Member(Map.of());
        settle(one, two);
        Set<TopicPartition> had = one.consumer.assignment();
        for (int i = 0; i < 80; i++) {
            two.poll();
        }
        assertThat(two.has()).isEqualTo(PARTITIONS);
        settle(one, two);
        assertThat(one.lost).isEqualTo(had);
    }

    /** FIELD-REPORTS row 36: brokers or not. */
    @Test
    void closingEndsInTimeThoughNoBrokerAnswers() {
        Member one = new Member(Map.of());
        settle(one);
        cluster.brokers().forEach(broker -> cluster.pause(broker.id()));
        long beganMs = time.clock().monotonicMs();
        one.consumer.close(Duration.ofSeconds(5));
        assertThat(time.clock().monotonicMs() - beganMs).isLessThanOrEqualTo(6_000);
    }
}
