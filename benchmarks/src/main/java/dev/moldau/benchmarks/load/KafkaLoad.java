package dev.moldau.benchmarks.load;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The load through Apache Kafka's client. */
public final class KafkaLoad implements Target {

    private final KafkaProducer<byte[], byte[]> producer;
    private final String topic;
    private final Outcome outcome;
    private final Callback counting;

    private KafkaLoad(Plan plan, Outcome outcome) {
        Map<String, Object> settings = new HashMap<>(plan.settings());
        this.producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        this.topic = plan.topic();
        this.outcome = outcome;
        this.counting = (metadata, failure) -> outcome.answered(Outcome.NOT_TIMED, failure);
    }

    /** Entry point; arguments are those of a {@link Plan}. */
    public static void main(String[] args) throws Exception {
        Plan plan = Plan.of(args);
        LoadLoop loop = new LoadLoop(plan);
        try (KafkaLoad target = new KafkaLoad(plan, loop.outcome())) {
            loop.run(target);
        }
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the callback is told the same
    public void send(byte[] value, long sentNs) {
        producer.send(
                new ProducerRecord<>(topic, value),
                sentNs == Outcome.NOT_TIMED
                        ? counting
                        : (metadata, failure) -> outcome.answered(sentNs, failure));
    }

    @Override
    public void flush() {
        producer.flush();
    }

    @Override
    public void close() {
        producer.close();
    }
}
