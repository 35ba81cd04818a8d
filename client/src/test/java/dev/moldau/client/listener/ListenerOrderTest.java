package dev.moldau.client.listener;

import static dev.moldau.client.listener.ListenerUnderTest.P0;
import static dev.moldau.client.listener.ListenerUnderTest.P1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.client.fake.VirtualTime;
import dev.moldau.client.listener.ListenerUnderTest.Job;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which messages are handed out when, and what is committed meanwhile. */
class ListenerOrderTest {

    private static final ListenerSettings SETTINGS =
            ListenerSettings.DEFAULT.withCommits(Duration.ofMillis(100), 1_000);
    private static final FailurePolicy POLICY = FailurePolicy.deadLetters(3, "dead");

    private ListenerUnderTest listener(Order order) {
        return new ListenerUnderTest(SETTINGS.withOrder(order), POLICY);
    }

    private static void fill(ListenerUnderTest listener) {
        listener.append(P0, "k", "a1");
        listener.append(P0, "l", "a2");
        listener.append(P0, "k", "a3");
        listener.append(P0, null, "a4");
        listener.append(P0, null, "a5");
        listener.append(P1, "k", "b1");
        listener.assign(P0, P1);
    }

    @Test
    void byPartitionOneOfEachAtATime() {
        ListenerUnderTest listener = listener(Order.PARTITION);
        fill(listener);
        listener.run(20);
        assertThat(listener.values()).containsExactly("a1", "b1");
        listener.job("a1").answer().done();
        listener.run(20);
        assertThat(listener.values()).containsExactly("a1", "b1", "a2");
    }

    @Test
    void byKeyOneOfEachAtATimeAndThoseWithoutAtOnce() {
        ListenerUnderTest listener = listener(Order.KEY);
        fill(listener);
        listener.run(20);
        assertThat(listener.values()).containsExactly("a1", "a2", "a4", "a5", "b1");
        listener.job("a1").answer().done();
        listener.run(20);
        assertThat(listener.values()).endsWith("a3");
    }

    @Test
    void withoutOrderAllAtOnceWithinTheConcurrency() {
        ListenerUnderTest listener =
                new ListenerUnderTest(SETTINGS.withOrder(Order.NONE).withConcurrency(4), POLICY);
        fill(listener);
        listener.run(20);
        assertThat(listener.jobs).hasSize(4);
        listener.job("a3").answer().done();
        listener.run(20);
        assertThat(listener.jobs).hasSize(5);
    }

    @Test
    void nothingIsCommittedBeyondTheFirstThatIsNotDone() {
        ListenerUnderTest listener = listener(Order.NONE);
        fill(listener);
        listener.run(20);
        for (String value : List.of("a2", "a4", "a5")) {
            listener.job(value).answer().done();
        }
        listener.run(500);
        assertThat(listener.committed(P0)).isZero();
        listener.job("a1").answer().done();
        listener.run(500);
        assertThat(listener.committed(P0)).isEqualTo(2);
        listener.job("a3").answer().done();
        listener.run(500);
        assertThat(listener.committed(P0)).isEqualTo(5);
        assertThat(listener.source.group.committed.get(P0)).isEqualTo(new Mark(5, 3));
        assertThat(listener.committed(P1)).isZero();
    }

    @Test
    void commitsAreInBatchesAndAfterManyMessagesTheyDoNotWait() {
        ListenerUnderTest listener =
                new ListenerUnderTest(
                        ListenerSettings.DEFAULT
                                .withOrder(Order.NONE)
                                .withConcurrency(1_000)
                                .withCommits(Duration.ofHours(1), 100),
                        POLICY);
        for (int i = 0; i < 250; i++) {
            listener.append(P0, null, "v" + i);
        }
        listener.assign(P0);
        listener.runUntil(() -> listener.jobs.size() == 250);
        listener.jobs.subList(0, 99).forEach(job -> job.answer().done());
        listener.run(1_000);
        assertThat(listener.source.commits).isEmpty();
        listener.jobs.get(99).answer().done();
        listener.run(1_000);
        assertThat(listener.committed(P0)).isEqualTo(100);
        assertThat(listener.source.commits).hasSize(1);
    }

