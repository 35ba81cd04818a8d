package dev.moldau.client.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.moldau.client.errors.BreakerOpenException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.common.Clock;
import dev.moldau.common.TopicPartition;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StreamingProducerTest {

    private final ProducedBy by =
            new ProducedBy(
                    ProducedBy.settings(16_384, 1_000_000, 60_000), 200, form -> form, List.of());
    private final AtomicLong nowMs = new AtomicLong(1_000);
    private final Clock clock =
            new Clock() {
                @Override
                public long wallMs() {
                    return nowMs.get();
                }

                @Override
                public long monotonicNs() {
                    return nowMs.get() * 1_000_000;
                }
            };

    @AfterEach
    void close() {
        by.close();
    }

    private StreamingProducer<String, String> streaming(StreamingSettings settings) {
        return new StreamingProducer<>(by.producer, settings, clock);
    }

    private static ProducerRecord<String, String> record(int partition, String value) {
        return new ProducerRecord<>("t", partition, null, null, value, List.of());
    }

    /** Asks for as much as the test says. */
    private static final class Asking<T> implements Flow.Subscriber<T> {
        final ConcurrentLinkedQueue<T> taken = new ConcurrentLinkedQueue<>();
        final AtomicInteger running = new AtomicInteger();
        volatile boolean complete;
        volatile boolean overlapped;
        volatile @Nullable Throwable error;
        volatile Flow.@Nullable Subscription subscription;
        private final long first;

        Asking(long first) {
            this.first = first;
        }

        Flow.Subscription subscription() {
            await().until(() -> subscription != null);
            return Objects.requireNonNull(subscription);
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            if (first > 0) {
                given.request(first);
            }
        }

        @Override
        public void onNext(T item) {
            overlapped |= running.incrementAndGet() > 1;
            taken.add(item);
            running.decrementAndGet();
        }

        @Override
        public void onError(Throwable thrown) {
            error = thrown;
        }

        @Override
        public void onComplete() {
            complete = true;
        }
    }

    @Test
    void successesAndErrorsComeInTheirStreamsAndBothEndWithTheProducer() {
        StreamingProducer<String, String> streaming = streaming(StreamingSettings.DEFAULT);
        Asking<StreamingProducer.Success<String, String>> good = new Asking<>(Long.MAX_VALUE);
        Asking<StreamingProducer.Failure<String, String>> bad = new Asking<>(Long.MAX_VALUE);
        streaming.successes().subscribe(good);
        streaming.errors().subscribe(bad);
        for (int i = 0; i < 100; i++) {
            streaming.input(record(0, "v" + i));
        }
        streaming.input(record(0, "x".repeat(2_000_000)));
        streaming.close();
        await().until(() -> good.complete && bad.complete);
        assertThat(good.taken).hasSize(100);
        assertThat(good.taken)
                .extracting(success -> success.metadata().offset())
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(good.overlapped).isFalse();
        assertThat(bad.taken)
                .singleElement()
                .satisfies(f -> assertThat(f.error()).isInstanceOf(RefusedException.class));
        assertThatThrownBy(() -> streaming.input(record(0, "late")))
                .isInstanceOf(FatalException.class);
    }

    @Test
    void aSubscriberThatAsksForNothingStopsTheInput() {
        StreamingProducer<String, String> streaming =
                streaming(new StreamingSettings(5, 1, 0, 0, 0));
        Asking<StreamingProducer.Success<String, String>> slow = new Asking<>(0);
        streaming.successes().subscribe(slow);
        slow.subscription();
        for (int i = 0; i < 5; i++) {
            streaming.input(record(0, "v" + i));
        }
        assertThatThrownBy(() -> streaming.input(record(0, "one more")))
                .isInstanceOf(TimedOutException.class)
                .hasMessageContaining("5 records are open");
        await().until(by.accumulator::isIdle);
        assertThat(slow.taken).isEmpty();
        slow.subscription().request(2);
        await().until(() -> slow.taken.size() == 2);
        streaming.input(record(0, "a"));
        streaming.input(record(0, "b"));
        assertThatThrownBy(() -> streaming.input(record(0, "c")))
                .isInstanceOf(TimedOutException.class);
        slow.subscription().cancel();
        for (int i = 0; i < 20; i++) {
            streaming.input(record(0, "nobody is told " + i));
        }
        assertThat(slow.taken).hasSize(2);
    }

    @Test
    void everySoManyRecordsAreSentWithoutLingering() {
        StreamingProducer<String, String> streaming =
                streaming(new StreamingSettings(100, 10, 0, 0, 0));
        for (int i = 0; i < 9; i++) {
            streaming.input(record(0, "v"));
        }
        assertThat(by.accumulator.isIdle()).isFalse();
        streaming.input(record(0, "v"));
        await().until(by.accumulator::isIdle);
    }

    @Test
    void aStreamHasOneSubscriberAndANextOneAfterIt() {
        StreamingProducer<String, String> streaming =
                streaming(new StreamingSettings(100, 1, 0, 0, 0));
        Asking<StreamingProducer.Success<String, String>> first = new Asking<>(1);
        Asking<StreamingProducer.Success<String, String>> second = new Asking<>(1);
        streaming.successes().subscribe(first);
        streaming.successes().subscribe(second);
        await().until(() -> second.error instanceof IllegalStateException);
        first.subscription().request(-1);
        await().until(() -> first.error instanceof IllegalArgumentException);
        Asking<StreamingProducer.Success<String, String>> third = new Asking<>(1);
        streaming.successes().subscribe(third);
        third.subscription();
        streaming.input(record(0, "v"));
        await().until(() -> third.taken.size() == 1);
    }

    @Test
    void aPartitionThatKeepsFailingIsLeftAloneAndOthersAreNot() {
        StreamingProducer<String, String> streaming =
                streaming(new StreamingSettings(100, 1, 3, 1_000, 500));
        Asking<StreamingProducer.Failure<String, String>> bad = new Asking<>(Long.MAX_VALUE);
        streaming.errors().subscribe(bad);
        bad.subscription();
        by.delivery.failsWith = new TimedOutException("no leader");
        for (int i = 1; i <= 3; i++) {
            streaming.input(record(1, "v"));
            int seen = i;
            await().until(() -> bad.taken.size() == seen);
        }
        streaming.input(record(1, "v"));
        await().until(() -> bad.taken.size() == 4);
        assertThat(List.copyOf(bad.taken).get(3).error())
                .isInstanceOfSatisfying(
                        BreakerOpenException.class,
                        e -> assertThat(e.partition()).isEqualTo(new TopicPartition("t", 1)))
                .hasMessageContaining("failed 3 times within 1000 ms")
                .hasMessageContaining("no leader");
        by.delivery.failsWith = null;
        streaming.input(record(2, "elsewhere"));
        await().until(by.accumulator::isIdle);
        nowMs.addAndGet(500);
        streaming.input(record(1, "probe"));
        await().until(by.accumulator::isIdle);
        streaming.input(record(1, "closed again"));
        streaming.close(Duration.ofSeconds(5));
        assertThat(bad.taken).hasSize(4);
    }

    @Test
    void aBreakerLetsOneProbeThroughAndForgetsOldFailures() {
        PartitionBreaker breaker =
                new PartitionBreaker(
                        new TopicPartition("t", 0), new StreamingSettings(1, 0, 2, 100, 50));
        RetriableException cause = new RetriableException("x");
        breaker.enter(0);
        breaker.failed(cause, 0);
        breaker.failed(cause, 101);
        breaker.enter(101);
        breaker.failed(cause, 102);
        assertThatThrownBy(() -> breaker.enter(151)).isInstanceOf(BreakerOpenException.class);
        breaker.enter(152);
        assertThatThrownBy(() -> breaker.enter(152)).isInstanceOf(BreakerOpenException.class);
        breaker.failed(cause, 160);
        assertThatThrownBy(() -> breaker.enter(209)).isInstanceOf(BreakerOpenException.class);
        breaker.enter(210);
        breaker.leave();
        breaker.enter(210);
        breaker.succeeded();
        breaker.enter(210);
        breaker.enter(210);
    }
}
