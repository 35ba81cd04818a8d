package dev.moldau.broker.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.partition.LocalTopic;
import dev.moldau.broker.partition.PartitionsUnderTest;
import dev.moldau.broker.throttle.ReplicationThrottle;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchResponse;
import dev.moldau.protocol.record.Batches;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A client that keeps a fetch session as real ones do, against the real handler: it forgets and
 * takes up partitions, loses responses, runs into evictions. Every record must be seen once, in
 * order (FIELD-REPORTS 28, 38).
 */
class FetchSessionModelTest {

    private static final int PARTITIONS = 5;

    private final PartitionsUnderTest broker = new PartitionsUnderTest();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void everyAppendedRecordIsSeenExactlyOnce(long seed) {
        Random random = new Random(seed);
        FetchSessionCache sessions =
                new FetchSessionCache(2, 256L << 20, broker.timer, new Random(seed));
        FetchHandler handler =
                new FetchHandler(
                        FetchSettings.DEFAULTS,
                        new FetchPorts(
                                broker.lookup,
                                sessions,
                                broker.timer,
                                Runnable::run,
                                new ReplicationThrottle(
                                        broker.timer, ReplicationThrottle.UNLIMITED)));
        LocalTopic topic = broker.topic("t", PARTITIONS);
        Client client = new Client(handler, random);
        long[] appended = new long[PARTITIONS];
        for (int step = 0; step < 2_000; step++) {
            int choice = random.nextInt(10);
            if (choice < 4) {
                int index = random.nextInt(PARTITIONS);
                int count = 1 + random.nextInt(3);
                String[] values = new String[count];
                java.util.Arrays.fill(values, "v".repeat(random.nextInt(60)));
                broker.append(Objects.requireNonNull(topic.partition(index)), values);
                appended[index] += count;
            } else if (choice < 5) {
                client.toggle(random.nextInt(PARTITIONS));
            } else if (choice < 6) {
                sessions.close(client.sessionId);
            } else {
                client.poll();
            }
        }
        for (int index = 0; index < PARTITIONS; index++) {
            client.wanted.putIfAbsent(index, client.positions[index]);
        }
        for (int poll = 0; poll < 200; poll++) {
            client.poll();
        }
        assertThat(client.positions).as("seed %d", seed).isEqualTo(appended);
    }

    /** What a client does about sessions: KIP-227 from the other side. */
    private final class Client {
        private final FetchHandler handler;
        private final Random random;
        final long[] positions = new long[PARTITIONS];

        /** What it wants now, and what the broker has been told. */
        final Map<Integer, Long> wanted = new TreeMap<>();

        private final Map<Integer, Long> told = new TreeMap<>();
        int sessionId;
        private int epoch;

        Client(FetchHandler handler, Random random) {
            this.handler = handler;
            this.random = random;
        }

        void toggle(int index) {
            if (wanted.remove(index) == null) {
                wanted.put(index, positions[index]);
            }
        }

        void poll() {
            wanted.replaceAll((index, old) -> positions[index]);
            if (wanted.isEmpty()) {
                return;
            }
            CompletableFuture<FetchResponse> fetch =
                    handler.handle(broker.context(ApiKey.FETCH, 11), request())
                            .toCompletableFuture();
            broker.timer.advance(100);
            broker.lane.runAll();
            assertThat(fetch).isDone();
            FetchResponse response = fetch.join();
            if (random.nextInt(20) == 0) {
                response.responses()
                        .forEach(t -> t.partitions().forEach(p -> TestRecords.bytes(p.records())));
                startOver();
                return;
            }
            take(response);
        }

        private FetchRequest request() {
            List<FetchRequest.Partition> changed = new ArrayList<>();
            List<Integer> forgotten = new ArrayList<>();
            wanted.forEach(
                    (index, offset) -> {
                        if (epoch == 0 || !offset.equals(told.get(index))) {
                            changed.add(partitionAt(index, offset));
                        }
                    });
            if (epoch > 0) {
                told.keySet().stream().filter(i -> !wanted.containsKey(i)).forEach(forgotten::add);
            }
            told.clear();
            told.putAll(wanted);
            return new FetchRequest(
                    null,
                    -1,
                    new FetchRequest.Replica(-1, -1),
                    50,
                    1,
                    200,
                    (byte) 0,
                    sessionId,
                    epoch,
                    List.of(new FetchRequest.Topic("t", Uuid.ZERO, changed)),
                    List.of(new FetchRequest.ForgottenTopic("t", Uuid.ZERO, forgotten)),
                    "");
        }

        private FetchRequest.Partition partitionAt(int index, long offset) {
            return new FetchRequest.Partition(
                    index, -1, offset, -1, -1, 150, Uuid.ZERO, Long.MAX_VALUE);
        }

        private void take(FetchResponse response) {
            if (response.errorCode() != 0) {
                startOver();
                return;
            }
            sessionId = response.sessionId();
            epoch = sessionId == 0 ? 0 : epoch + 1;
            for (FetchResponse.Topic topic : response.responses()) {
                topic.partitions().forEach(this::take);
            }
        }

        private void take(FetchResponse.Partition found) {
            assertThat(found.errorCode()).isZero();
            Batches batches =
                    new Batches().over(ByteBuffer.wrap(TestRecords.bytes(found.records())));
            while (batches.next()) {
                long first = batches.batch().baseOffset();
                assertThat(first).isEqualTo(positions[found.partitionIndex()]);
                positions[found.partitionIndex()] = batches.batch().lastOffset() + 1;
            }
        }

        private void startOver() {
            sessionId = 0;
            epoch = 0;
            told.clear();
        }
    }
}
