package dev.moldau.client.listener;

import static dev.moldau.client.listener.ListenerUnderTest.P0;
import static dev.moldau.client.listener.ListenerUnderTest.P1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.fake.VirtualTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What happens when partitions come and go, when there is too much, and at the end. */
class ListenerGroupTest {

    private static final ListenerSettings SETTINGS =
            ListenerSettings.DEFAULT
                    .withOrder(Order.NONE)
                    .withCommits(Duration.ofMillis(100), 1_000)
                    .withRevocation(Duration.ofSeconds(2));

    private static ListenerUnderTest listener(ListenerSettings settings, int records) {
        ListenerUnderTest listener = new ListenerUnderTest(settings, FailurePolicy.AGAIN);
        for (int i = 0; i < records; i++) {
            listener.append(P0, null, "a" + i);
            listener.append(P1, null, "b" + i);
        }
        listener.assign(P0, P1);
        listener.run(20);
        return listener;
    }

    /** FIELD-REPORTS row 20 and 26: what a slow handler must not do to its group. */
    @Test
    void aSlowHandlerDoesNotKeepTheConsumerFromPolling() {
        ListenerUnderTest listener = listener(SETTINGS, 3);
        int before = listener.source.polls;
        listener.run(600_000);
        assertThat(listener.source.polls - before).isGreaterThan(1_000);
        assertThat(listener.desk.oldestMs()).isBetween(599_000L, 601_000L);
    }

    @Test
    void whatRunsWhenPartitionsGoIsFinishedAndCommittedAndNothingElseBegun() {
        ListenerUnderTest listener = listener(SETTINGS.withConcurrency(2), 3);
        assertThat(listener.values()).containsExactly("a0", "a1");
        listener.time.after(500, () -> listener.job("a0").answer().done());
        listener.time.after(900, () -> listener.job("a1").answer().done());
        listener.source.revoke(List.of(P0));
        listener.loop.turn();
        assertThat(listener.committed(P0)).isEqualTo(2);
        assertThat(listener.values()).doesNotContain("a2");
        assertThat(listener.desk.partitions()).containsExactly(P1);
        listener.run(50);
        assertThat(listener.values()).containsExactly("a0", "a1", "b0", "b1");
    }

    @Test
    void aHandlerThatTakesTooLongWithWhatGoesIsLeftBehind() {
        ListenerUnderTest listener = listener(SETTINGS.withConcurrency(2), 3);
        listener.job("a0").answer().done();
        long beginNs = listener.time.nowNs();
        listener.source.revoke(List.of(P0));
        listener.loop.turn();
        assertThat((listener.time.nowNs() - beginNs) / 1_000_000).isBetween(2_000L, 2_100L);
        assertThat(listener.committed(P0)).isEqualTo(1);
        assertThat(listener.job("a1").message().isRevoked()).isTrue();
        listener.job("a1").answer().done();
        listener.run(500);
        assertThat(listener.committed(P0)).as("too late to count").isEqualTo(1);
    }

    @Test
    void aPartitionThatComesBackGoesOnWhereItsOffsetIs() {
        ListenerUnderTest listener = listener(SETTINGS, 3);
        listener.job("a0").answer().done();
        listener.source.revoke(List.of(P0));
        listener.loop.turn();
        listener.source.assign(List.of(P0));
        listener.run(50);
        assertThat(listener.values().stream().filter(value -> value.equals("a1"))).hasSize(2);
        assertThat(listener.values().stream().filter(value -> value.equals("a0"))).hasSize(1);
        listener.jobs.subList(0, 6).forEach(job -> job.answer().done());
        listener.run(500);
        assertThat(listener.committed(P0)).as("answers of before do not count").isEqualTo(1);
    }

    /** FIELD-REPORTS row 22: a commit in a rebalance. */
    @Test
    void aCommitThatFailsForNowIsCoveredByTheNext() {
        ListenerUnderTest listener = listener(SETTINGS, 1);
        listener.source.nextCommitFails = new RetriableException("rebalance in progress");
        listener.jobs.forEach(job -> job.answer().done());
        listener.run(1_000);
        assertThat(listener.counters.commitsFailed.sum()).isEqualTo(1);
        assertThat(listener.committed(P0)).isEqualTo(1);
        assertThat(listener.committed(P1)).isEqualTo(1);
    }

    @Test
    void aFencedMemberStopsAtOnceAndCommitsNothing() {
        ListenerUnderTest listener = listener(SETTINGS.withConcurrency(2), 3);
        listener.job("a0").answer().done();
        listener.source.fence();
        listener.loop.turn();
        assertThat(listener.committed(P0)).isZero();
        assertThat(listener.job("a1").message().isRevoked()).isTrue();
        assertThat(listener.counters.abandoned.sum()).isPositive();
        int handedOut = listener.jobs.size();
        listener.run(500);
        assertThat(listener.jobs).hasSize(handedOut);
        listener.assign(P0);
        listener.jobs.forEach(job -> job.answer().done());
        listener.run(500);
        assertThat(listener.jobs.get(handedOut).message().value()).isEqualTo("a0");
        assertThat(listener.committed(P0)).isZero();
    }

    @Test
    void aCommitThatIsNotAllowedEndsIt() {
        ListenerUnderTest listener = listener(SETTINGS, 1);
        listener.source.nextCommitFails = new RefusedException("not authorized for the group");
        listener.jobs.forEach(job -> job.answer().done());
        assertThatThrownBy(() -> listener.run(1_000)).hasMessageContaining("not authorized");
    }

