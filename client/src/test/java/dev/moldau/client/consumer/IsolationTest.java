package dev.moldau.client.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.client.fake.FakeCluster;
import dev.moldau.client.fake.FakeLog;
import dev.moldau.client.fake.TestBatches;
import dev.moldau.client.fake.VirtualTime;
import dev.moldau.common.TopicPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What consumers see of transactions, with either {@code isolation.level}, in virtual time. */
class IsolationTest {

    private static final TopicPartition T0 = new TopicPartition("t", 0);
    private static final Duration A_SECOND = Duration.ofSeconds(1);
    private static final long ANN = 1_000;
    private static final long BOB = 2_000;

    private final VirtualTime time = new VirtualTime();
    private final Random random = new Random(7);
    private final FakeCluster cluster = new FakeCluster(2, random, time.clock());

    IsolationTest() {
        Object groups = cluster.serveConsumers(time);
        assertThat(groups).isNotNull();
        cluster.createTopic("t", 1);
    }

    @AfterEach
    void close() {
        assertThat(cluster.complaints()).isEmpty();
        cluster.close();
    }

    private FakeLog log() {
        return cluster.partition(T0).log();
    }

    private LoopConsumer<byte[], byte[]> consumer(String isolation) {
        return consumer(isolation, Map.of());
    }

    private LoopConsumer<byte[], byte[]> consumer(String isolation, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("isolation.level", isolation);
        LoopConsumer<byte[], byte[]> consumer =
                new SimConsumer(time, cluster, random, settings).consumer;
        consumer.assign(List.of(T0));
        return consumer;
    }

    /** Reads until a while passes without records. */
    private static List<Long> all(LoopConsumer<byte[], byte[]> consumer) {
        List<Long> offsets = new ArrayList<>();
        ConsumerRecords<byte[], byte[]> records = consumer.poll(A_SECOND);
        while (!records.isEmpty()) {
            records.forEach(record -> offsets.add(record.offset()));
            records = consumer.poll(A_SECOND);
        }
        return offsets;
    }

    @Test
    void whatIsCommittedIsReadAndWhatIsAbortedIsNot() {
        log().append(TestBatches.transactional(ANN, 0, 1, 2), 0);
        log().append(TestBatches.transactional(BOB, 0, 3), 0);
        log().append(TestBatches.plain(4), 0);
        log().append(TestBatches.marker(BOB, false), 0);
        log().append(TestBatches.transactional(ANN, 2, 5), 0);
        log().append(TestBatches.marker(ANN, true), 0);
        assertThat(all(consumer("read_committed"))).containsExactly(0L, 1L, 3L, 5L);
        assertThat(all(consumer("read_uncommitted"))).containsExactly(0L, 1L, 2L, 3L, 5L);
    }

    @Test
    void anOpenTransactionHoldsUpWhatIsBehindItUntilItEnds() {
        log().append(TestBatches.plain(1), 0);
        log().append(TestBatches.transactional(ANN, 0, 2), 0);
        log().append(TestBatches.plain(3), 0);
        LoopConsumer<byte[], byte[]> consumer = consumer("read_committed");
        assertThat(all(consumer)).containsExactly(0L);
        assertThat(consumer.endOffsets(List.of(T0))).containsEntry(T0, 1L);
        assertThat(consumer.currentLag(T0)).hasValue(0);
        LoopConsumer<byte[], byte[]> other = consumer("read_uncommitted");
        assertThat(all(other)).containsExactly(0L, 1L, 2L);
        assertThat(other.endOffsets(List.of(T0))).containsEntry(T0, 3L);
        log().append(TestBatches.marker(ANN, true), 0);
        assertThat(all(consumer)).containsExactly(1L, 2L);
        assertThat(consumer.position(T0)).as("the marker is passed over").isEqualTo(4);
    }

    @Test
    void aProducersNextTransactionIsItsOwnAffair() {
        log().append(TestBatches.transactional(ANN, 0, 1), 0);
        log().append(TestBatches.marker(ANN, false), 0);
        log().append(TestBatches.transactional(ANN, 1, 2), 0);
        log().append(TestBatches.marker(ANN, true), 0);
        log().append(TestBatches.transactional(ANN, 2, 3), 0);
        log().append(TestBatches.marker(ANN, false), 0);
        assertThat(all(consumer("read_committed"))).containsExactly(2L);
    }

    @Test
    void readingMayBeginInTheMiddleOfAnAbortedTransaction() {
        log().append(TestBatches.transactional(ANN, 0, 1), 0);
        log().append(TestBatches.transactional(ANN, 1, 2), 0);
        log().append(TestBatches.plain(3), 0);
        log().append(TestBatches.marker(ANN, false), 0);
        LoopConsumer<byte[], byte[]> consumer = consumer("read_committed");
        consumer.seek(T0, 1);
        assertThat(all(consumer)).containsExactly(2L);
    }

    /** Whatever the order of events and however few records a poll brings. */
    @Test
    void exactlyTheRecordsThatAreNotAbortedAreRead() {
        Long fixed = Long.getLong("moldau.test.seed");
        long seed = fixed != null ? fixed : System.nanoTime();
        Random chance = new Random(seed);
        Set<Long> visible = new HashSet<>();
        Map<Long, List<Long>> open = new HashMap<>();
        Map<Long, Integer> sequences = new HashMap<>();
        for (int step = 0; step < 300; step++) {
            long producer = ANN + chance.nextInt(4);
            long offset = log().endOffset();
            if (chance.nextInt(4) == 0) {
                log().append(TestBatches.plain(step), 0);
                visible.add(offset);
            } else if (chance.nextInt(3) > 0) {
                int sequence = sequences.merge(producer, 1, Integer::sum) - 1;
                log().append(TestBatches.transactional(producer, sequence, step), 0);
                open.computeIfAbsent(producer, id -> new ArrayList<>()).add(offset);
            } else if (open.containsKey(producer)) {
                end(producer, chance.nextBoolean(), open, visible);
            }
        }
        for (long producer : List.copyOf(open.keySet())) {
            end(producer, chance.nextBoolean(), open, visible);
        }
        LoopConsumer<byte[], byte[]> consumer =
                consumer(
                        "read_committed",
                        Map.of("max.poll.records", String.valueOf(1 + chance.nextInt(5))));
        assertThat(all(consumer))
                .as("-Dmoldau.test.seed=%s", seed)
                .isSorted()
                .containsExactlyInAnyOrderElementsOf(visible);
    }

    private void end(long producer, boolean commit, Map<Long, List<Long>> open, Set<Long> visible) {
        log().append(TestBatches.marker(producer, commit), 0);
        List<Long> offsets = open.remove(producer);
        if (commit && offsets != null) {
            visible.addAll(offsets);
        }
    }
}
