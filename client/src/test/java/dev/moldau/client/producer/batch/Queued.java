package dev.moldau.client.producer.batch;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.metadata.ClusterView;
import dev.moldau.common.Clock;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.compress.Compression;
import dev.moldau.protocol.record.RecordHeader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.jspecify.annotations.Nullable;

/** An accumulator with a clock that stands still, and readers that judge its batches. */
final class Queued {

    /** A clock that the test moves. */
    static final class ManualClock implements Clock {
        final AtomicLong nowMs = new AtomicLong(1_000);

        @Override
        public long wallMs() {
            return 1_700_000_000_000L + nowMs.get();
        }

        @Override
        public long monotonicNs() {
            return nowMs.get() * 1_000_000;
        }
    }

    /** Remembers what it was told. */
    static final class Told extends Completion {
        final String value;
        final List<String> log;

        Told(long timestampMs, String value, List<String> log) {
            super(timestampMs);
            this.value = value;
            this.log = log;
        }

        @Override
        protected void succeeded(TopicPartition partition, long offset, long timestampMs) {
            log.add(value + " at " + partition + "@" + offset + " time " + timestampMs);
        }

        @Override
        protected void failed(TopicPartition partition, ClientException cause) {
            log.add(value + " failed: " + cause.getMessage());
        }
    }

    final ManualClock clock = new ManualClock();
    final AtomicInteger news = new AtomicInteger();
    final List<String> used = new ArrayList<>();
    final List<String> told = new ArrayList<>();
    final Accumulator accumulator;

    Queued(AccumulatorSettings settings) {
        accumulator =
                new Accumulator(
                        settings,
                        clock,
                        new Random(7),
                        topic -> {
                            synchronized (used) {
                                used.add(topic);
                            }
                        });
        accumulator.listen(news::incrementAndGet);
    }

    static AccumulatorSettings settings(int batchBytes, long memoryBytes) {
        return new AccumulatorSettings(
                batchBytes, memoryBytes, 1_048_576, 5, Compression.NONE, 0, true, 0);
    }

    static AccumulatorSettings compressed(
            int batchBytes, long memoryBytes, Compression compression) {
        return new AccumulatorSettings(
                batchBytes,
                memoryBytes,
                1_048_576,
                5,
                compression,
                compression.defaultLevel(),
                true,
                0);
    }

    static ClusterView view(String topic, int partitions) {
        List<ClusterView.Partition> list = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            list.add(new ClusterView.Partition(i, i % 3, 1, List.of(), List.of(), List.of()));
        }
        return new ClusterView(
                1,
                "c",
                Map.of(),
                -1,
                Map.of(
                        topic,
                        new ClusterView.Topic(topic, Uuid.ZERO, false, ErrorCode.NONE, list)));
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    boolean send(String topic, int partition, String value) {
        return send(topic, partition, null, bytes(value), List.of(), value);
    }

    boolean send(
            String topic,
            int partition,
            byte @Nullable [] key,
            byte @Nullable [] value,
            List<RecordHeader> headers,
            String name) {
        long timestampMs = clock.wallMs();
        return accumulator.tryAppend(
                accumulator.topic(topic),
                partition,
                timestampMs,
                key,
                value,
                headers,
                new Told(timestampMs, name, told));
    }

    PartitionQueue queue(String topic, int partition) {
        return accumulator.topic(topic).queue(partition);
    }

    ProducerBatch take(String topic, int partition) {
        return Objects.requireNonNull(queue(topic, partition).take(), "no batch waits");
    }

    /** The values of a batch as Kafka's own reader sees them, its checksum checked. */
    static List<String> valuesReadByKafka(ByteBuffer bytes) {
        List<String> values = new ArrayList<>();
        for (RecordBatch batch : MemoryRecords.readableRecords(bytes.duplicate()).batches()) {
            batch.ensureValid();
            for (Record record : batch) {
                values.add(StandardCharsets.UTF_8.decode(record.value()).toString());
            }
        }
        return values;
    }
}
