package dev.moldau.client.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.client.errors.FatalException;
import dev.moldau.client.fake.FakeCluster;
import dev.moldau.client.fake.FakeGroups;
import dev.moldau.client.fake.VirtualTime;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ApiKey;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a member of a group ends, in virtual time. */
class ClosingTest {

    private static final TopicPartition T0 = new TopicPartition("t", 0);
    private static final int POLLS = 100;

    private final VirtualTime time = new VirtualTime();
    private final Random random = new Random(7);
    private final FakeCluster cluster = new FakeCluster(2, random, time.clock());
    private final FakeGroups groups = cluster.serveConsumers(time);

    ClosingTest() {
        cluster.createTopic("t", 1);
    }

    @AfterEach
    void close() {
        assertThat(cluster.complaints()).isEmpty();
        cluster.close();
    }

    @Test
    void theListenerMayCommitWhatIsDoneWhileTheConsumerCloses() {
        LoopConsumer<byte[], byte[]> consumer =
                member(own -> own.commitSync(Map.of(T0, new OffsetAndMetadata(7))));
        consumer.close();
        assertThat(groups.committed("g"))
                .hasEntrySatisfying(T0, committed -> assertThat(committed.offset()).isEqualTo(7));
        assertThat(leaves()).isEqualTo(1);
    }

    @Test
    void aListenerThatThrowsDoesNotKeepItsMemberInTheGroup() {
        LoopConsumer<byte[], byte[]> consumer =
                member(
                        own -> {
                            throw new IllegalStateException("the listener's own");
                        });
        assertThatThrownBy(consumer::close).hasMessage("the listener's own");
        assertThat(leaves()).isEqualTo(1);
    }

    @Test
    void closingAgainWithinTheListenerOrLaterDoesNothing() {
        LoopConsumer<byte[], byte[]> consumer = member(LoopConsumer::close);
        consumer.close();
        consumer.close();
        assertThat(leaves()).isEqualTo(1);
        assertThatThrownBy(consumer::assignment)
                .isInstanceOf(FatalException.class)
                .hasMessageContaining("closed");
    }

    private int leaves() {
        return cluster.brokers().stream()
                .mapToInt(broker -> broker.arrivals(ApiKey.LEAVE_GROUP))
                .sum();
    }

    /** The only member of its group, which has been given the partition. */
    private LoopConsumer<byte[], byte[]> member(Consumer<LoopConsumer<byte[], byte[]>> onRevoked) {
        LoopConsumer<byte[], byte[]> consumer =
                new SimConsumer(
                                time,
                                cluster,
                                random,
                                Map.of(
                                        "group.id",
                                        "g",
                                        "group.protocol",
                                        "classic",
                                        "enable.auto.commit",
                                        "false"))
                        .consumer;
        consumer.subscribe(
                List.of("t"),
                new RebalanceListener() {
                    @Override
                    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                        onRevoked.accept(consumer);
                    }

                    @Override
                    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {}
                });
        for (int i = 0; i < POLLS && consumer.assignment().isEmpty(); i++) {
            ConsumerRecords<byte[], byte[]> none = consumer.poll(Duration.ofMillis(100));
            assertThat(none.isEmpty()).isTrue();
        }
        assertThat(consumer.assignment()).containsExactly(T0);
        return consumer;
    }
}
