package dev.moldau.client.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.client.Node;
import dev.moldau.client.PartitionInfo;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.client.fake.FakeCluster;
import dev.moldau.client.fake.Fault;
import dev.moldau.client.fake.ModelBroker;
import dev.moldau.client.fake.VirtualTime;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.MetadataRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a consumer is told of topics, read or not, in virtual time. */
class TopicsTest {

    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    private final VirtualTime time = new VirtualTime();
    private final Random random = new Random(7);
    private final FakeCluster cluster = new FakeCluster(2, random, time.clock());

    TopicsTest() {
        Object groups = cluster.serveConsumers(time);
        assertThat(groups).isNotNull();
    }

    @AfterEach
    void close() {
        assertThat(cluster.complaints()).isEmpty();
        cluster.close();
    }

    private LoopConsumer<byte[], byte[]> consumer(Map<String, String> settings) {
        return new SimConsumer(time, cluster, random, settings).consumer;
    }

    @Test
    void theLeadersOfATopicsPartitionsAreTold() {
        cluster.createTopic("t", 3);
        cluster.moveLeader(new TopicPartition("t", 1), 0);
        cluster.hearEverywhere(cluster.partition(new TopicPartition("t", 1)));
        List<PartitionInfo> partitions = consumer(Map.of()).partitionsFor("t");
        assertThat(partitions)
                .extracting(PartitionInfo::partition)
                .containsExactly(
                        new TopicPartition("t", 0),
                        new TopicPartition("t", 1),
                        new TopicPartition("t", 2));
        for (PartitionInfo one : partitions) {
            assertThat(one.leader())
                    .extracting(Node::id)
                    .isEqualTo(cluster.partition(one.partition()).leader());
        }
    }

    @Test
    void aTopicThatDoesNotExistHasNoPartitionsAndIsNotMade() {
        LoopConsumer<byte[], byte[]> consumer =
                consumer(Map.of("allow.auto.create.topics", "false"));
        assertThat(consumer.partitionsFor("missing", TEN_SECONDS)).isEmpty();
        assertThat(consumer.listTopics(TEN_SECONDS)).isEmpty();
    }

    @Test
    void allTopicsAreListed() {
        cluster.createTopic("a", 2);
        cluster.createTopic("b", 1);
        Map<String, List<PartitionInfo>> topics = consumer(Map.of()).listTopics();
        assertThat(topics).containsOnlyKeys("a", "b");
        assertThat(topics.get("a")).hasSize(2);
        assertThat(topics.get("b")).hasSize(1);
    }

    /** Whoever looks at many topics once does not have to keep up with them from then on. */
    @Test
    void whatWasLookedAtIsNotAskedForAgain() {
        cluster.createTopic("t", 1);
        cluster.createTopic("other", 1);
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of("metadata.max.age.ms", "1000"));
        assertThat(consumer.partitionsFor("other")).hasSize(1);
        AtomicInteger about = new AtomicInteger();
        cluster.policy(
                arrival -> {
                    if (arrival.body() instanceof MetadataRequest request
                            && request.topics() != null
                            && request.topics().stream()
                                    .anyMatch(topic -> "other".equals(topic.name()))) {
                        about.incrementAndGet();
                    }
                    return Fault.none();
                });
        consumer.assign(List.of(new TopicPartition("t", 0)));
        assertThat(consumer.poll(TEN_SECONDS).isEmpty()).isTrue();
        assertThat(about).hasValue(0);
    }

    @Test
    void aTopicThatIsBeingMadeIsAskedForAgain() {
        cluster.createTopic("t", 1);
        AtomicInteger asked = new AtomicInteger();
        cluster.policy(
                arrival ->
                        arrival.header().api() == ApiKey.METADATA && asked.incrementAndGet() < 4
                                ? Fault.refuse(ErrorCode.LEADER_NOT_AVAILABLE)
                                : Fault.none());
        assertThat(consumer(Map.of()).partitionsFor("t")).hasSize(1);
        assertThat(asked.get()).isGreaterThanOrEqualTo(4);
    }

    @Test
    void whatIsNotAllowedIsSaidAtOnce() {
        cluster.createTopic("t", 1);
        cluster.policy(
                arrival ->
                        arrival.header().api() == ApiKey.METADATA
                                ? Fault.refuse(ErrorCode.TOPIC_AUTHORIZATION_FAILED)
                                : Fault.none());
        long beganMs = time.clock().monotonicMs();
        assertThatThrownBy(() -> consumer(Map.of()).partitionsFor("t"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("TOPIC_AUTHORIZATION_FAILED")
                .hasMessageContaining("t");
        assertThat(time.clock().monotonicMs() - beganMs).isLessThan(5_000);
    }

    @Test
    void withoutABrokerTheQuestionEndsInTime() {
        cluster.brokers().forEach(broker -> cluster.stop(broker.id()));
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of());
        assertThatThrownBy(() -> consumer.listTopics(TEN_SECONDS))
                .isInstanceOf(TimedOutException.class);
        assertThatThrownBy(() -> consumer.partitionsFor("t", TEN_SECONDS))
                .isInstanceOf(TimedOutException.class);
    }

    @Test
    void oldBrokersAreAskedToo() {
        for (ModelBroker broker : cluster.brokers()) {
            broker.versions().serve(ApiKey.METADATA, 0, 4);
        }
        cluster.createTopic("t", 2);
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of());
        assertThat(consumer.partitionsFor("t")).hasSize(2);
        assertThat(consumer.listTopics()).containsOnlyKeys("t");
    }
}
