package dev.moldau.broker.partition;

import dev.moldau.protocol.ErrorCode;
import dev.moldau.storage.Append;
import dev.moldau.storage.AppendOutcome;
import dev.moldau.storage.StorageException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Records on their way to a partition, and whom to tell what became of them.
 *
 * <p>Made by any thread, then owned by the partition's lane until {@code done} is called, which
 * happens exactly once, on that lane. Until then the bytes are borrowed and may be written to.
 */
public final class PendingAppend {

    /** Stands for the deadline of an append that waits until it is known what becomes of it. */
    static final long NO_TIMEOUT = -1;

    private static final int NOT_PRODUCED = -1;

    private final ByteBuffer records;
    private final int produceVersion;
    private final boolean allReplicas;
    private final long timeoutMs;
    private final Consumer<AppendResult> done;

    /** Set by the partition once the records are admitted. */
    private @Nullable Append append;

    private long logAppendTimeMs = AppendResult.NONE;

    private PendingAppend(
            ByteBuffer records,
            int produceVersion,
            boolean allReplicas,
            long timeoutMs,
            Consumer<AppendResult> done) {
        this.records = Objects.requireNonNull(records, "records");
        this.produceVersion = produceVersion;
        this.allReplicas = allReplicas;
        this.timeoutMs = timeoutMs;
        this.done = done;
    }

    /**
     * Records that a client produced; the partition validates them.
     *
     * @param records from position to limit, writable
     * @param produceVersion the version of the request that carried them, which says what they may
     *     be
     * @param allReplicas whether the client asks for every in-sync replica ({@code acks=all})
     * @param timeoutMs how long the client waits for them, in milliseconds
     * @param done told the outcome on the partition's lane; must not throw
     */
    public static PendingAppend produced(
            ByteBuffer records,
            int produceVersion,
            boolean allReplicas,
            long timeoutMs,
            Consumer<AppendResult> done) {
        return new PendingAppend(
                records, produceVersion, allReplicas, Math.max(0, timeoutMs), done);
    }

    /**
     * Batches that a coordinator of this broker made; they are not validated again. A coordinator
     * cannot take back what it wrote, so it is told when the records are committed, however long
     * that takes, or that this broker does not lead any more.
     */
    public static PendingAppend coordinated(ByteBuffer records, Consumer<AppendResult> done) {
        return new PendingAppend(records, NOT_PRODUCED, true, NO_TIMEOUT, done);
    }

    ByteBuffer records() {
        return records;
    }

    boolean isFromClient() {
        return produceVersion != NOT_PRODUCED;
    }

    int produceVersion() {
        return produceVersion;
    }

    boolean needsAllReplicas() {
        return allReplicas;
    }

    /** How long it may wait for replicas, in milliseconds, or {@link #NO_TIMEOUT}. */
    long timeoutMs() {
        return timeoutMs;
    }

    Append append() {
        return Objects.requireNonNull(append, "not admitted");
    }

    /** The records passed; what is appended may be another buffer, if they had to be rewritten. */
    void admitted(ByteBuffer batches, int leaderEpoch, long stampedMs) {
        this.logAppendTimeMs = stampedMs;
        this.append =
                isFromClient()
                        ? Append.produced(batches, leaderEpoch)
                        : Append.coordinated(batches, leaderEpoch);
    }

    /**
     * What became of the records in this broker's own log.
     *
     * @param logStartOffset where the log begins
     * @param failure what the log threw; null if nothing
     */
    AppendResult written(long logStartOffset, @Nullable Throwable failure) {
        if (failure != null && !(failure instanceof StorageException)) {
            return AppendResult.refused(ErrorCode.UNKNOWN_SERVER_ERROR, null);
        }
        return switch (append().outcome()) {
            case AppendOutcome.Appended(long first, long last) ->
                    AppendResult.appended(first, last, logAppendTimeMs, logStartOffset);
            case AppendOutcome.Duplicate(long first, long last) ->
                    AppendResult.appended(first, last, logAppendTimeMs, logStartOffset);
            case AppendOutcome.Refused(AppendOutcome.Refusal refusal, String detail) ->
                    AppendResult.refused(errorOf(refusal), detail);
            case AppendOutcome.Failed _ ->
                    AppendResult.refused(
                            ErrorCode.KAFKA_STORAGE_ERROR,
                            failure == null ? null : failure.getMessage());
        };
    }

    static ErrorCode errorOf(AppendOutcome.Refusal refusal) {
        return switch (refusal) {
            case OUT_OF_ORDER_SEQUENCE -> ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER;
            case STALE_PRODUCER_EPOCH -> ErrorCode.INVALID_PRODUCER_EPOCH;
            case STALE_COORDINATOR_EPOCH -> ErrorCode.TRANSACTION_COORDINATOR_FENCED;
            case TRANSACTION_STATE -> ErrorCode.INVALID_TXN_STATE;
            case LARGER_THAN_SEGMENT -> ErrorCode.RECORD_LIST_TOO_LARGE;
            case OUT_OF_ORDER_OFFSET, MALFORMED -> ErrorCode.CORRUPT_MESSAGE;
        };
    }

    /** Says that the records cannot even be sent to the lane. Instead of sending, on any thread. */
    public void refuse(ErrorCode error, String message) {
        finish(AppendResult.refused(error, message));
    }

    void finish(AppendResult result) {
        done.accept(result);
    }
}
