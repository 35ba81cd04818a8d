package dev.moldau.client.listener;

import dev.moldau.client.Backoff;
import dev.moldau.client.consumer.Consumer;
import dev.moldau.client.metrics.ClientMetrics;
import dev.moldau.client.producer.Producer;
import dev.moldau.client.serialization.ByteArrayDeserializer;
import dev.moldau.client.serialization.ByteArraySerializer;
import dev.moldau.client.serialization.Deserializer;
import dev.moldau.common.Clock;
import dev.moldau.common.SystemClock;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Puts listeners together, on threads and the network. */
final class ListenerAssembly {

    /** How long leaving may take when something else than closing ends the listener. */
    private static final long LEAVING_MS = 4_000;

    private ListenerAssembly() {}

    /** Makes what calls the user's handler. */
    interface Processor<K, V> extends Function<Judgement, Processing<K, V>> {}

    static <K, V> Listener start(
            Map<String, ?> given,
            Topics topics,
            Deserializer<K> keys,
            Deserializer<V> values,
            ListenerSettings settings,
            FailurePolicy policy,
            int maxBatch,
            Processor<K, V> processor) {
        Map<String, Object> config = ListenerConfigs.consumer(given);
        Clock clock = new SystemClock();
        DeadLetters deadLetters = deadLetters(config, policy);
        Source source =
                new ConsumerSource(
                        Consumer.create(
                                config, new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                        topics,
                        clock);
        String name = "moldau-listener-" + ListenerConfigs.group(config);
        Workers workers = ThreadWorkers.named(name + "-");
        HandlerFaults faults = new HandlerFaults(clock);
        Judgement judgement = new Judgement(policy, faults);
        ListenerCounters counters = new ListenerCounters();
        Backoff backoff =
                new Backoff(policy.firstBackoffMs(), policy.maxBackoffMs(), new SplittableRandom());
        Desk<K, V> desk =
                new Desk<>(
                        new Ledger<>(settings, policy, backoff, maxBatch),
                        clock,
                        Patience.OF_THREADS,
                        workers,
                        processor.apply(judgement),
                        judgement,
                        deadLetters,
                        faults,
                        counters,
                        source::wakeup);
        ClientMetrics metrics = new ClientMetrics();
        ListenerFigures.declare(metrics, counters, desk);
        ThreadListener listener =
                new ThreadListener(
                        name,
                        new PollLoop<>(
                                source,
                                desk,
                                new Intake<>(keys, values),
                                settings,
                                clock,
                                counters),
                        desk,
                        source,
                        metrics,
                        settings.revocationMs() + LEAVING_MS,
                        () -> {
                            workers.close();
                            deadLetters.close();
                        });
        listener.start();
        return listener;
    }

    private static DeadLetters deadLetters(Map<String, Object> config, FailurePolicy policy) {
        if (policy.deadLetterTopic() == null) {
            return NONE;
        }
        Producer<byte[], byte[]> producer =
                Producer.create(config, new ByteArraySerializer(), new ByteArraySerializer());
        return new ProducerDeadLetters(
                producer, policy.deadLetterTopic(), ListenerConfigs.group(config));
    }

    /** Nothing is sent there, as no verdict says so without a topic. */
    private static final DeadLetters NONE =
            new DeadLetters() {
                @Override
                public CompletionStage<?> send(Message<?, ?> message, String reason) {
                    return CompletableFuture.failedFuture(
                            new IllegalStateException("there is no dead letter topic"));
                }

                @Override
                public void close() {}
            };
}