    @Test
    void pollsThatFailForNowAreTriedAgainAndOthersEndIt() {
        ListenerUnderTest listener = listener(SETTINGS, 1);
        listener.source.nextPollFails = new RetriableException("no coordinator");
        listener.run(500);
        assertThat(listener.jobs).hasSize(2);
        assertThat(listener.counters.pollsFailed.sum()).isEqualTo(1);
        listener.source.nextPollFails = new FatalException("fenced for good");
        assertThatThrownBy(() -> listener.run(500)).hasMessageContaining("fenced for good");
    }

    /** FIELD-REPORTS row 30: bounded queues. */
    @Test
    void tooManyRecordsPauseReadingUntilHalfOfTheBoundIsFree() {
        ListenerUnderTest listener = listener(SETTINGS.withBuffer(100, 1 << 20), 300);
        listener.run(1_000);
        int buffered = listener.desk.with(Ledger::records);
        assertThat(buffered).isBetween(100, 150);
        assertThat(listener.source.paused).containsExactlyInAnyOrder(P0, P1);
        while (listener.desk.with(Ledger::records) > 51) {
            listener.jobs.remove(0).answer().done();
            listener.time.runFor(0);
        }
        listener.loop.turn();
        assertThat(listener.source.paused).hasSize(2);
        int left = listener.jobs.size();
        for (int i = 0; i < left; i++) {
            listener.jobs.remove(0).answer().done();
        }
        listener.run(10);
        assertThat(listener.source.pauses).isGreaterThanOrEqualTo(1);
        listener.runUntil(
                () -> {
                    List.copyOf(listener.jobs).forEach(job -> job.answer().done());
                    return listener.committed(P0) == 300 && listener.committed(P1) == 300;
                });
        assertThat(listener.source.pauses).isGreaterThan(1);
    }

    @Test
    void tooManyBytesPauseReading() {
        ListenerUnderTest listener = listener(SETTINGS.withBuffer(10_000, 60), 300);
        listener.run(200);
        assertThat(listener.source.paused).containsExactlyInAnyOrder(P0, P1);
        int buffered = listener.desk.with(Ledger::records);
        assertThat(buffered).isLessThanOrEqualTo(50);
    }

    @Test
    void aMessageThatIsNeverDoneBoundsHowFarItsPartitionIsReadAhead() {
        ListenerUnderTest listener = listener(SETTINGS.withBuffer(100, 1 << 20), 1_000);
        for (int i = 0; i < 200; i++) {
            List.copyOf(listener.jobs).stream()
                    .filter(job -> !"a0".equals(job.message().value()))
                    .forEach(job -> job.answer().done());
            listener.run(5);
        }
        assertThat(listener.source.positions.get(P0)).isBetween(100L, 150L);
        assertThat(listener.source.paused).containsExactly(P0);
        assertThat(listener.source.positions.get(P1)).isEqualTo(1_000);
        listener.job("a0").answer().done();
        listener.runUntil(() -> listener.source.positions.getOrDefault(P0, 0L) > 150);
    }

    @Test
    void theLoopWakesUpWhenThereIsRoomAgain() {
        ListenerUnderTest listener =
                listener(
                        SETTINGS.withBuffer(10, 1 << 20).withCommits(Duration.ofHours(1), 9_999),
                        100);
        listener.run(20);
        assertThat(listener.source.paused).isNotEmpty();
        int before = listener.jobs.size();
        long beginMs = listener.time.clock().monotonicMs();
        listener.time.after(
                30, () -> List.copyOf(listener.jobs).forEach(job -> job.answer().done()));
        listener.time.after(
                31, () -> List.copyOf(listener.jobs).forEach(job -> job.answer().done()));
        listener.time.after(
                32, () -> List.copyOf(listener.jobs).forEach(job -> job.answer().done()));
        listener.time.after(
                33, () -> List.copyOf(listener.jobs).forEach(job -> job.answer().done()));
        listener.runUntil(() -> listener.source.paused.isEmpty() || listener.jobs.size() > 60);
        assertThat(listener.time.clock().monotonicMs() - beginMs).isLessThan(100);
        assertThat(listener.jobs.size()).isGreaterThan(before);
    }

    @Test
    void theEndFinishesWhatRunsAndCommits() {
        ListenerUnderTest listener = listener(SETTINGS.withConcurrency(1), 3);
        listener.time.after(300, () -> listener.job("a0").answer().done());
        listener.loop.end(10_000);
        assertThat(listener.committed(P0)).isEqualTo(1);
        assertThat(listener.values()).containsExactly("a0");
        assertThat(listener.source.closed).isTrue();
    }

    /** FIELD-REPORTS row 36: closing hangs. */
    @Test
    void theEndComesInTimeWhateverHangs() {
        ListenerUnderTest listener = listener(SETTINGS, 3);
        listener.source.hangsInClose = true;
        listener.source.commitTakesMs = 60_000;
        listener.job("a0").answer().done();
        long beginMs = listener.time.clock().monotonicMs();
        listener.loop.end(3_000);
        assertThat(listener.time.clock().monotonicMs() - beginMs).isLessThanOrEqualTo(3_000);
        assertThat(listener.source.closed).isTrue();
    }

    @Test
    void anErrorOfAHandlerEndsItAndNothingMoreIsBegun() {
        ListenerUnderTest listener =
                new ListenerUnderTest(
                        new VirtualTime(),
                        new FakeSource.Group(),
                        SETTINGS.withConcurrency(1),
                        FailurePolicy.AGAIN,
                        (message, answer) -> {
                            throw new AssertionError("a bug");
                        });
        listener.append(P0, null, "a0");
        listener.append(P0, null, "a1");
        listener.assign(P0);
        listener.runUntil(() -> listener.desk.fault() != null);
        assertThat(listener.desk.fault()).hasMessage("a bug");
        listener.run(500);
        assertThat(listener.committed(P0)).isZero();
    }
}
