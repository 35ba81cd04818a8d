package dev.moldau.client.producer;

import dev.moldau.client.errors.BufferFullException;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.client.serialization.Serializer;
import dev.moldau.common.Clock;
import dev.moldau.common.TopicPartition;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A producer with an input and two streams: of records that arrived, and of those that did not.
 *
 * <p>Back-pressure: a record takes one of {@code maxOpenRecords} places from {@link #input} until a
 * subscriber has taken its outcome. A subscriber that asks for nothing therefore stops the input,
 * and nothing piles up. Outcomes that come while nobody is subscribed to their stream are dropped,
 * so subscribe before the first input. Each stream has one subscriber at a time; it is called on a
 * thread of this producer, one call at a time, and may wait.
 *
 * <p>A breaker stands in front of each partition: one that keeps failing is left alone for a while,
 * and records for it go to the errors at once as {@link
 * dev.moldau.client.errors.BreakerOpenException}. Records without key and partition, which the
 * built-in choice places, pass by the breakers.
 *
 * <p>Safe for use by any number of threads.
 *
 * @param <K> what keys are
 * @param <V> what values are
 */
public final class StreamingProducer<K, V> implements AutoCloseable {

    /**
     * A record that is in the log.
     *
     * @param record as it was given to {@link #input}
     * @param metadata where it went
     */
    public record Success<K, V>(ProducerRecord<K, V> record, RecordMetadata metadata) {}

    /**
     * A record that was given up.
     *
     * @param record as it was given to {@link #input}
     * @param error why; its class says what can be done
     */
    public record Failure<K, V>(ProducerRecord<K, V> record, ClientException error) {}

    private final LoopProducer<K, V> producer;
    private final StreamingSettings settings;
    private final Clock clock;
    private final Semaphore places;
    private final ExecutorService tellers;
    private final OutcomeStream<Success<K, V>> successes;
    private final OutcomeStream<Failure<K, V>> errors;
    private final Map<TopicPartition, PartitionBreaker> breakers = new ConcurrentHashMap<>();
    private final AtomicInteger sinceFlush = new AtomicInteger();

    StreamingProducer(LoopProducer<K, V> producer, StreamingSettings settings, Clock clock) {
        this.producer = producer;
        this.settings = settings;
        this.clock = clock;
        this.places = new Semaphore(settings.maxOpenRecords());
        // One thread per stream while there is something to tell, so that neither holds up the
        // other.
        ThreadPoolExecutor threads =
                new ThreadPoolExecutor(
                        2,
                        2,
                        1,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        task -> {
                            Thread thread = new Thread(task, "moldau-client-outcomes");
                            thread.setDaemon(true);
                            return thread;
                        });
        threads.allowCoreThreadTimeOut(true);
        this.tellers = threads;
        this.successes =
                new OutcomeStream<>("successes", tellers, places::release, producer.faults());
        this.errors = new OutcomeStream<>("errors", tellers, places::release, producer.faults());
    }

    /**
     * A streaming producer with a producer of its own.
     *
     * @param config the producer's settings by name
     * @throws dev.moldau.common.config.InvalidConfigException if settings cannot be used
     */
    public static <K, V> StreamingProducer<K, V> create(
            Map<String, ?> config, StreamingSettings settings) {
        return ProducerFactory.streaming(ProducerFactory.config(config), null, null, settings);
    }

    /** As {@link #create(Map, StreamingSettings)}, with serializers that are ready. */
    public static <K, V> StreamingProducer<K, V> create(
            Map<String, ?> config,
            Serializer<K> keySerializer,
            Serializer<V> valueSerializer,
            StreamingSettings settings) {
        return ProducerFactory.streaming(
                ProducerFactory.config(config), keySerializer, valueSerializer, settings);
    }

    /**
     * Takes a record. Waits at most {@code max.block.ms}, for a place and for room in the buffer
     * together. What becomes of the record, also if it is refused, comes from one of the streams.
     *
     * @throws TimedOutException if no place came free in time: outcomes are not taken, or come
     *     slowly
     * @throws RetriableException if the thread is interrupted, whose flag is set again
     * @throws dev.moldau.client.errors.FatalException if the producer is closed or cannot go on
     */
    public void input(ProducerRecord<K, V> record) {
        producer.checkUsable();
        long leftMs = takePlace(record);
        Passage passage = new Passage(record);
        try {
            producer.sendWithin(record, passage, leftMs, passage);
        } catch (ClientException e) {
            passage.completed(null, e);
        }
        hastenIfDue();
    }

    private long takePlace(ProducerRecord<K, V> record) {
        if (places.tryAcquire()) {
            return producer.maxBlockMs();
        }
        long beginMs = clock.monotonicMs();
        try {
            if (!places.tryAcquire(producer.maxBlockMs(), TimeUnit.MILLISECONDS)) {
                throw new TimedOutException(
                        "no place for a record for "
                                + record.topic()
                                + " within max.block.ms="
                                + producer.maxBlockMs()
                                + ": "
                                + settings.maxOpenRecords()
                                + " records are open; take the outcomes faster, or allow more"
                                + " maxOpenRecords");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RetriableException("interrupted; the record was not sent", e);
        }
        return Math.max(0, producer.maxBlockMs() - (clock.monotonicMs() - beginMs));
    }

    private void hastenIfDue() {
        int every = settings.flushRecords();
        if (every > 0 && sinceFlush.incrementAndGet() >= every) {
            sinceFlush.set(0);
            producer.hasten();
        }
    }

    /** One record on its way. */
    private final class Passage implements SendCallback, LoopProducer.Gate {
        private final ProducerRecord<K, V> record;
        // Set by the sending thread before the record can be answered by the loop.
        private @Nullable PartitionBreaker breaker;

        Passage(ProducerRecord<K, V> record) {
            this.record = record;
        }

        @Override
        public void enter(String topic, int partition) {
            if (settings.breakerFailures() > 0) {
                PartitionBreaker guard =
                        breakers.computeIfAbsent(
                                new TopicPartition(topic, partition),
                                where -> new PartitionBreaker(where, settings));
                guard.enter(clock.monotonicMs());
                breaker = guard;
            }
        }

        @Override
        public void completed(@Nullable RecordMetadata metadata, @Nullable ClientException error) {
            tellBreaker(error);
            if (metadata != null) {
                successes.publish(new Success<>(record, metadata));
            } else if (error != null) {
                errors.publish(new Failure<>(record, error));
            }
        }

        private void tellBreaker(@Nullable ClientException error) {
            PartitionBreaker guard = breaker;
            if (guard == null) {
                return;
            }
            if (error == null) {
                guard.succeeded();
            } else if (error instanceof RefusedException || error instanceof BufferFullException) {
                guard.leave();
            } else {
                guard.failed(error, clock.monotonicMs());
            }
        }
    }

    /**
     * Records that are in the log. Has one subscriber at a time; another one gets an {@link
     * IllegalStateException}. One that throws an exception is told nothing more; an {@link Error}
     * ends the producer.
     */
    public Flow.Publisher<Success<K, V>> successes() {
        return successes;
    }

    /** Records that were given up, with the reason; otherwise as {@link #successes}. */
    public Flow.Publisher<Failure<K, V>> errors() {
        return errors;
    }

    /** As {@link Producer#flush}; outcomes may still be on their way to subscribers. */
    public void flush() {
        producer.flush();
    }

    /** The producer behind it. */
    public Producer<K, V> producer() {
        return producer;
    }

    /** As {@link Producer#close()}; then both streams complete. */
    @Override
    public void close() {
        producer.close();
        completeStreams();
    }

    /** As {@link Producer#close(Duration)}; then both streams complete. */
    public void close(Duration timeout) {
        producer.close(timeout);
        completeStreams();
    }

    private void completeStreams() {
        // Whatever time is over: what is not answered by then is told before the streams end.
        producer.whenEnded(
                () -> {
                    successes.complete();
                    errors.complete();
                });
    }
}
