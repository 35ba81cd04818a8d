package dev.moldau.client.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.fake.FakeBrokers;
import dev.moldau.client.serialization.StringSerializer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an {@link Error} of users' code does to a whole producer: others are told, then it ends. */
@Timeout(60)
class UserErrorsTest {

    private static final int RECORDS = 20;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final FakeBrokers brokers = new FakeBrokers(1);
    private final LinkageError error = new LinkageError("of the user");

    UserErrorsTest() {
        brokers.change(cluster -> cluster.createTopic("t", 1));
    }

    @AfterEach
    void close() {
        brokers.close();
    }

    private Map<String, Object> config() {
        Map<String, Object> config = new HashMap<>();
        config.put("bootstrap.servers", brokers.bootstrapServers());
        config.put("linger.ms", 60_000);
        config.put("client.id", "ends");
        config.put("request.timeout.ms", 10_000);
        return config;
    }

    private static ProducerRecord<String, String> record(int i) {
        return new ProducerRecord<>("t", "v" + i);
    }

    private Producer<String, String> producer(Map<String, Object> config) {
        return Producer.create(config, new StringSerializer(), new StringSerializer());
    }

    private void awaitItsEnd(Producer<String, String> producer) {
        await().atMost(LIMIT)
                .untilAsserted(
                        () ->
                                assertThatThrownBy(() -> producer.send(record(0), (m, e) -> {}))
                                        .isInstanceOf(FatalException.class)
                                        .hasRootCause(error));
        await().atMost(LIMIT).until(() -> !threads().contains("moldau-client-ends"));
        producer.close();
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
    }

    @Test
    void theOtherRecordsOfTheBatchAreToldAndThenTheProducerEnds() {
        Producer<String, String> producer = producer(config());
        AtomicIntegerArray told = new AtomicIntegerArray(RECORDS);
        List<Integer> order = new ArrayList<>();
        List<CompletableFuture<RecordMetadata>> futures = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            int number = i;
            producer.send(
                    record(i),
                    (metadata, failure) -> {
                        told.incrementAndGet(number);
                        order.add(metadata == null ? -1 : (int) metadata.offset());
                        if (number == 3 || number == 5) {
                            throw number == 3 ? error : new StackOverflowError("in its wake");
                        }
                    });
            futures.add(producer.send(record(i)));
        }
        producer.flush();
        for (CompletableFuture<RecordMetadata> future : futures) {
            assertThat(future).succeedsWithin(LIMIT);
        }
        awaitItsEnd(producer);
        for (int i = 0; i < RECORDS; i++) {
            assertThat(told.get(i)).as("record " + i).isEqualTo(1);
            assertThat(order.get(i)).isEqualTo(2 * i);
        }
    }

    @Test
    void whatIsStillUnderWayFailsWithTheErrorAsItsCause() {
        brokers.change(cluster -> cluster.createTopic("never", 1));
        Producer<String, String> producer = producer(config());
        CompletableFuture<RecordMetadata> lingering =
                producer.send(new ProducerRecord<>("never", "lingers"));
        CompletableFuture<ClientException> told = new CompletableFuture<>();
        producer.send(
                new ProducerRecord<>("never", "lingers too"),
                (metadata, failure) -> {
                    told.complete(Objects.requireNonNull(failure));
                    throw new AssertionError("a callback that throws at the end as well");
                });
        assertThat(lingering).isNotDone();
        // Larger than a batch, so it does not linger.
        producer.send(
                new ProducerRecord<>("t", "x".repeat(20_000)),
                (metadata, failure) -> {
                    throw error;
                });
        assertThat(lingering).failsWithin(LIMIT);
        assertThat(told).succeedsWithin(LIMIT).isInstanceOf(FatalException.class);
        assertThat(told.join()).hasRootCause(error);
        awaitItsEnd(producer);
    }

    @Test
    void anErrorOfAnInterceptorThatHearsOfAnswersEndsTheProducerToo() {
        Map<String, Object> config = config();
        config.put("linger.ms", 0);
        List<String> heard = new ArrayList<>();
        ProducerInterceptor<String, String> broken =
                new ProducerInterceptor<>() {
                    @Override
                    public void onAcknowledgement(
                            String topic,
                            @Nullable RecordMetadata metadata,
                            @Nullable ClientException failure) {
                        throw error;
                    }
                };
        ProducerInterceptor<String, String> good =
                new ProducerInterceptor<>() {
                    @Override
                    public void onAcknowledgement(
                            String topic,
                            @Nullable RecordMetadata metadata,
                            @Nullable ClientException failure) {
                        heard.add(topic);
                    }
                };
        config.put("interceptor.classes", List.of(broken, good));
        Producer<String, String> producer = producer(config);
        CompletableFuture<RecordMetadata> future = producer.send(record(1));
        assertThat(future).succeedsWithin(LIMIT);
        assertThat(heard).containsExactly("t");
        awaitItsEnd(producer);
    }

    @Test
    void anErrorOfAnInterceptorBeforeSendingIsTheCallers() {
        Map<String, Object> config = config();
        ProducerInterceptor<String, String> broken =
                new ProducerInterceptor<>() {
                    @Override
                    public ProducerRecord<String, String> onSend(
                            ProducerRecord<String, String> record) {
                        if ("v1".equals(record.value())) {
                            throw error;
                        }
                        return record;
                    }
                };
        config.put("interceptor.classes", List.of(broken));
        config.put("linger.ms", 0);
        Producer<String, String> producer = producer(config);
        assertThatThrownBy(() -> producer.send(record(1))).isSameAs(error);
        assertThat(producer.send(record(2))).succeedsWithin(LIMIT);
        producer.close();
    }

    @Test
    void whoWaitsForATopicHearsOfTheEnd() {
        Map<String, Object> config = config();
        config.put("linger.ms", 0);
        Producer<String, String> producer = producer(config);
        CompletableFuture<Void> waiting =
                CompletableFuture.runAsync(
                        () -> producer.send(new ProducerRecord<>("unknown", "v"), (m, e) -> {}),
                        task -> new Thread(task).start());
        producer.send(
                record(1),
                (metadata, failure) -> {
                    throw error;
                });
        assertThat(waiting)
                .failsWithin(LIMIT)
                .withThrowableThat()
                .withCauseInstanceOf(FatalException.class);
        awaitItsEnd(producer);
    }

    @Test
    void anErrorOfASubscriberEndsTheProducerAndHoldsNoPlaces() {
        Map<String, Object> config = config();
        config.put("linger.ms", 0);
        StreamingProducer<String, String> streaming =
                StreamingProducer.create(
                        config,
                        new StringSerializer(),
                        new StringSerializer(),
                        StreamingSettings.DEFAULT);
        streaming
                .successes()
                .subscribe(
                        new Flow.Subscriber<>() {
                            @Override
                            public void onSubscribe(Flow.Subscription subscription) {
                                subscription.request(Long.MAX_VALUE);
                            }

                            @Override
                            public void onNext(StreamingProducer.Success<String, String> item) {
                                throw error;
                            }

                            @Override
                            public void onError(Throwable thrown) {}

                            @Override
                            public void onComplete() {}
                        });
        streaming.input(record(1));
        awaitItsEnd(streaming.producer());
        streaming.close();
    }
}
