package dev.moldau.storage;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One run of batches on its way into a log, and what became of it. Made by whoever wants to append,
 * handed to {@link PartitionLog#append}, and read again after that returned or threw.
 *
 * <p>The bytes are borrowed until then and are written to: a leader's append stamps base offsets
 * and leader epochs in place. They are typically a slice of the network frame.
 */
public final class Append {

    /** Who made the batches, which decides what is checked and stamped. */
    public enum Origin {
        /** A client: offsets and leader epoch are stamped, sequences are checked. */
        CLIENT,
        /** A coordinator of this broker: as a client's, but sequences are not checked. */
        COORDINATOR,
        /** The partition's leader: offsets and epochs are kept as they are, nothing is refused. */
        REPLICATION
    }

    private final ByteBuffer records;
    private final Origin origin;
    private final int leaderEpoch;
    private long firstOffset;
    private long lastOffset;
    private @Nullable AppendOutcome outcome;

    private Append(ByteBuffer records, Origin origin, int leaderEpoch) {
        this.records = Objects.requireNonNull(records, "records");
        this.origin = origin;
        this.leaderEpoch = leaderEpoch;
    }

    /**
     * Batches of format v2 that a client produced and {@code BatchValidator} passed.
     *
     * @param records whole batches from position to limit, writable
     * @param leaderEpoch the epoch in which this broker leads the partition
     */
    public static Append produced(ByteBuffer records, int leaderEpoch) {
        return new Append(records, Origin.CLIENT, leaderEpoch);
    }

    /** Batches that a coordinator of this broker wrote; end-of-transaction markers among them. */
    public static Append coordinated(ByteBuffer records, int leaderEpoch) {
        return new Append(records, Origin.COORDINATOR, leaderEpoch);
    }

    /**
     * What a follower fetched: batches with their offsets and epochs, of any format. The first must
     * begin at or above the log's end; a last one that is cut off is left out.
     */
    public static Append replicated(ByteBuffer records) {
        return new Append(records, Origin.REPLICATION, -1);
    }

    ByteBuffer records() {
        return records;
    }

    Origin origin() {
        return origin;
    }

    int leaderEpoch() {
        return leaderEpoch;
    }

    /** Remembers the offsets that it has if the write succeeds. */
    void staged(long first, long last) {
        this.firstOffset = first;
        this.lastOffset = last;
    }

    void written() {
        settle(new AppendOutcome.Appended(firstOffset, lastOffset));
    }

    void settle(AppendOutcome settled) {
        this.outcome = settled;
    }

    boolean isSettled() {
        return outcome != null;
    }

    /**
     * What became of it.
     *
     * @throws IllegalStateException before {@link PartitionLog#append} has returned or thrown
     */
    public AppendOutcome outcome() {
        AppendOutcome settled = outcome;
        if (settled == null) {
            throw new IllegalStateException("not appended yet");
        }
        return settled;
    }
}
