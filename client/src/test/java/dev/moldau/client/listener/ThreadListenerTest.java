package dev.moldau.client.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.client.Backoff;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.metrics.ClientMetrics;
import dev.moldau.client.metrics.Metric;
import dev.moldau.client.serialization.StringDeserializer;
import dev.moldau.common.SystemClock;
import dev.moldau.common.TopicPartition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The listener on its threads: what virtual time cannot show. */
@Timeout(60)
class ThreadListenerTest {

    private static final TopicPartition P = new TopicPartition("t", 0);
    private static final int RECORDS = 2_000;

    /** One partition that is ours from the first poll on. */
    private static final class OnePartition implements Source {
        private final Map<TopicPartition, Mark> committed = new ConcurrentHashMap<>();
        private final Semaphore woken = new Semaphore(0);
        private @Nullable Ownership ownership;
        private boolean assigned;
        private int position;
        private boolean paused;
        private volatile boolean hangs;
        private volatile @Nullable ClientException failure;

        @Override
        public void subscribe(Ownership told) {
            ownership = told;
        }

        @Override
        public Arrivals poll(long maxWaitMs) {
            ClientException fails = failure;
            if (fails != null) {
                throw fails;
            }
            if (!assigned && ownership != null) {
                assigned = true;
                ownership.assigned(List.of(P));
            }
            List<Arrival> records = new ArrayList<>();
            while (!paused && position < RECORDS && records.size() < 100) {
                byte[] key = ("k" + position % 20).getBytes(StandardCharsets.UTF_8);
                byte[] value = Integer.toString(position).getBytes(StandardCharsets.UTF_8);
                records.add(new Arrival(P, position, 1, 0, false, key, value, List.of()));
                position++;
            }
            if (!records.isEmpty()) {
                return new Arrivals(records, Map.of(P, new Mark(position, 1)));
            }
            try {
                if (woken.tryAcquire(maxWaitMs, TimeUnit.MILLISECONDS)) {
                    woken.drainPermits();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return Arrivals.NONE;
        }

        @Override
        public void pause(Collection<TopicPartition> partitions) {
            paused = true;
        }

        @Override
        public void resume(Collection<TopicPartition> partitions) {
            paused = false;
        }

        @Override
        public void commitAsync(
                Map<TopicPartition, Mark> marks, Consumer<@Nullable ClientException> done) {
            committed.putAll(marks);
            done.accept(null);
        }

        @Override
        public void commitSync(Map<TopicPartition, Mark> marks, long timeoutMs) {
            committed.putAll(marks);
        }

        @Override
        public void wakeup() {
            woken.release();
        }

        @Override
        public void close(long timeoutMs) {
            if (hangs) {
                try {
                    TimeUnit.SECONDS.sleep(30);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        @Override
        public Map<String, Metric> metrics() {
            return Map.of();
        }

        long committed() {
            Mark mark = committed.get(P);
            return mark == null ? 0 : mark.offset();
        }
    }

    private static ThreadListener start(
            Source source, ListenerSettings settings, Handler<String, String> handler) {
        SystemClock clock = new SystemClock();
        Workers workers = ThreadWorkers.named("test-");
        HandlerFaults faults = new HandlerFaults(clock);
        Judgement judgement = new Judgement(FailurePolicy.AGAIN, faults);
        ListenerCounters counters = new ListenerCounters();
        DeadLetters none =
                new DeadLetters() {
                    @Override
                    public CompletionStage<?> send(Message<?, ?> message, String reason) {
                        return CompletableFuture.failedFuture(new AssertionError("not asked for"));
                    }

                    @Override
                    public void close() {}
                };
        Desk<String, String> desk =
                new Desk<>(
                        new Ledger<>(
                                settings, FailurePolicy.AGAIN, new Backoff(1, 2, new Random(1)), 1),
                        clock,
                        Patience.OF_THREADS,
                        workers,
                        new SingleProcessing<>(handler, judgement),
                        judgement,
                        none,
                        faults,
                        counters,
                        source::wakeup);
        ClientMetrics metrics = new ClientMetrics();
        ListenerFigures.declare(metrics, counters, desk);
        ThreadListener listener =
                new ThreadListener(
                        "test",
                        new PollLoop<>(
                                source,
                                desk,
                                new Intake<>(new StringDeserializer(), new StringDeserializer()),
                                settings,
                                clock,
                                counters),
                        desk,
                        source,
                        metrics,
                        2_000,
                        workers::close);
        listener.start();
        return listener;
    }

    @Test
    void handlesAllInParallelWithKeysInOrderAndCommitsAll() throws Exception {
        OnePartition source = new OnePartition();
        Map<String, Integer> last = new ConcurrentHashMap<>();
        List<String> wrong = new ArrayList<>();
        CountDownLatch done = new CountDownLatch(RECORDS);
        ListenerSettings settings =
                ListenerSettings.DEFAULT
                        .withOrder(Order.KEY)
                        .withConcurrency(20)
                        .withBuffer(150, 1 << 20)
                        .withCommits(Duration.ofMillis(5), 100);
        try (ThreadListener listener =
                start(
                        source,
                        settings,
                        message -> {
                            int number = Integer.parseInt(String.valueOf(message.value()));
                            Integer before = last.put(String.valueOf(message.key()), number);
                            if (before != null && before >= number) {
                                synchronized (wrong) {
                                    wrong.add(message.toString());
                                }
                            }
                            done.countDown();
                            return Outcome.success();
                        })) {
            assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
            listener.close(Duration.ofSeconds(20));
            assertThat(listener.ended()).isCompleted();
            assertThat(listener.metrics().get("moldau_listener_messages_handled_total"))
                    .satisfies(metric -> assertThat(metric.value()).isEqualTo(RECORDS));
        }
        assertThat(wrong).isEmpty();
        assertThat(source.committed()).isEqualTo(RECORDS);
    }

    /** FIELD-REPORTS row 36: closing hangs. */
    @Test
    void closingReturnsInTimeThoughAHandlerAndTheConsumerHang() throws Exception {
        OnePartition source = new OnePartition();
        source.hangs = true;
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        ThreadListener listener =
                start(
                        source,
                        ListenerSettings.DEFAULT,
                        message -> {
                            began.countDown();
                            try {
                                TimeUnit.MINUTES.sleep(5);
                            } catch (InterruptedException e) {
                                interrupted.countDown();
                                throw e;
                            }
                            return Outcome.success();
                        });
        assertThat(began.await(20, TimeUnit.SECONDS)).isTrue();
        long beginNs = System.nanoTime();
        listener.close(Duration.ofMillis(800));
        assertThat(Duration.ofNanos(System.nanoTime() - beginNs)).isLessThan(Duration.ofSeconds(5));
        assertThat(interrupted.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(source.committed()).isZero();
    }

    @Test
    void closingFromAHandlerDoesNotWaitForItself() throws Exception {
        OnePartition source = new OnePartition();
        CompletableFuture<Listener> self = new CompletableFuture<>();
        ThreadListener listener =
                start(
                        source,
                        ListenerSettings.DEFAULT,
                        message -> {
                            self.get(10, TimeUnit.SECONDS).close(Duration.ofSeconds(10));
                            return Outcome.success();
                        });
        self.complete(listener);
        listener.ended().get(20, TimeUnit.SECONDS);
        assertThat(source.committed()).isEqualTo(1);
    }

    @Test
    void whatEndsTheConsumerEndsTheListenerAndIsTold() {
        OnePartition source = new OnePartition();
        source.failure = new FatalException("fenced for good");
        ThreadListener listener =
                start(source, ListenerSettings.DEFAULT, message -> Outcome.success());
        assertThatThrownBy(() -> listener.ended().get(20, TimeUnit.SECONDS))
                .hasRootCauseMessage("fenced for good");
        listener.close();
    }

    @Test
    void anErrorOfAHandlerEndsTheListenerAndIsTold() {
        ThreadListener listener =
                start(
                        new OnePartition(),
                        ListenerSettings.DEFAULT,
                        message -> {
                            throw new AssertionError("a bug");
                        });
        assertThatThrownBy(() -> listener.ended().get(20, TimeUnit.SECONDS))
                .hasRootCauseInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> listener.close(Duration.ofMillis(-1)))
                .hasMessageContaining("negative");
    }
}