    @Test
    void whatComesAgainGoesBeforeThoseBehindItAfterItsTime() {
        ListenerUnderTest listener = listener(Order.PARTITION);
        fill(listener);
        listener.run(20);
        listener.job("a1").answer().tell(Outcome.again(Duration.ofMillis(700)));
        listener.job("b1").answer().done();
        listener.run(600);
        assertThat(listener.values()).containsExactly("a1", "b1");
        listener.run(150);
        assertThat(listener.values()).containsExactly("a1", "b1", "a1");
        assertThat(listener.job("a1").message().tries()).isEqualTo(1);
    }

    @Test
    void theLoopWakesUpForWhatIsDueEarlierThanItMeantToLook() {
        ListenerUnderTest listener =
                new ListenerUnderTest(
                        ListenerSettings.DEFAULT.withCommits(Duration.ofHours(1), 1_000), POLICY);
        listener.append(P0, "k", "a1");
        listener.assign(P0);
        listener.run(20);
        long beginMs = listener.time.clock().monotonicMs();
        listener.time.after(
                10, () -> listener.job("a1").answer().tell(Outcome.again(Duration.ofMillis(20))));
        listener.runUntil(() -> listener.jobs.size() == 2);
        assertThat(listener.jobs.get(1).atMs() - beginMs).isBetween(29L, 40L);
    }

    @Test
    void afterItsTriesAMessageGoesToTheDeadLettersAndItsOrderGoesOn() {
        ListenerUnderTest listener =
                new ListenerUnderTest(
                        SETTINGS, POLICY.withBackoff(Duration.ofMillis(10), Duration.ofMillis(50)));
        fill(listener);
        listener.deadLetters.failures = 2;
        listener.runUntil(() -> !listener.jobs.isEmpty());
        for (int i = 0; i < 3; i++) {
            int tries = i;
            listener.runUntil(
                    () -> listener.jobs.stream().filter(j -> is(j, "a1")).count() == tries + 1);
            listener.job("a1").answer().tell(Outcome.again());
        }
        listener.runUntil(() -> listener.values().contains("a2"));
        assertThat(listener.deadLetters.letters).hasSize(1);
        FakeDeadLetters.Letter letter = listener.deadLetters.letters.get(0);
        assertThat(letter.message().offset()).isZero();
        assertThat(letter.message().tries()).isEqualTo(3);
        assertThat(letter.reason()).contains("asked for it again");
        assertThat(listener.counters.deadLettersFailed.sum()).isEqualTo(2);
        listener.run(500);
        assertThat(listener.committed(P0)).isEqualTo(1);
        assertThat(listener.jobs.stream().filter(j -> is(j, "a1"))).hasSize(3);
    }

    @Test
    void aDeadLetterIsDoneOnceItIsStored() {
        ListenerUnderTest listener = listener(Order.KEY);
        fill(listener);
        listener.deadLetters.takesMs = 2_000;
        listener.run(20);
        listener.job("a1").answer().tell(Outcome.deadLetter("no such customer"));
        listener.run(1_000);
        assertThat(listener.values()).doesNotContain("a3");
        assertThat(listener.committed(P0)).isZero();
        listener.runUntil(() -> listener.values().contains("a3"));
        listener.run(500);
        assertThat(listener.deadLetters.letters.get(0).reason()).isEqualTo("no such customer");
        assertThat(listener.committed(P0)).isEqualTo(1);
    }

    @Test
    void withoutADeadLetterTopicAMessageIsTriedForEver() {
        ListenerUnderTest listener =
                new ListenerUnderTest(
                        SETTINGS,
                        FailurePolicy.AGAIN.withBackoff(
                                Duration.ofMillis(1), Duration.ofMillis(2)));
        listener.append(P0, "k", "a1");
        listener.assign(P0);
        for (int i = 1; i <= 50; i++) {
            int tries = i;
            listener.runUntil(() -> listener.jobs.size() == tries);
            listener.job("a1").answer().tell(Outcome.deadLetter("nowhere to go"));
        }
        assertThat(listener.committed(P0)).isZero();
        assertThat(listener.deadLetters.letters).isEmpty();
    }

