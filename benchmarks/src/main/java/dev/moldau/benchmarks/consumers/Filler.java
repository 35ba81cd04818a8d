package dev.moldau.benchmarks.consumers;

import dev.moldau.benchmarks.brokers.Topics;
import dev.moldau.benchmarks.load.RecordSource;
import dev.moldau.benchmarks.reading.ReadPlan;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.jspecify.annotations.Nullable;

/** Writes what is to be read, by Apache Kafka's producer with its defaults. */
final class Filler {

    private Filler() {}

    /** Makes the topic and fills it, partition by partition in turn. */
    static void fill(ConsumerCase topic, ReadPlan plan) throws Exception {
        Topics.create(plan.bootstrap(), plan.topic(), topic.partitions());
        RecordSource values = new RecordSource(topic.recordBytes());
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        try (KafkaProducer<Long, byte[]> producer =
                new KafkaProducer<>(
                        Map.of(
                                "bootstrap.servers",
                                plan.bootstrap(),
                                "compression.type",
                                topic.codec()),
                        new LongSerializer(),
                        new ByteArraySerializer())) {
            for (long i = 0; i < plan.records(); i++) {
                ProducerRecord<Long, byte[]> record =
                        new ProducerRecord<>(
                                plan.topic(),
                                (int) (i % topic.partitions()),
                                topic.text() ? i : null,
                                values.value(i));
                var _ =
                        producer.send(
                                record,
                                (metadata, thrown) -> {
                                    if (thrown != null) {
                                        failure.set(thrown);
                                    }
                                });
            }
        }
        Exception thrown = failure.get();
        if (thrown != null) {
            throw new IOException(plan.topic() + " could not be filled", thrown);
        }
    }
}
