package dev.moldau.storage;

import static dev.moldau.storage.TestBatches.idempotent;
import static dev.moldau.storage.TestBatches.marker;
import static dev.moldau.storage.TestBatches.transactional;
import static dev.moldau.storage.TestFolder.append;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.storage.AppendOutcome.Appended;
import dev.moldau.storage.AppendOutcome.Duplicate;
import dev.moldau.storage.AppendOutcome.Refusal;
import dev.moldau.storage.AppendOutcome.Refused;
import dev.moldau.storage.disk.MemoryDisk;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Idempotent and transactional producers, through the log that remembers them. */
class ProducerTest {

    private final ManualClock clock = new ManualClock();
    private final MemoryDisk disk = new MemoryDisk(clock);
    private final TestFolder folder = new TestFolder(disk, Path.of("/data"), clock);
    private PartitionLog log = folder.create(LogSettings.DEFAULTS.withRetention(-1, -1));

    private static void assertRefused(AppendOutcome outcome, Refusal refusal) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.refusal()).isEqualTo(refusal));
    }

    @Test
    void anyOfTheLastFiveBatchesIsADuplicateWithItsFirstOffset_row6() {
        for (int i = 0; i < 8; i++) {
            append(log, idempotent(1, 0, i * 2, 2, 1));
        }
        for (int round = 0; round < 3; round++) {
            for (int i = 3; i < 8; i++) {
                assertThat(append(log, idempotent(1, 0, i * 2, 2, 1)))
                        .isEqualTo(new Duplicate(i * 2L, i * 2L + 1));
            }
            assertRefused(append(log, idempotent(1, 0, 4, 2, 1)), Refusal.OUT_OF_ORDER_SEQUENCE);
            if (round == 0) {
                log = folder.restart(log);
            } else {
                disk.endProcess();
                log = folder.reopen(log.settings());
            }
        }
    }

    /** Deleting the record does not tell the producer that it was there. */
    @Test
    void aRecordThatWasGivenUpIsNotAppendedAgainAfterACrash() {
        append(log, idempotent(1, 0, 0, 2, 1));
        log.raiseLogStart(2);
        folder.directory.writeLogStarts();
        disk.endProcess();
        log = folder.reopen(log.settings());
        assertThat(log.view().logStartOffset()).isEqualTo(2);
        assertThat(append(log, idempotent(1, 0, 0, 2, 1))).isEqualTo(new Duplicate(0, 1));
        assertThat(append(log, idempotent(1, 0, 2, 1, 1))).isEqualTo(new Appended(2, 2));
        log.truncateTo(2);
        assertThat(append(log, idempotent(1, 0, 0, 2, 1))).isEqualTo(new Duplicate(0, 1));
    }

    @Test
    void aRetryCutDifferentlyIsRefused_row7() {
        append(log, idempotent(1, 0, 0, 4, 1));
        assertRefused(append(log, idempotent(1, 0, 2, 4, 1)), Refusal.OUT_OF_ORDER_SEQUENCE);
        assertRefused(append(log, idempotent(1, 0, 0, 3, 1)), Refusal.OUT_OF_ORDER_SEQUENCE);
        assertThat(log.view().logEndOffset()).isEqualTo(4);
    }

    @Test
    void gapsAreRefusedAndSequencesWrap() {
        int last = Integer.MAX_VALUE - 1;
        assertThat(append(log, idempotent(1, 0, last, 1, 1))).isEqualTo(new Appended(0, 0));
        assertRefused(append(log, idempotent(1, 0, 0, 1, 1)), Refusal.OUT_OF_ORDER_SEQUENCE);
        // One batch over the edge: sequences 2^31-1, 0 and 1.
        assertThat(append(log, idempotent(1, 0, Integer.MAX_VALUE, 3, 1)))
                .isEqualTo(new Appended(1, 3));
        assertThat(append(log, idempotent(1, 0, Integer.MAX_VALUE, 3, 1)))
                .isEqualTo(new Duplicate(1, 3));
        assertThat(append(log, idempotent(1, 0, 2, 1, 1))).isEqualTo(new Appended(4, 4));
    }

    @Test
    void anUnknownProducerMayBeginAnywhereANewEpochAtZeroOnly() {
        assertThat(append(log, idempotent(1, 3, 500, 1, 1))).isEqualTo(new Appended(0, 0));
        assertRefused(append(log, idempotent(1, 4, 501, 1, 1)), Refusal.OUT_OF_ORDER_SEQUENCE);
        assertThat(append(log, idempotent(1, 4, 0, 1, 1))).isEqualTo(new Appended(1, 1));
        assertRefused(append(log, idempotent(1, 3, 501, 1, 1)), Refusal.STALE_PRODUCER_EPOCH);
    }

    @Test
    void batchesOfOneDrainAreJudgedOneAfterTheOther() {
        Append one = Append.produced(idempotent(1, 0, 0, 2, 1), 5);
        Append two = Append.produced(idempotent(1, 0, 2, 2, 1), 5);
        Append again = Append.produced(idempotent(1, 0, 0, 2, 1), 5);
        Append gap = Append.produced(idempotent(1, 0, 9, 2, 1), 5);
        log.append(List.of(one, two, again, gap));
        assertThat(one.outcome()).isEqualTo(new Appended(0, 1));
        assertThat(two.outcome()).isEqualTo(new Appended(2, 3));
        assertThat(again.outcome()).isEqualTo(new Duplicate(0, 1));
        assertRefused(gap.outcome(), Refusal.OUT_OF_ORDER_SEQUENCE);
    }

    @Test
    void historySurvivesRetentionOfItsRecords() {
        for (int i = 0; i < 5; i++) {
            append(log, idempotent(1, 0, i, 1, 1));
        }
        log.roll();
        log.raiseLogStart(5);
        log.maintain();
        assertThat(log.view().segmentCount()).isEqualTo(1);
        log = folder.restart(log);
        assertThat(append(log, idempotent(1, 0, 2, 1, 1))).isEqualTo(new Duplicate(2, 2));
        disk.endProcess();
        log = folder.reopen(log.settings());
        assertThat(append(log, idempotent(1, 0, 2, 1, 1))).isEqualTo(new Duplicate(2, 2));
        assertThat(append(log, idempotent(1, 0, 5, 1, 1))).isEqualTo(new Appended(5, 5));
    }

    @Test
    void idleProducersAreForgottenAndTheirNumberIsBounded() {
        log.configure(log.settings().withProducers(1000, 3));
        for (int id = 1; id <= 5; id++) {
            append(log, idempotent(id, 0, 0, 1, 1));
        }
        assertThat(log.producers())
                .extracting(ProducerSummary::producerId)
                .containsExactly(3L, 4L, 5L);
        clock.advanceMs(999);
        append(log, idempotent(4, 0, 1, 1, 1));
        clock.advanceMs(1);
        log.maintain();
        assertThat(log.producers())
                .singleElement()
                .satisfies(
                        p -> {
                            assertThat(p.producerId()).isEqualTo(4);
                            assertThat(p.lastSequence()).isEqualTo(1);
                            assertThat(p.lastTimestampMs()).isEqualTo(clock.wallMs() - 1);
                        });
    }

    @Test
    void theLastStableOffsetWaitsForTheMarkerAndItsReplication() {
        append(log, transactional(1, 0, 0, 2, 1));
        append(log, idempotent(2, 0, 0, 1, 1));
        assertThat(log.view().lastStableOffset()).isZero();
        assertThat(log.view().read(0, 100, ReadBound.LAST_STABLE_OFFSET, true))
                .isInstanceOf(ReadOutcome.AtEnd.class);
        log.append(List.of(Append.coordinated(marker(1, 0, true, 0, 1), 5)));
        assertThat(log.view().lastStableOffset()).isZero();
        log.moveHighWatermark(4);
        assertThat(log.view().lastStableOffset()).isEqualTo(4);
        assertThat(log.view().abortedTransactions(0, 4)).isEmpty();
    }

    @Test
    void abortedTransactionsAreFoundAlsoAfterACrash() {
        append(log, transactional(1, 0, 0, 2, 1)); // 0, 1
        append(log, transactional(2, 0, 0, 2, 1)); // 2, 3
        end(2); // 4
        end(1); // 5
        for (int round = 0; round < 3; round++) {
            log.moveHighWatermark(6);
            assertThat(log.view().abortedTransactions(0, 6))
                    .containsExactly(new AbortedTransaction(1, 0), new AbortedTransaction(2, 2));
            assertThat(log.view().abortedTransactions(5, 6))
                    .containsExactly(new AbortedTransaction(1, 0));
            assertThat(log.view().lastStableOffset()).isEqualTo(6);
            if (round == 0) {
                log = folder.restart(log);
            } else {
                disk.endProcess();
                log = folder.reopen(log.settings());
            }
        }
        log.truncateTo(5);
        assertThat(log.view().abortedTransactions(0, 6))
                .containsExactly(new AbortedTransaction(2, 2));
        assertThat(log.view().lastStableOffset()).isZero();
    }

    private void end(long producerId) {
        log.append(List.of(Append.coordinated(marker(producerId, 0, false, 0, 1), 5)));
    }

    @Test
    void markersComeFromCoordinatorsOnlyAndNotFromStaleOnes() {
        append(log, transactional(1, 3, 0, 2, 1));
        assertRefused(append(log, marker(1, 3, true, 0, 1)), Refusal.MALFORMED);
        Append current = Append.coordinated(marker(1, 3, true, 7, 1), 5);
        Append staleEpoch = Append.coordinated(marker(1, 2, true, 8, 1), 5);
        Append staleCoordinator = Append.coordinated(marker(1, 3, true, 6, 1), 5);
        log.append(List.of(current, staleEpoch, staleCoordinator));
        assertThat(current.outcome()).isEqualTo(new Appended(2, 2));
        assertRefused(staleEpoch.outcome(), Refusal.STALE_PRODUCER_EPOCH);
        assertRefused(staleCoordinator.outcome(), Refusal.STALE_COORDINATOR_EPOCH);
    }

    @Test
    void aBatchOutsideAnOpenTransactionIsRefused() {
        append(log, transactional(1, 0, 0, 2, 1));
        assertRefused(append(log, idempotent(1, 0, 2, 1, 1)), Refusal.TRANSACTION_STATE);
    }
}
