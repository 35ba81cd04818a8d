package dev.moldau.broker.group;

import dev.moldau.broker.partition.AppendResult;
import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.partition.PendingAppend;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.storage.FileRecords;
import dev.moldau.storage.ReadBound;
import dev.moldau.storage.ReadOutcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * A partition of this broker as a shard's log, in the epoch in which the broker was elected. Safe
 * for use by any thread.
 */
public final class PartitionShardLog implements ShardLog {

    private final Partition partition;
    private final int epoch;
    private final Executor readers;

    /**
     * @param epoch the leader epoch of the election; appends fail once the partition has another
     * @param readers where reads may wait for the disk
     */
    public PartitionShardLog(Partition partition, int epoch, Executor readers) {
        this.partition = partition;
        this.epoch = epoch;
        this.readers = readers;
    }

    @Override
    public long startOffset() {
        return partition.view().logStartOffset();
    }

    @Override
    public long endOffset() {
        return partition.view().logEndOffset();
    }

    @Override
    public int maxBatchBytes() {
        return partition.settings().batches().maxBatchBytes();
    }

    @Override
    public CompletionStage<Long> append(MemoryRecords batch) {
        CompletableFuture<Long> committed = new CompletableFuture<>();
        ErrorCode fenced = partition.checkLeader(epoch);
        if (fenced != ErrorCode.NONE) {
            committed.completeExceptionally(
                    new AppendFailedException(fenced, partition + " in epoch " + epoch));
        } else if (batch.sizeBytes() > maxBatchBytes()) {
            committed.completeExceptionally(
                    new AppendFailedException(
                            ErrorCode.MESSAGE_TOO_LARGE,
                            batch.sizeBytes() + " bytes for " + partition));
        } else {
            partition.append(
                    PendingAppend.coordinated(batch.bytes(), result -> end(committed, result)));
        }
        return committed;
    }

    private void end(CompletableFuture<Long> committed, AppendResult result) {
        switch (result.error()) {
            case NONE -> committed.complete(result.baseOffset());
            case NOT_ENOUGH_REPLICAS_AFTER_APPEND, REQUEST_TIMED_OUT, UNKNOWN_SERVER_ERROR ->
                    committed.completeExceptionally(
                            new IllegalStateException(
                                    partition + ": an append ended with " + result));
            default ->
                    committed.completeExceptionally(
                            new AppendFailedException(
                                    result.error(), partition + ": " + result.message()));
        }
    }

    @Override
    public CompletionStage<MemoryRecords> read(long offset, int maxBytes) {
        return CompletableFuture.supplyAsync(() -> readNow(offset, maxBytes), readers);
    }

    private MemoryRecords readNow(long offset, int maxBytes) {
        return switch (partition.view().read(offset, maxBytes, ReadBound.LOG_END, true)) {
            case ReadOutcome.Data(FileRecords records) -> {
                try (records) {
                    yield new MemoryRecords(records.toMemory());
                }
            }
            case ReadOutcome.AtEnd _ -> MemoryRecords.EMPTY;
            case ReadOutcome.OutOfRange _ ->
                    throw new IllegalStateException(partition + " does not have offset " + offset);
        };
    }
}
