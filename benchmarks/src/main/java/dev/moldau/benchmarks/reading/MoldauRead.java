package dev.moldau.benchmarks.reading;

import dev.moldau.client.consumer.Consumer;
import dev.moldau.client.consumer.ConsumerRecord;
import dev.moldau.client.consumer.ConsumerRecords;
import dev.moldau.client.serialization.ByteArrayDeserializer;
import dev.moldau.client.serialization.Deserializer;
import dev.moldau.client.serialization.LongDeserializer;
import dev.moldau.client.serialization.StringDeserializer;
import dev.moldau.common.TopicPartition;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/** Reading through our client. */
public final class MoldauRead<K, V> implements Reader {

    private final Consumer<K, V> consumer;
    private final List<TopicPartition> partitions;
    private final ToIntFunction<V> size;

    private MoldauRead(
            ReadPlan plan, Deserializer<K> keys, Deserializer<V> values, ToIntFunction<V> size) {
        this.consumer =
                Consumer.create(
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
                ? new MoldauRead<>(
                        plan, new LongDeserializer(), new StringDeserializer(), String::length)
                : new MoldauRead<>(
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
            tally.add(
                    record.partition(),
                    record.offset(),
                    size.applyAsInt(Objects.requireNonNull(record.value())));
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
