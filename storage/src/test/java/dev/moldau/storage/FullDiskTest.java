package dev.moldau.storage;

import static dev.moldau.storage.TestFolder.append;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.protocol.record.BatchView;
import dev.moldau.storage.disk.MemoryDisk;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a log can still do while its disk is full, and that it is none the worse for it after. */
class FullDiskTest {

    private final ManualClock clock = new ManualClock();
    private final MemoryDisk disk = new MemoryDisk(clock);
    private final TestFolder folder = new TestFolder(disk, Path.of("/data"), clock);

    private static final LogSettings FLUSH_EACH = LogSettings.DEFAULTS.withFlush(1, Long.MAX_VALUE);

    private void full() {
        disk.capacityBytes(disk.usedBytes());
    }

    private void room() {
        disk.capacityBytes(Long.MAX_VALUE);
    }

    private static void replicate(PartitionLog log, int epoch, int batches) {
        for (int i = 0; i < batches; i++) {
            ByteBuffer records = TestBatches.plain(2, 10, 1);
            BatchView batch = new BatchView().wrap(records, 0);
            batch.baseOffset(log.view().logEndOffset());
            batch.partitionLeaderEpoch(epoch);
            log.append(List.of(Append.replicated(records)));
        }
    }

    /** Offsets 0 to 3 of epoch 1, 4 to 7 of epoch 3, as the file of epochs says too. */
    private PartitionLog logOfTwoEpochs() {
        PartitionLog log = folder.create(LogSettings.DEFAULTS);
        replicate(log, 1, 2);
        replicate(log, 3, 2);
        log.flush();
        return log;
    }

    @Test
    void truncatesAndIsRightAfterACrash_row44() {
        PartitionLog log = logOfTwoEpochs();
        full();
        assertThat(log.truncateTo(2)).isEqualTo(2);
        assertThat(log.hasFailed()).isFalse();
        assertThat(log.view().leaderEpoch()).isEqualTo(1);
        room();
        replicate(log, 2, 3); // beyond where epoch 3 began
        disk.endProcess();
        log = folder.reopen(LogSettings.DEFAULTS);
        assertThat(log.view().logEndOffset()).isEqualTo(8);
        assertThat(log.view().endOffsetFor(1)).isEqualTo(new EpochEnd(1, 2));
        assertThat(log.view().endOffsetFor(3)).isEqualTo(EpochEnd.UNKNOWN);
    }

    @Test
    void startsOverAndIsRightAfterACrash_row44() {
        PartitionLog log = logOfTwoEpochs();
        full();
        log.truncateFullyAndStartAt(20);
        assertThat(log.hasFailed()).isFalse();
        room();
        replicate(log, 2, 1);
        disk.endProcess();
        log = folder.reopen(LogSettings.DEFAULTS);
        assertThat(log.view().logStartOffset()).isEqualTo(20);
        assertThat(log.view().logEndOffset()).isEqualTo(22);
        assertThat(log.view().endOffsetFor(2)).isEqualTo(new EpochEnd(2, 22));
        assertThat(log.view().endOffsetFor(3)).isEqualTo(EpochEnd.UNKNOWN);
    }

    @Test
    void truncationBelowTheWrittenRecoveryPointWaitsForRoomAndChangesNothingBefore_row44() {
        PartitionLog log = logOfTwoEpochs();
        folder.directory.writeCheckpoints();
        full();
        assertThatThrownBy(() -> log.truncateTo(2)).isInstanceOf(DiskFailureException.class);
        assertThat(log.hasFailed()).isFalse();
        assertThat(log.view().logEndOffset()).isEqualTo(8);
        room();
        assertThat(log.truncateTo(2)).isEqualTo(2);
        assertThat(log.view().logEndOffset()).isEqualTo(2);
    }

    @Test
    void whatFitsIsAsDurableAsAskedThoughTheEpochsCannotBeWritten() {
        PartitionLog log = folder.create(FLUSH_EACH);
        ByteBuffer records = TestBatches.plain(1, 1, 1);
        disk.capacityBytes(disk.usedBytes() + records.remaining());
        assertThat(append(log, records)).isEqualTo(new AppendOutcome.Appended(0, 0));
        assertThat(log.recoveryPoint()).as("the epochs are to be found in the batches").isZero();
        disk.loseUnsynced(new Random(1));
        room();
        PartitionLog again = folder.reopen(FLUSH_EACH);
        assertThat(again.view().logEndOffset()).isEqualTo(1);
        assertThat(again.view().leaderEpoch()).isEqualTo(5);
        append(again, TestBatches.plain(1, 1, 1));
        assertThat(again.recoveryPoint()).isEqualTo(2);
    }
}
