package dev.moldau.client.producer.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.client.errors.ClientException;
import dev.moldau.common.SystemClock;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.compress.Compression;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many callers, one loop, little memory. */
@Timeout(120)
class AccumulatorStressTest {

    private static final int CALLERS = 6;
    private static final int RECORDS = 4_000;
    private static final int PARTITIONS = 3;
    private static final long MEMORY_BYTES = 20_000;

    private final AtomicInteger told = new AtomicInteger();
    private final ConcurrentLinkedQueue<String> problems = new ConcurrentLinkedQueue<>();
    private final Map<String, List<String>> log = new HashMap<>();

    private final class Counted extends Completion {
        private boolean over;

        Counted() {
            super(0);
        }

        @Override
        protected void succeeded(TopicPartition partition, long offset, long timestampMs) {
            if (over) {
                problems.add("told twice");
            }
            over = true;
            told.incrementAndGet();
        }

        @Override
        protected void failed(TopicPartition partition, ClientException cause) {
            problems.add("failed " + cause);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "LZ4"})
    void everyRecordIsInOneBatchInItsCallersOrderAndAllMemoryComesBack(Compression compression)
            throws Exception {
        long seed = Long.getLong("moldau.test.seed", System.nanoTime());
        System.out.println("AccumulatorStressTest seed " + seed);
        Accumulator accumulator =
                new Accumulator(
                        new AccumulatorSettings(
                                1_000,
                                MEMORY_BYTES,
                                100_000,
                                1,
                                compression,
                                compression.defaultLevel(),
                                true,
                                0),
                        new SystemClock(),
                        new Random(seed),
                        topic -> {});
        accumulator.topic("t").in(Queued.view("t", PARTITIONS));
        Semaphore news = new Semaphore(0);
        accumulator.listen(news::release);
        List<Thread> callers = new ArrayList<>();
        for (int c = 0; c < CALLERS; c++) {
            int caller = c;
            Thread thread = new Thread(() -> send(accumulator, caller, new Random(seed + caller)));
            thread.start();
            callers.add(thread);
        }
        deliver(accumulator, news, new Random(~seed));
        for (Thread caller : callers) {
            caller.join(10_000);
        }
        assertThat(problems).isEmpty();
        assertThat(told).hasValue(CALLERS * RECORDS);
        assertThat(accumulator.isIdle()).isTrue();
        assertThat(accumulator.availableBytes()).isEqualTo(MEMORY_BYTES);
        checkLog();
    }

    private void send(Accumulator accumulator, int caller, Random random) {
        try {
            for (int i = 0; i < RECORDS; i++) {
                int partition = caller % 2 == 0 ? caller % PARTITIONS : Accumulator.ANY_PARTITION;
                int padding = random.nextInt(200) == 0 ? 3_000 : random.nextInt(150);
                byte[] value = Queued.bytes(caller + " " + i + " " + "x".repeat(padding));
                accumulator.append(
                        accumulator.topic("t"),
                        partition,
                        0,
                        null,
                        value,
                        List.of(),
                        new Counted(),
                        60_000);
            }
        } catch (ClientException e) {
            problems.add(e.toString());
        }
    }

    /** Plays the loop: takes, holds, puts back, splits and answers, late and out of turn. */
    private void deliver(Accumulator accumulator, Semaphore news, Random random)
            throws InterruptedException {
        List<ProducerBatch> underWay = new ArrayList<>();
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(100);
        while (told.get() < CALLERS * RECORDS && problems.isEmpty()) {
            assertThat(System.nanoTime()).as("deadline").isLessThan(deadlineNs);
            boolean woken = news.tryAcquire(1, TimeUnit.MILLISECONDS);
            assertThat(accumulator.availableBytes()).isLessThanOrEqualTo(MEMORY_BYTES);
            while (woken && accumulator.nextTouched() != null) {}
            for (PartitionQueue queue : accumulator.queues()) {
                while (queue.sendableAtMs() <= System.nanoTime() / 1_000_000) {
                    ProducerBatch batch = queue.take();
                    if (batch == null) {
                        break;
                    }
                    batch.hold();
                    underWay.addAll(answer(batch, random));
                }
            }
            underWay.forEach(ProducerBatch::release);
            underWay.clear();
        }
    }

    private List<ProducerBatch> answer(ProducerBatch batch, Random random) {
        if (random.nextInt(20) == 0) {
            List<ProducerBatch> parts = batch.split(batch.sizeBytes() / 2);
            parts.forEach(this::append);
            return List.of(batch);
        }
        append(batch);
        return List.of(batch);
    }

    private void append(ProducerBatch batch) {
        log.computeIfAbsent(batch.queue().partition().toString(), p -> new ArrayList<>())
                .addAll(Queued.valuesReadByKafka(batch.bytes()));
        batch.succeed(0, -1);
    }

    private void checkLog() {
        int all = 0;
        for (List<String> values : log.values()) {
            int[] last = new int[CALLERS];
            java.util.Arrays.fill(last, -1);
            for (String value : values) {
                String[] words = value.split(" ", -1);
                int caller = Integer.parseInt(words[0]);
                int number = Integer.parseInt(words[1]);
                assertThat(number).isGreaterThan(last[caller]);
                last[caller] = number;
                all++;
            }
        }
        // Increasing in each partition and this many in all: each is there once.
        assertThat(all).isEqualTo(CALLERS * RECORDS);
    }
}