    @Test
    void whatCannotBeDecodedNeverReachesAHandler() {
        ListenerUnderTest listener = listener(Order.PARTITION);
        listener.append(P0, null, ListenerUnderTest.UNDECODABLE);
        listener.append(P0, null, "fine");
        listener.assign(P0);
        listener.run(500);
        assertThat(listener.values()).containsExactly("fine");
        assertThat(listener.deadLetters.letters).hasSize(1);
    }

    @Test
    void batchesArePartitionsInOrderAndWhatFailedComesAlone() {
        List<List<String>> batches = new ArrayList<>();
        ListenerUnderTest listener =
                batches(
                        batches,
                        Order.PARTITION,
                        (messages, batch) -> {
                            if (batch.contains("v3")) {
                                throw new IllegalStateException("v3 is bad");
                            }
                            return BatchOutcome.success();
                        });
        for (int i = 0; i < 6; i++) {
            listener.append(P0, null, "v" + i);
        }
        listener.assign(P0);
        listener.runUntil(() -> listener.committed(P0) == 6);
        assertThat(batches.get(0)).containsExactly("v0", "v1", "v2", "v3");
        assertThat(batches.subList(1, 4))
                .containsExactly(List.of("v0"), List.of("v1"), List.of("v2"));
        assertThat(batches.subList(4, batches.size()))
                .containsExactly(List.of("v3"), List.of("v3"), List.of("v4", "v5"));
        assertThat(listener.deadLetters.letters).hasSize(1);
    }

    @Test
    void aBatchThatWasDoneInPartGoesOnBehindThat() {
        List<List<String>> batches = new ArrayList<>();
        ListenerUnderTest listener =
                batches(
                        batches,
                        Order.PARTITION,
                        (messages, batch) ->
                                batch.size() > 1 && batch.contains("v1")
                                        ? BatchOutcome.at(1, Outcome.again(Duration.ofMillis(5)))
                                        : BatchOutcome.success());
        for (int i = 0; i < 4; i++) {
            listener.append(P0, null, "v" + i);
        }
        listener.assign(P0);
        listener.runUntil(() -> listener.committed(P0) == 4);
        assertThat(batches)
                .containsExactly(
                        List.of("v0", "v1", "v2", "v3"), List.of("v1"), List.of("v2", "v3"));
    }

    @Test
    void batchesByKeyGatherSeveralKeys() {
        List<List<String>> batches = new ArrayList<>();
        ListenerUnderTest listener =
                batches(batches, Order.KEY, (messages, batch) -> BatchOutcome.success());
        listener.append(P0, "k", "k1");
        listener.append(P0, "l", "l1");
        listener.append(P0, "k", "k2");
        listener.assign(P0);
        listener.runUntil(() -> listener.committed(P0) == 3);
        assertThat(batches).containsExactly(List.of("k1", "k2", "l1"));
    }

    /** A handler of batches that also gets the values as texts. */
    private interface Batches {
        BatchOutcome handle(List<Message<String, String>> messages, List<String> values)
                throws Exception;
    }

    private static ListenerUnderTest batches(
            List<List<String>> batches, Order order, Batches handler) {
        return new ListenerUnderTest(
                new VirtualTime(),
                new FakeSource.Group(),
                SETTINGS.withOrder(order),
                FailurePolicy.deadLetters(3, "dead")
                        .withBackoff(Duration.ofMillis(2), Duration.ofMillis(4)),
                4,
                (judgement, jobs) ->
                        new BatchProcessing<>(
                                messages -> {
                                    List<String> values =
                                            messages.stream()
                                                    .map(m -> String.valueOf(m.value()))
                                                    .toList();
                                    batches.add(values);
                                    return handler.handle(messages, values);
                                },
                                judgement));
    }

    private static boolean is(Job job, String value) {
        return value.equals(job.message().value());
    }
}
