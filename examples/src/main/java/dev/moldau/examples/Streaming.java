package dev.moldau.examples;

import dev.moldau.client.errors.BreakerOpenException;
import dev.moldau.client.producer.ProducerRecord;
import dev.moldau.client.producer.StreamingProducer;
import dev.moldau.client.producer.StreamingSettings;
import dev.moldau.client.serialization.StringSerializer;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Records go in, and come out of one of two streams: those that arrived, and those that did not. A
 * stream that is not read stops the input, so nothing piles up.
 *
 * <p>With a broker on localhost:9092 ({@code bin/moldau start}), from the top folder:
 *
 * <pre>
 * mvn -q -pl examples -am compile exec:java -Dexec.mainClass=dev.moldau.examples.Streaming
 * </pre>
 *
 * <p>Another broker: add {@code -Dexec.args=host:port}.
 */
public final class Streaming {

    private static final int RECORDS = 10_000;

    private Streaming() {}

    /** Streams numbered records; the first argument is the broker. */
    public static void main(String[] args) throws InterruptedException {
        Map<String, Object> config =
                Map.of(
                        "bootstrap.servers",
                        args.length > 0 ? args[0] : "localhost:9092",
                        "client.id",
                        "streaming-example",
                        // Flushed when 64 KiB are there, or after 10 ms; and see below.
                        "batch.size",
                        65_536,
                        "linger.ms",
                        10);
        // At most 1,000 open records, flushed after every 500; a partition that fails five times
        // within ten seconds is left alone for five.
        StreamingSettings settings = new StreamingSettings(1_000, 500, 5, 10_000, 5_000);

        CountDownLatch ended = new CountDownLatch(2);
        try (StreamingProducer<String, String> stream =
                StreamingProducer.create(
                        config, new StringSerializer(), new StringSerializer(), settings)) {
            // Before the first input, lest an outcome find nobody to tell.
            stream.successes().subscribe(new Reader<>(Streaming::arrived, ended));
            stream.errors().subscribe(new Reader<>(Streaming::failed, ended));
            for (int i = 0; i < RECORDS; i++) {
                stream.input(new ProducerRecord<>("examples", "key-" + i, "number " + i));
            }
        }
        ended.await();
    }

    private static void arrived(StreamingProducer.Success<String, String> success) {
        if (success.metadata().offset() % 1_000 == 0) {
            System.out.println(success.record().value() + " is at " + success.metadata());
        }
    }

    private static void failed(StreamingProducer.Failure<String, String> failure) {
        String what = failure.error() instanceof BreakerOpenException ? "spared" : "failed";
        System.out.println(what + ": " + failure.record() + ": " + failure.error().getMessage());
    }

    /** Takes one outcome after the other. It may be slow; the input then waits. */
    private static final class Reader<T> implements Flow.Subscriber<T> {
        private final Consumer<T> each;
        private final CountDownLatch ended;
        private Flow.@Nullable Subscription subscription;

        Reader(Consumer<T> each, CountDownLatch ended) {
            this.each = each;
            this.ended = ended;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            given.request(1);
        }

        @Override
        public void onNext(T outcome) {
            each.accept(outcome);
            if (subscription != null) {
                subscription.request(1);
            }
        }

        @Override
        public void onError(Throwable error) {
            ended.countDown();
            System.out.println("the stream broke: " + error);
        }

        @Override
        public void onComplete() {
            ended.countDown();
        }
    }
}
