package dev.moldau.benchmarks.reading;

import dev.moldau.client.listener.BatchOutcome;
import dev.moldau.client.listener.Listener;
import dev.moldau.client.listener.Message;
import dev.moldau.client.serialization.ByteArrayDeserializer;
import dev.moldau.client.serialization.Deserializer;
import dev.moldau.client.serialization.LongDeserializer;
import dev.moldau.client.serialization.StringDeserializer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToIntFunction;

/**
 * Reading through our listener, in a group, with a handler of batches. It cannot go back: what is
 * measured is what comes after the records that warm it.
 */
public final class MoldauListen<V> {

    private static final long DEADLINE_MINUTES = 5;

    private final ReadPlan plan;
    private final ToIntFunction<V> size;
    private final Tally tally;
    private final AtomicLong handled = new AtomicLong();
    private final CountDownLatch warm = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);

    private MoldauListen(ReadPlan plan, ToIntFunction<V> size) {
        this.plan = plan;
        this.size = size;
        this.tally = new Tally(plan.partitions());
    }

    /** Entry point; arguments are those of a {@link ReadPlan}. */
    public static void main(String[] args) throws Exception {
        ReadPlan plan = ReadPlan.of(args);
        if (plan.text()) {
            new MoldauListen<>(plan, String::length)
                    .run(new LongDeserializer(), new StringDeserializer());
        } else {
            new MoldauListen<byte[]>(plan, bytes -> bytes.length)
                    .run(new ByteArrayDeserializer(), new ByteArrayDeserializer());
        }
    }

    private <K> void run(Deserializer<K> keys, Deserializer<V> values) throws InterruptedException {
        Map<String, String> config =
                Map.of(
                        "bootstrap.servers",
                        plan.bootstrap(),
                        "group.id",
                        plan.topic() + "-" + System.nanoTime(),
                        "auto.offset.reset",
                        "earliest");
        try (Listener listener =
                Listener.of(config, keys, values).topics(plan.topic()).startBatches(this::handle)) {
            await(warm);
            Meter meter = Meter.start();
            long recordsBefore = handled.get();
            long bytesBefore = tally.valueBytes();
            await(done);
            ReadResult result =
                    meter.result(handled.get() - recordsBefore, tally.valueBytes() - bytesBefore);
            ReadLoop.OUT.println(result.line());
            listener.close(Duration.ofSeconds(20));
        }
    }

    private <K> BatchOutcome handle(List<Message<K, V>> messages) {
        for (Message<K, V> message : messages) {
            tally.add(
                    message.partition(),
                    message.offset(),
                    size.applyAsInt(Objects.requireNonNull(message.value())));
        }
        long count = handled.addAndGet(messages.size());
        if (count >= plan.warmRecords()) {
            warm.countDown();
        }
        if (count == plan.records()) {
            done.countDown();
        }
        return BatchOutcome.success();
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(DEADLINE_MINUTES, TimeUnit.MINUTES)) {
            throw new IllegalStateException("the listener did not come to its end");
        }
    }
}
