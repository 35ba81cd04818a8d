package dev.moldau.broker.replication;

import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.Batches;
import dev.moldau.protocol.record.CorruptRecordsException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Looks at what a leader sent before any of it is appended: a disk or a network that flips a bit at
 * the leader must not spoil the followers' copies, which are what the cluster has left then.
 *
 * <p>Confined to one thread; creates nothing per batch.
 */
public final class RecordsCheck {

    private final Batches walk = new Batches();

    /** A check that can be used again and again. */
    public RecordsCheck() {}

    /**
     * What is wrong with a run of batches; null if nothing is. A last batch that is cut off is
     * right, unless it is the only one.
     *
     * @param records from position to limit, not moved
     * @param leaderEpoch no record can be of a later epoch than its leader
     */
    public @Nullable String fault(ByteBuffer records, int leaderEpoch) {
        int whole = 0;
        walk.over(records);
        try {
            while (walk.next()) {
                whole++;
                String fault = fault(walk.batch(), leaderEpoch);
                if (fault != null) {
                    return fault;
                }
            }
        } catch (CorruptRecordsException e) {
            return String.valueOf(e.getMessage());
        }
        return whole == 0 && records.hasRemaining() ? "there is no whole batch" : null;
    }

    private static @Nullable String fault(BatchView batch, int leaderEpoch) {
        if (!batch.checksumMatches()) {
            return "the checksum of the batch at offset " + batch.baseOffset() + " does not match";
        }
        if (batch.isV2() && batch.partitionLeaderEpoch() > leaderEpoch) {
            return "the batch at offset "
                    + batch.baseOffset()
                    + " is of epoch "
                    + batch.partitionLeaderEpoch()
                    + ", and its leader of epoch "
                    + leaderEpoch;
        }
        return null;
    }
}
