package dev.moldau.benchmarks.load;

import dev.moldau.client.producer.Producer;
import dev.moldau.client.producer.ProducerRecord;
import dev.moldau.client.producer.SendCallback;
import dev.moldau.client.serialization.ByteArraySerializer;

/** The load through our client. */
public final class MoldauLoad implements Target {

    private final Producer<byte[], byte[]> producer;
    private final String topic;
    private final Outcome outcome;
    private final SendCallback counting;

    private MoldauLoad(Plan plan, Outcome outcome) {
        this.producer =
                Producer.create(
                        plan.settings(), new ByteArraySerializer(), new ByteArraySerializer());
        this.topic = plan.topic();
        this.outcome = outcome;
        this.counting = (metadata, failure) -> outcome.answered(Outcome.NOT_TIMED, failure);
    }

    /** Entry point; arguments are those of a {@link Plan}. */
    public static void main(String[] args) throws Exception {
        Plan plan = Plan.of(args);
        LoadLoop loop = new LoadLoop(plan);
        try (MoldauLoad target = new MoldauLoad(plan, loop.outcome())) {
            loop.run(target);
        }
    }

    @Override
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
