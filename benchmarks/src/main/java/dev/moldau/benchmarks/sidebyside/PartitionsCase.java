package dev.moldau.benchmarks.sidebyside;

import dev.moldau.benchmarks.brokers.Broker;
import dev.moldau.benchmarks.brokers.Topics;
import dev.moldau.benchmarks.report.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A thousand partitions: created and each serving a record, restarted cleanly, restarted after
 * {@code kill -9}.
 */
record PartitionsCase() implements Case {

    private static final int PARTITIONS = 1_000;

    @Override
    public String name() {
        return "1,000 partitions";
    }

    @Override
    public List<Measure> run(Broker broker) throws Exception {
        double before = broker.processorSeconds();
        double created;
        double served;
        try (KafkaProducer<byte[], byte[]> producer = producer(broker)) {
            // The client's own start is not the broker's.
            Topics.create(broker.bootstrap(), "warm", 1);
            producer.send(new ProducerRecord<>("warm", new byte[10])).get(60, TimeUnit.SECONDS);
            long start = System.nanoTime();
            Topics.create(broker.bootstrap(), "thousand", PARTITIONS);
            created = (System.nanoTime() - start) / 1e9;
            sendToAll(producer);
            served = (System.nanoTime() - start) / 1e9;
        }
        double processor = broker.processorSeconds() - before;
        broker.stopCleanly();
        broker.startAgain();
        double clean = broker.readySeconds() + serveAgain(broker);
        broker.kill();
        broker.startAgain();
        double killed = broker.readySeconds() + serveAgain(broker);
        return List.of(
                Measure.of("answered s", created),
                Measure.withLimit("created and serving s", served, 1.0),
                Measure.of("processor s", processor),
                Measure.withLimit("clean restart, serving s", clean, 1.5),
                Measure.withLimit("restart after kill -9, serving s", killed, 3.0),
                Measure.of("restart: processor s", broker.processorSeconds()));
    }

    /**
     * From now until each partition has taken a record, less what a client needs to start against a
     * broker that is ready.
     */
    private static double serveAgain(Broker broker) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer(broker)) {
            long start = System.nanoTime();
            sendToAll(producer);
            return (System.nanoTime() - start) / 1e9;
        }
    }

    private static void sendToAll(KafkaProducer<byte[], byte[]> producer) throws Exception {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            sent.add(
                    producer.send(new ProducerRecord<>("thousand", partition, null, new byte[10])));
        }
        for (Future<RecordMetadata> each : sent) {
            each.get(60, TimeUnit.SECONDS);
        }
    }

    private static KafkaProducer<byte[], byte[]> producer(Broker broker) {
        return new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        broker.bootstrap(),
                        "linger.ms",
                        "0",
                        "delivery.timeout.ms",
                        "60000",
                        "request.timeout.ms",
                        "30000"),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }
}
