package dev.moldau.client.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.client.errors.FatalException;
import dev.moldau.client.fake.FakeCluster;
import dev.moldau.client.fake.FakeGroups;
import dev.moldau.client.fake.TestBatches;
import dev.moldau.client.fake.VirtualTime;
import dev.moldau.common.TopicPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Interceptors of a consumer, in virtual time. */
class ConsumerInterceptorTest {

    private static final TopicPartition T0 = new TopicPartition("t", 0);
    private static final Duration A_SECOND = Duration.ofSeconds(1);

    private final VirtualTime time = new VirtualTime();
    private final Random random = new Random(7);
    private final FakeCluster cluster = new FakeCluster(2, random, time.clock());
    private final FakeGroups groups = cluster.serveConsumers(time);
    private final List<String> seen = new ArrayList<>();

    ConsumerInterceptorTest() {
        cluster.createTopic("t", 1);
        append(3);
    }

    @AfterEach
    void close() {
        assertThat(cluster.complaints()).isEmpty();
        cluster.close();
    }

    private void append(int count) {
        cluster.partition(T0).log().append(TestBatches.plain(new int[count]), 0);
    }

    /** Notes what it sees. */
    private class Noting implements ConsumerInterceptor<byte[], byte[]> {
        private final String name;

        Noting(String name) {
            this.name = name;
        }

        @Override
        public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
            seen.add(name + " sees " + records.count());
            return records;
        }

        @Override
        public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {
            offsets.forEach((p, offset) -> seen.add(name + " commits " + offset.offset()));
        }

        @Override
        public void close() {
            seen.add(name + " is closed");
        }
    }

    private LoopConsumer<byte[], byte[]> consumer(
            Map<String, String> settings, List<ConsumerInterceptor<byte[], byte[]>> interceptors) {
        Map<String, String> all = new HashMap<>(settings);
        all.putIfAbsent("enable.auto.commit", "false");
        all.put("group.id", "g");
        LoopConsumer<byte[], byte[]> consumer =
                new SimConsumer(time, cluster, random, all, interceptors).consumer;
        consumer.assign(List.of(T0));
        return consumer;
    }

    private static ConsumerRecords<byte[], byte[]> read(LoopConsumer<byte[], byte[]> consumer) {
        return consumer.poll(Duration.ofSeconds(20));
    }

    @Test
    void allRecordsAndCommitsAreSeenInTheOrderOfTheInterceptors() {
        LoopConsumer<byte[], byte[]> consumer =
                consumer(Map.of(), List.of(new Noting("one"), new Noting("two")));
        assertThat(read(consumer).count()).isEqualTo(3);
        consumer.commitSync();
        assertThat(seen)
                .containsExactly("one sees 3", "two sees 3", "one commits 3", "two commits 3");
        consumer.close(A_SECOND);
        assertThat(seen).endsWith("one is closed", "two is closed");
    }

    @Test
    void commitsWithoutAWaitAreToldByALaterCall() {
        LoopConsumer<byte[], byte[]> consumer = consumer(Map.of(), List.of(new Noting("one")));
        assertThat(read(consumer).count()).isEqualTo(3);
        consumer.commitAsync();
        time.runFor(1_000);
        assertThat(seen).containsExactly("one sees 3");
        assertThat(consumer.poll(A_SECOND).isEmpty()).isTrue();
        assertThat(seen).containsExactly("one sees 3", "one commits 3");
    }

    @Test
    void whatTheConsumerCommitsByItselfIsToldToo() {
        LoopConsumer<byte[], byte[]> consumer =
                consumer(
                        Map.of("enable.auto.commit", "true", "auto.commit.interval.ms", "100"),
                        List.of(new Noting("one")));
        assertThat(read(consumer).count()).isEqualTo(3);
        assertThat(consumer.poll(A_SECOND).isEmpty()).isTrue();
        assertThat(consumer.poll(A_SECOND).isEmpty()).isTrue();
        assertThat(seen).containsExactly("one sees 3", "one commits 3");
        append(1);
        assertThat(read(consumer).count()).isEqualTo(1);
        consumer.close(Duration.ofSeconds(10));
        assertThat(seen).contains("one commits 4").endsWith("one is closed");
    }

    @Test
    void whatIsLeftOutIsNotReturnedAndCountsAsDone() {
        LoopConsumer<byte[], byte[]> consumer =
                consumer(
                        Map.of(),
                        List.of(
                                new ConsumerInterceptor<byte[], byte[]>() {
                                    @Override
                                    public ConsumerRecords<byte[], byte[]> onConsume(
                                            ConsumerRecords<byte[], byte[]> records) {
                                        return ConsumerRecords.of(
                                                Map.of(T0, records.records(T0).subList(0, 1)),
                                                records.nextOffsets());
                                    }
                                }));
        assertThat(read(consumer).count()).isEqualTo(1);
        assertThat(consumer.position(T0)).isEqualTo(3);
        consumer.commitSync();
        assertThat(groups.committed("g")).containsEntry(T0, new FakeGroups.Committed(3, 0, ""));
    }

    @Test
    void oneThatThrowsHurtsNobody() {
        ConsumerInterceptor<byte[], byte[]> throwing =
                new ConsumerInterceptor<>() {
                    @Override
                    public ConsumerRecords<byte[], byte[]> onConsume(
                            ConsumerRecords<byte[], byte[]> records) {
                        throw new IllegalStateException("onConsume");
                    }

                    @Override
                    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {
                        throw new IllegalStateException("onCommit");
                    }
                };
        LoopConsumer<byte[], byte[]> consumer =
                consumer(Map.of(), List.of(throwing, new Noting("two")));
        assertThat(read(consumer).count()).isEqualTo(3);
        consumer.commitSync();
        assertThat(seen).containsExactly("two sees 3", "two commits 3");
    }

    @Test
    void anErrorEndsTheConsumerAndNothingIsCommitted() {
        LoopConsumer<byte[], byte[]> consumer =
                consumer(
                        Map.of("enable.auto.commit", "true", "auto.commit.interval.ms", "10"),
                        List.of(
                                new ConsumerInterceptor<byte[], byte[]>() {
                                    @Override
                                    public ConsumerRecords<byte[], byte[]> onConsume(
                                            ConsumerRecords<byte[], byte[]> records) {
                                        throw new StackOverflowError("in a test");
                                    }
                                }));
        assertThatThrownBy(() -> read(consumer)).isInstanceOf(StackOverflowError.class);
        assertThatThrownBy(() -> consumer.poll(A_SECOND)).isInstanceOf(FatalException.class);
        time.runFor(1_000);
        consumer.close(A_SECOND);
        assertThat(groups.committed("g")).isEmpty();
    }
}
