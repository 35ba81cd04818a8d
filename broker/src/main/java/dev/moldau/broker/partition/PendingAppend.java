package dev.moldau.broker.partition;

import dev.moldau.protocol.ErrorCode;
import dev.moldau.storage.Append;
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

    private static final int NOT_PRODUCED = -1;

    private final ByteBuffer records;
    private final int produceVersion;
    private final boolean allReplicas;
    private final Consumer<AppendResult> done;

    /** Set by the partition once the records are admitted. */
    private @Nullable Append append;

    private long logAppendTimeMs = AppendResult.NONE;

    private PendingAppend(
            ByteBuffer records,
            int produceVersion,
            boolean allReplicas,
            Consumer<AppendResult> done) {
        this.records = Objects.requireNonNull(records, "records");
        this.produceVersion = produceVersion;
        this.allReplicas = allReplicas;
        this.done = done;
    }

    /**
     * Records that a client produced; the partition validates them.
     *
     * @param records from position to limit, writable
     * @param produceVersion the version of the request that carried them, which says what they may
     *     be
     * @param allReplicas whether the client asks for every in-sync replica ({@code acks=all})
     * @param done told the outcome on the partition's lane; must not throw
     */
    public static PendingAppend produced(
            ByteBuffer records,
            int produceVersion,
            boolean allReplicas,
            Consumer<AppendResult> done) {
        return new PendingAppend(records, produceVersion, allReplicas, done);
    }

    /** Batches that a coordinator of this broker made; they are not validated again. */
    public static PendingAppend coordinated(ByteBuffer records, Consumer<AppendResult> done) {
        return new PendingAppend(records, NOT_PRODUCED, true, done);
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

    long logAppendTimeMs() {
        return logAppendTimeMs;
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

    /** Says that the records cannot even be sent to the lane. Instead of sending, on any thread. */
    public void refuse(ErrorCode error, String message) {
        finish(AppendResult.refused(error, message));
    }

    void finish(AppendResult result) {
        done.accept(result);
    }
}
