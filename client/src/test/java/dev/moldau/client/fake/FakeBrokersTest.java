package dev.moldau.client.fake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.client.errors.RetriableException;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The fake brokers are close enough to real ones for Kafka's own producer, and its history with
 * them passes the judge whatever they do to it.
 */
@Timeout(60)
class FakeBrokersTest {

    private static final int RECORDS = 200;
    private static final TopicPartition P0 = new TopicPartition("t", 0);

    private final FakeBrokers brokers = new FakeBrokers(2);
    private final FaultScript script = new FaultScript();
    private final History history = new History();

    FakeBrokersTest() {
        brokers.change(
                cluster -> {
                    cluster.policy(script);
                    cluster.createTopic("t", 2);
                });
    }

    @AfterEach
    void close() {
        brokers.close();
    }

    private KafkaProducer<byte[], byte[]> producer() {
        Map<String, Object> config = new HashMap<>();
        config.put("bootstrap.servers", brokers.bootstrapServers());
        config.put("key.serializer", ByteArraySerializer.class);
        config.put("value.serializer", ByteArraySerializer.class);
        config.put("linger.ms", 0);
        config.put("batch.size", 400);
        config.put("request.timeout.ms", 1_000);
        config.put("delivery.timeout.ms", 20_000);
        config.put("reconnect.backoff.ms", 10);
        config.put("retry.backoff.ms", 10);
        return new KafkaProducer<>(config);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback tells as much
    private void send(KafkaProducer<byte[], byte[]> producer) {
        int number = history.nextNumber();
        int partition = number % 2;
        byte[] value = History.value(number, 50);
        history.sent(new History.Sent(number, 0, "t", partition, null, value));
        producer.send(
                new ProducerRecord<>("t", partition, null, value),
                (metadata, error) -> {
                    TopicPartition where = new TopicPartition("t", partition);
                    if (error == null) {
                        history.succeeded(number, where, metadata.offset());
                    } else {
                        history.failed(
                                number, where, new RetriableException("as Kafka says", error));
                    }
                });
    }

    /**
     * The first batch of each partition is let through: of a producer that it does not know a
     * broker takes any sequence first (KIP-360), so that a first batch which is refused while the
     * second is taken would be out of order for ever, and Kafka's producer does not guard itself.
     */
    private void sendAllWith(Runnable first, Runnable halfway) {
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            send(producer);
            send(producer);
            producer.flush();
            first.run();
            for (int i = 2; i < RECORDS; i++) {
                send(producer);
                if (i == RECORDS / 2) {
                    halfway.run();
                }
            }
            producer.flush();
        }
        brokers.in(
                cluster -> {
                    new HistoryChecker(
                                    // Kafka does not promise callbacks in order.
                                    new Promise(true, true, true, true, false, RECORDS),
                                    history,
                                    FinalLog.of(cluster))
                            .complaints(cluster.complaints())
                            .assertKept("kafka-clients");
                    return true;
                });
    }

    private void faults(Fault... faults) {
        brokers.change(
                cluster -> {
                    for (Fault fault : faults) {
                        script.next(ApiKey.PRODUCE, fault);
                    }
                });
    }

    @Test
    void servesKafkasProducer() {
        sendAllWith(() -> {}, () -> {});
    }

    @Test
    void cutsFramesInTheMiddleAndLosesAnswers() {
        sendAllWith(
                () ->
                        faults(
                                new Fault.CutAnswer(3),
                                new Fault.Disconnect(true),
                                new Fault.Disconnect(false)),
                () -> faults(new Fault.CutAnswer(9), new Fault.Silence(true)));
    }

    @Test
    void refusesBeforeAndAfterTheAppend() {
        sendAllWith(
                () ->
                        faults(
                                Fault.refuse(ErrorCode.NOT_ENOUGH_REPLICAS),
                                Fault.refuseAfter(ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND)),
                () -> faults(Fault.refuseAfter(ErrorCode.REQUEST_TIMED_OUT)));
    }

    @Test
    void answersSlowly() {
        long before = System.nanoTime();
        sendAllWith(() -> faults(new Fault.Delay(200), new Fault.Delay(50)), () -> {});
        assertThat(System.nanoTime() - before).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(200));
    }

    @Test
    void movesLeaders() {
        sendAllWith(() -> {}, () -> brokers.change(cluster -> cluster.moveLeader(P0, 1)));
        assertThat(brokers.<Integer>in(cluster -> cluster.partition(P0).leader())).isEqualTo(1);
    }

    @Test
    void stopsAndComesBackOnTheSamePort() {
        sendAllWith(
                () -> {},
                () -> {
                    brokers.await("a batch", c -> c.broker(0).arrivals(ApiKey.PRODUCE) > 0, 5_000);
                    brokers.change(cluster -> cluster.stop(0));
                    brokers.change(cluster -> cluster.resume(0));
                });
    }

    @Test
    void pausesAndGoesOn() {
        sendAllWith(
                () -> {},
                () -> {
                    brokers.await("a batch", c -> c.broker(0).arrivals(ApiKey.PRODUCE) > 0, 5_000);
                    brokers.change(cluster -> cluster.pause(0));
                    brokers.cutConnections(1);
                    brokers.change(cluster -> cluster.resume(0));
                });
    }

    @Test
    void makesTopicsThatAreAskedFor() throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            assertThat(
                            producer.send(new ProducerRecord<>("fresh", new byte[3]))
                                    .get(10, TimeUnit.SECONDS)
                                    .offset())
                    .isZero();
        }
    }
}
