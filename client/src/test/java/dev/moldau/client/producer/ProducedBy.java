package dev.moldau.client.producer;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.client.metadata.ClusterView;
import dev.moldau.client.net.ClientLoop;
import dev.moldau.client.net.UserFaults;
import dev.moldau.client.producer.batch.Accumulator;
import dev.moldau.client.producer.batch.AccumulatorSettings;
import dev.moldau.client.producer.batch.PartitionQueue;
import dev.moldau.client.producer.batch.ProducerBatch;
import dev.moldau.client.producer.send.ProducerFault;
import dev.moldau.client.serialization.Serializer;
import dev.moldau.common.Clock;
import dev.moldau.common.SystemClock;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.compress.Compression;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * A producer over a thread that plays the loop and a delivery that the test directs: it answers
 * each batch at once, holds all back, or fails them.
 */
final class ProducedBy implements AutoCloseable {

    static final Serializer<String> TEXT =
            (topic, headers, data) -> data == null ? null : data.getBytes(StandardCharsets.UTF_8);

    /** One real thread. */
    static final class ThreadLoop implements ClientLoop {
        private final Clock clock = new SystemClock();
        private volatile @Nullable Thread thread;
        final ScheduledThreadPoolExecutor executor =
                new ScheduledThreadPoolExecutor(
                        1,
                        task -> {
                            Thread made = new Thread(task, "loop");
                            made.setDaemon(true);
                            thread = made;
                            return made;
                        });

        @Override
        public void execute(Runnable command) {
            executor.execute(command);
        }

        @Override
        public boolean isCurrent() {
            return Thread.currentThread().equals(thread);
        }

        @Override
        public String name() {
            return "loop";
        }

        @Override
        public Clock clock() {
            return clock;
        }

        @Override
        public Timeout schedule(long delayMs, Runnable task) {
            ScheduledFuture<?> future =
                    executor.schedule(task, Math.max(0, delayMs), TimeUnit.MILLISECONDS);
            return () -> future.cancel(false);
        }
    }

    /** Answers what is sendable, unless it is told to hold back. */
    final class Directed implements Delivery {
        volatile boolean holdsBack;
        volatile @Nullable ClientException failsWith;
        private final Map<String, Long> ends = new HashMap<>();
        private @Nullable Runnable closed;

        void turn() {
            for (PartitionQueue queue = accumulator.nextTouched();
                    queue != null;
                    queue = accumulator.nextTouched()) {
                PartitionQueue again = queue;
                long dueMs = queue.sendableAtMs();
                if (dueMs > loop.clock().monotonicMs() && dueMs != Long.MAX_VALUE) {
                    loop.schedule(dueMs - loop.clock().monotonicMs(), () -> drain(again));
                } else {
                    drain(queue);
                }
            }
            finishIfDone();
        }

        private void drain(PartitionQueue queue) {
            while (!holdsBack && queue.sendableAtMs() <= loop.clock().monotonicMs()) {
                ProducerBatch batch = queue.take();
                if (batch != null) {
                    answer(batch);
                }
            }
            finishIfDone();
        }

        private void answer(ProducerBatch batch) {
            ClientException cause = failsWith;
            if (cause != null) {
                batch.fail(i -> cause);
                return;
            }
            String partition = batch.queue().partition().toString();
            long offset = ends.getOrDefault(partition, 0L);
            ends.put(partition, offset + batch.recordCount());
            batch.succeed(offset, -1);
        }

        void release() {
            loop.execute(
                    () -> {
                        holdsBack = false;
                        accumulator.queues().forEach(this::drain);
                    });
        }

        @Override
        public void close(long timeoutMs, Runnable closed) {
            this.closed = closed;
            loop.schedule(
                    timeoutMs,
                    () -> abort(new TimedOutException("closed after " + timeoutMs + " ms")));
            turn();
        }

        @Override
        public void abort(ClientException cause) {
            for (PartitionQueue queue : accumulator.queues()) {
                queue.takeOlderThan(Long.MAX_VALUE).forEach(batch -> batch.fail(i -> cause));
            }
            finishIfDone();
        }

        private void finishIfDone() {
            Runnable told = closed;
            if (told != null && accumulator.isIdle()) {
                told.run();
            }
        }
    }

    /** Knows its topics at once, or never. */
    static final class KnownTopics implements Topics {
        final AtomicInteger awaits = new AtomicInteger();
        volatile ClusterView view;

        KnownTopics(String topic, int partitions) {
            List<ClusterView.Partition> list = new ArrayList<>();
            for (int i = 0; i < partitions; i++) {
                list.add(new ClusterView.Partition(i, 0, 1, List.of(), List.of(), List.of()));
            }
            ClusterView.Topic known =
                    new ClusterView.Topic(topic, Uuid.ZERO, false, ErrorCode.NONE, list);
            view = new ClusterView(1, null, Map.of(), -1, Map.of(topic, known));
        }

        @Override
        public ClusterView view() {
            return view;
        }

        @Override
        public void use(String topic) {}

        @Override
        public ClusterView await(String topic, int partition, long maxWaitMs) {
            awaits.incrementAndGet();
            ClusterView.Topic known = view.topic(topic);
            if (known == null || partition >= known.partitions().size()) {
                throw new TimedOutException("topic " + topic + " after " + maxWaitMs + " ms");
            }
            return view;
        }
    }

    final ThreadLoop loop = new ThreadLoop();
    final Accumulator accumulator;
    final Directed delivery = new Directed();
    final KnownTopics topics = new KnownTopics("t", 3);
    final AtomicInteger ends = new AtomicInteger();
    final ProducerCore core;
    final LoopProducer<String, String> producer;

    ProducedBy(
            AccumulatorSettings settings,
            long maxBlockMs,
            UnaryOperator<RecordForm<String, String>> form,
            List<ProducerInterceptor<String, String>> interceptors) {
        accumulator = new Accumulator(settings, loop.clock(), new Random(3), topic -> {});
        core =
                new ProducerCore(
                        loop,
                        topics,
                        accumulator,
                        delivery,
                        new ProducerFault(),
                        Map::of,
                        () -> {},
                        ends::incrementAndGet);
        accumulator.listen(() -> loop.execute(delivery::turn));
        producer =
                new LoopProducer<>(
                        core,
                        form.apply(new RecordForm<>(TEXT, TEXT, null, false)),
                        new Interceptors<>(
                                interceptors,
                                new UserFaults(loop, LoggerFactory.getLogger(Producer.class))),
                        maxBlockMs,
                        10_000);
    }

    ProducedBy() {
        this(settings(16_384, 1_000_000, 0), 20_000, form -> form, List.of());
    }

    static AccumulatorSettings settings(int batchBytes, long memoryBytes, long lingerMs) {
        return new AccumulatorSettings(
                batchBytes, memoryBytes, 1_000_000, lingerMs, Compression.NONE, 0, true, 0);
    }

    @Override
    public void close() {
        loop.executor.shutdownNow();
    }
}
