package dev.moldau.benchmarks.reading;

import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reading through Apache Kafka's client. */
public final class KafkaRead<K, V> implements Reader {

    private final KafkaConsumer<K, V> consumer;
    private final List<TopicPartition> partitions;
    private final ToIntFunction<V> size;

    private KafkaRead(
            ReadPlan plan, Deserializer<K> keys, Deserializer<V> values, ToIntFunction<V> size) {
        this.consumer =
                new KafkaConsumer<>(
                        Map.of(
                                "bootstrap.servers",
                                plan.bootstrap(),
                                "auto.offset.reset",
                                "earliest"),
                        keys,
                        values);
        this.partitions =
                IntStream.range(0, plan.partitions())
                        .mapToObj(i -> new TopicPartition(plan.topic(), i))
                        .toList();
        this.size = size;
        consumer.assign(partitions);
    }

    /** Entry point; arguments are those of a {@link ReadPlan}. */
    public static void main(String[] args) {
        ReadPlan plan = ReadPlan.of(args);
        try (Reader reader = of(plan)) {
            new ReadLoop(plan).run(reader);
        }
    }

    private static Reader of(ReadPlan plan) {
        return plan.text()
                ? new KafkaRead<>(
                        plan, new LongDeserializer(), new StringDeserializer(), String::length)
                : new KafkaRead<>(
                        plan,
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer(),
                        bytes -> bytes.length);
    }

    @Override
    public void rewind() {
        consumer.seekToBeginning(partitions);
    }

    @Override
    public void poll(Tally tally) {
        ConsumerRecords<K, V> records = consumer.poll(ReadLoop.POLL_TIMEOUT);
        for (ConsumerRecord<K, V> record : records) {
            tally.add(record.partition(), record.offset(), size.applyAsInt(record.value()));
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
