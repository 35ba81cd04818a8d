package dev.moldau.client.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.moldau.client.Header;
import dev.moldau.client.errors.BufferFullException;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.client.producer.batch.Murmur2;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LoopProducerTest {

    private final List<ProducedBy> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(ProducedBy::close);
    }

    private ProducedBy opened(ProducedBy made) {
        open.add(made);
        return made;
    }

    private static ProducerRecord<String, String> record(String value) {
        return new ProducerRecord<>("t", 0, null, null, value, List.of());
    }

    private static <T> CompletableFuture<T> inBackground(java.util.concurrent.Callable<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                result.complete(work.call());
                            } catch (Exception e) {
                                result.completeExceptionally(e);
                            }
                        });
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    @Test
    void theFutureTellsWhereTheRecordWent() throws Exception {
        ProducedBy by = opened(new ProducedBy());
        CompletableFuture<RecordMetadata> first = by.producer.send(record("a"));
        CompletableFuture<RecordMetadata> second = by.producer.send(record("b"));
        assertThat(first.get(10, TimeUnit.SECONDS).offset()).isZero();
        assertThat(second.get(10, TimeUnit.SECONDS).offset()).isEqualTo(1);
        assertThat(second.get().partition().toString()).isEqualTo("t-0");
        assertThat(second.get().timestampMs()).isPositive();
    }

    @Test
    void callbacksComeInOrderOnTheLoopAndOneThatThrowsHurtsNobody() {
        ProducedBy by = opened(new ProducedBy());
        ConcurrentLinkedQueue<String> told = new ConcurrentLinkedQueue<>();
        by.delivery.holdsBack = true;
        for (int i = 0; i < 10; i++) {
            String value = "v" + i;
            by.producer.send(
                    record(value),
                    (metadata, error) -> {
                        told.add(value + by.loop.isCurrent());
                        throw new IllegalStateException("of the user");
                    });
        }
        by.delivery.release();
        await().until(() -> told.size() == 10);
        assertThat(told).first().isEqualTo("v0true");
        assertThat(told).last().isEqualTo("v9true");
        assertThat(by.producer.send(record("still"))).succeedsWithin(Duration.ofSeconds(10));
    }

    @Test
    void aKeyGoesWhereItsHashSaysAndANamedPartitionWins() throws Exception {
        ProducedBy by = opened(new ProducedBy());
        byte[] key = "some key".getBytes(StandardCharsets.UTF_8);
        RecordMetadata byKey =
                by.producer
                        .send(new ProducerRecord<>("t", "some key", "v"))
                        .get(10, TimeUnit.SECONDS);
        assertThat(byKey.partition().partition()).isEqualTo(Murmur2.partition(key, 3));
        RecordMetadata named =
                by.producer
                        .send(new ProducerRecord<>("t", 2, null, "some key", "v", List.of()))
                        .get(10, TimeUnit.SECONDS);
        assertThat(named.partition().partition()).isEqualTo(2);
    }

    @Test
    void anOwnPartitionerChoosesAndWhatItDoesWrongIsRefused() throws Exception {
        AtomicInteger choice = new AtomicInteger(1);
        ProducedBy by =
                opened(
                        new ProducedBy(
                                ProducedBy.settings(16_384, 1_000_000, 0),
                                1_000,
                                form ->
                                        new RecordForm<>(
                                                form.keys(),
                                                form.values(),
                                                (topic, k, kb, v, vb, all) -> choice.get(),
                                                false),
                                List.of()));
        assertThat(
                        by.producer
                                .send(new ProducerRecord<>("t", "k", "v"))
                                .get(10, TimeUnit.SECONDS)
                                .partition()
                                .partition())
                .isEqualTo(1);
        choice.set(3);
        assertThatThrownBy(() -> by.producer.send(new ProducerRecord<>("t", "k", "v")))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("chose partition 3 of t, which has 3");
    }

    @Test
    void aSerializerThatThrowsRefusesTheRecordAndSaysWhich() {
        ProducedBy by =
                opened(
                        new ProducedBy(
                                ProducedBy.settings(16_384, 1_000_000, 0),
                                1_000,
                                form ->
                                        new RecordForm<>(
                                                form.keys(),
                                                (topic, headers, data) -> {
                                                    throw new IllegalStateException("not today");
                                                },
                                                null,
                                                false),
                                List.of()));
        assertThatThrownBy(() -> by.producer.send(record("v")))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("value of a record for t, a java.lang.String")
                .hasMessageContaining("not today");
        assertThat(by.accumulator.isIdle()).isTrue();
    }

    /** FIELD-REPORTS 3: a buffer without room is told apart, and trySend never waits for it. */
    @Test
    void withoutRoomSendFailsAfterItsTimeAndTrySendAtOnce() {
        ProducedBy by =
                opened(
                        new ProducedBy(
                                ProducedBy.settings(500, 1_000, 0), 20, form -> form, List.of()));
        by.delivery.holdsBack = true;
        AtomicInteger told = new AtomicInteger();
        while (by.producer.trySend(record("x".repeat(100)), (m, e) -> told.incrementAndGet())) {}
        assertThatThrownBy(() -> by.producer.send(record("y".repeat(100))))
                .isInstanceOf(BufferFullException.class)
                .hasMessageContaining("within 20 ms");
        by.delivery.release();
        await().until(by.accumulator::isIdle);
        int before = told.get();
        assertThat(before).isPositive();
        assertThat(by.producer.trySend(record("z"), (m, e) -> told.incrementAndGet())).isTrue();
        await().until(() -> told.get() == before + 1);
    }

    @Test
    void trySendDoesNotWaitForATopicAndSendDoes() {
        ProducedBy by = opened(new ProducedBy());
        assertThat(by.producer.trySend(new ProducerRecord<>("u", "v"), (m, e) -> {})).isFalse();
        assertThat(by.topics.awaits).hasValue(0);
        assertThatThrownBy(() -> by.producer.send(new ProducerRecord<>("u", "v")))
                .isInstanceOf(TimedOutException.class)
                .hasMessageContaining("topic u");
        assertThat(by.producer.trySend(new ProducerRecord<>("t", "v"), (m, e) -> {})).isTrue();
    }

    @Test
    void aCallbackMaySendButNotWait() throws Exception {
        ProducedBy by =
                opened(
                        new ProducedBy(
                                ProducedBy.settings(500, 1_000, 0),
                                30_000,
                                form -> form,
                                List.of()));
        CompletableFuture<String> seen = new CompletableFuture<>();
        by.producer.send(
                record("a"),
                (m, e) -> {
                    try {
                        by.producer.send(record("b"), (m2, e2) -> {});
                        by.delivery.holdsBack = true;
                        for (int i = 0; i < 100; i++) {
                            by.producer.send(record("x".repeat(100)), (m2, e2) -> {});
                        }
                        seen.complete("no end");
                    } catch (BufferFullException full) {
                        seen.complete("full");
                    }
                });
        assertThat(seen.get(10, TimeUnit.SECONDS)).isEqualTo("full");
    }

    @Test
    void flushReturnsWhenEverythingBeforeIsAnswered() {
        ProducedBy by =
                opened(
                        new ProducedBy(
                                ProducedBy.settings(16_384, 1_000_000, 60_000),
                                1_000,
                                form -> form,
                                List.of()));
        AtomicInteger told = new AtomicInteger();
        for (int i = 0; i < 100; i++) {
            by.producer.send(
                    new ProducerRecord<>("t", i % 3, null, null, "v", List.of()),
                    (m, e) -> told.incrementAndGet());
        }
        by.producer.flush();
        assertThat(told).hasValue(100);
    }

    @Test
    void flushFromACallbackIsRefused() throws Exception {
        ProducedBy by = opened(new ProducedBy());
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        by.producer.send(
                record("a"),
                (m, e) -> {
                    try {
                        by.producer.flush();
                    } catch (RuntimeException problem) {
                        thrown.complete(problem);
                    }
                });
        assertThat(thrown.get(10, TimeUnit.SECONDS))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("callback");
    }

    /** FIELD-REPORTS 2: close returns in time whatever the brokers do. */
    @Test
    void closeReturnsInTimeAndFailsWhatIsLeft() {
        ProducedBy by = opened(new ProducedBy());
        by.delivery.holdsBack = true;
        CompletableFuture<RecordMetadata> left = by.producer.send(record("a"));
        by.producer.close(Duration.ofMillis(50));
        assertThat(left)
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(ClientException.class);
        await().until(() -> by.ends.get() == 1);
        by.producer.close();
        assertThat(by.ends).hasValue(1);
    }

    /** FIELD-REPORTS 2. */
    @Test
    void closeReturnsInTimeEvenIfTheLoopIsStuck() {
        ProducedBy by = opened(new ProducedBy());
        CompletableFuture<Void> stuck = new CompletableFuture<>();
        by.loop.execute(stuck::join);
        long beginNs = System.nanoTime();
        by.producer.close(Duration.ofMillis(50));
        assertThat(Duration.ofNanos(System.nanoTime() - beginNs)).isLessThan(Duration.ofSeconds(5));
        stuck.complete(null);
    }

    /** FIELD-REPORTS 2: send after close fails at once. */
    @Test
    void sendAfterCloseFailsAtOnce() {
        ProducedBy by = opened(new ProducedBy());
        by.producer.send(record("a"), (m, e) -> {});
        by.producer.close();
        assertThatThrownBy(() -> by.producer.send(record("b")))
                .isInstanceOf(FatalException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> by.producer.send(new ProducerRecord<>("unknown", "b")))
                .isInstanceOf(FatalException.class);
        assertThatThrownBy(() -> by.producer.trySend(record("b"), (m, e) -> {}))
                .isInstanceOf(FatalException.class);
    }

    /** FIELD-REPORTS 2: callers that wait when close comes are woken. */
    @Test
    void closeWakesCallersThatWaitForRoom() {
        ProducedBy by =
                opened(
                        new ProducedBy(
                                ProducedBy.settings(500, 1_000, 0),
                                60_000,
                                form -> form,
                                List.of()));
        by.delivery.holdsBack = true;
        while (by.producer.trySend(record("x".repeat(100)), (m, e) -> {})) {}
        CompletableFuture<Boolean> waiting =
                inBackground(
                        () -> {
                            by.producer.send(record("y".repeat(100)), (m, e) -> {});
                            return true;
                        });
        await().until(() -> by.accumulator.waitingCallers() == 1);
        by.producer.close(Duration.ofMillis(10));
        assertThat(waiting)
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(FatalException.class);
    }

    @Test
    void closeFromACallbackDoesNotWait() {
        ProducedBy by = opened(new ProducedBy());
        CompletableFuture<Boolean> returned = new CompletableFuture<>();
        by.producer.send(
                record("a"),
                (m, e) -> {
                    by.producer.close();
                    returned.complete(true);
                });
        assertThat(returned).succeedsWithin(Duration.ofSeconds(10));
        await().until(() -> by.ends.get() == 1);
    }

    @Test
    void anInterruptedCallerSendsNothingAndStaysInterrupted() {
        ProducedBy by =
                opened(
                        new ProducedBy(
                                ProducedBy.settings(500, 1_000, 0),
                                60_000,
                                form -> form,
                                List.of()));
        by.delivery.holdsBack = true;
        while (by.producer.trySend(record("x".repeat(100)), (m, e) -> {})) {}
        CompletableFuture<Boolean> flagged =
                inBackground(
                        () -> {
                            Thread.currentThread().interrupt();
                            assertThatThrownBy(() -> by.producer.send(record("y".repeat(100))))
                                    .isInstanceOf(RetriableException.class)
                                    .hasMessageContaining("not sent");
                            return Thread.currentThread().isInterrupted();
                        });
        assertThat(flagged).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(true);
        assertThat(by.accumulator.waitingCallers()).isZero();
    }

    @Test
    void interceptorsSeeTheRecordAndTheAnswerAndOneThatThrowsIsSkipped() throws Exception {
        ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
        ProducerInterceptor<String, String> broken =
                new ProducerInterceptor<>() {
                    @Override
                    public ProducerRecord<String, String> onSend(
                            ProducerRecord<String, String> record) {
                        throw new IllegalStateException("broken");
                    }

                    @Override
                    public void onAcknowledgement(
                            String topic,
                            @Nullable RecordMetadata metadata,
                            @Nullable ClientException error) {
                        throw new IllegalStateException("broken");
                    }

                    @Override
                    public void close() {
                        seen.add("broken closed");
                        throw new IllegalStateException("broken");
                    }
                };
        ProducerInterceptor<String, String> good =
                new ProducerInterceptor<>() {
                    @Override
                    public ProducerRecord<String, String> onSend(
                            ProducerRecord<String, String> record) {
                        return new ProducerRecord<>("t", 1, null, null, "other", List.of());
                    }

                    @Override
                    public void onAcknowledgement(
                            String topic,
                            @Nullable RecordMetadata metadata,
                            @Nullable ClientException error) {
                        seen.add(topic + " " + (error == null ? metadata : "error"));
                    }

                    @Override
                    public void close() {
                        seen.add("good closed");
                    }
                };
        ProducedBy by =
                opened(
                        new ProducedBy(
                                ProducedBy.settings(16_384, 1_000_000, 0),
                                1_000,
                                form -> form,
                                List.of(broken, good)));
        RecordMetadata went = by.producer.send(record("v")).get(10, TimeUnit.SECONDS);
        assertThat(went.partition().partition()).isEqualTo(1);
        assertThat(seen).containsExactly("t " + went);
        by.producer.close();
        by.producer.close();
        assertThat(seen).containsExactly("t " + went, "broken closed", "good closed");
        assertThatThrownBy(() -> by.producer.send(record("v"))).isInstanceOf(FatalException.class);
        assertThat(seen).last().isEqualTo("t error");
    }

    @Test
    void aBugOnTheLoopTellsEverybody() {
        ProducedBy by = opened(new ProducedBy());
        by.delivery.holdsBack = true;
        CompletableFuture<RecordMetadata> left = by.producer.send(record("a"));
        CompletableFuture<Boolean> flushed =
                inBackground(
                        () -> {
                            by.producer.flush();
                            return true;
                        });
        by.loop.execute(() -> by.producer.loopFailed(new IllegalStateException("bug")));
        assertThat(left)
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(FatalException.class);
        assertThat(flushed).succeedsWithin(Duration.ofSeconds(10));
        assertThatThrownBy(() -> by.producer.send(record("b")))
                .isInstanceOf(FatalException.class)
                .hasMessageContaining("bug");
    }

    @Test
    void aSerializerThatSaysSoAddsHeaders() {
        ProducedBy by =
                opened(
                        new ProducedBy(
                                ProducedBy.settings(16_384, 1_000_000, 0),
                                1_000,
                                form -> new RecordForm<>(form.keys(), new Adding(), null, false),
                                List.of()));
        assertThat(by.producer.send(record("v"))).succeedsWithin(Duration.ofSeconds(10));
    }

    private static final class Adding
            implements dev.moldau.client.serialization.Serializer<String> {
        @Override
        public boolean addsHeaders() {
            return true;
        }

        @Override
        public byte @Nullable [] serialize(
                String topic, List<Header> headers, @Nullable String data) {
            headers.add(new Header("added", new byte[3]));
            return new byte[] {1};
        }
    }

    @Test
    void partitionsAreListedByIndex() {
        ProducedBy by = opened(new ProducedBy());
        assertThat(by.producer.partitionsFor("t"))
                .extracting(info -> info.partition().partition())
                .containsExactly(0, 1, 2);
        assertThatThrownBy(() -> by.producer.partitionsFor("u"))
                .isInstanceOf(TimedOutException.class);
    }

    @Test
    void theSynchronousFaceReturnsOrThrowsWithTheCallersStack() {
        ProducedBy by = opened(new ProducedBy());
        SyncProducer<String, String> sync = new SyncProducer<>(by.producer);
        assertThat(sync.send(record("a")).offset()).isZero();
        assertThat(sync.send(List.of(record("b"), record("c"))))
                .extracting(RecordMetadata::offset)
                .containsExactly(1L, 2L);
        by.delivery.failsWith = new TimedOutException("no broker");
        assertThatThrownBy(() -> sync.send(record("d")))
                .isExactlyInstanceOf(TimedOutException.class)
                .hasMessage("no broker")
                .hasStackTraceContaining("theSynchronousFaceReturnsOrThrowsWithTheCallersStack")
                .cause()
                .isSameAs(by.delivery.failsWith);
    }

    @Test
    void ofSeveralRecordsTheSynchronousFaceTellsWhichFailed() {
        ProducedBy by = opened(new ProducedBy());
        SyncProducer<String, String> sync = new SyncProducer<>(by.producer);
        assertThatThrownBy(
                        () ->
                                sync.send(
                                        List.of(
                                                record("a"),
                                                record("x".repeat(2_000_000)),
                                                record("b"))))
                .isInstanceOfSatisfying(
                        PartlySentException.class,
                        e -> {
                            assertThat(e.outcomes()).hasSize(3);
                            assertThat(e.outcomes().get(0).metadata()).isNotNull();
                            assertThat(e.outcomes().get(1).error())
                                    .isInstanceOf(RefusedException.class);
                            assertThat(e.outcomes().get(2).error()).isNull();
                        })
                .hasMessageStartingWith("1 of 3 records failed");
    }
}
