package dev.moldau.broker.partition;

import org.jspecify.annotations.Nullable;

/**
 * Decides whether produced records may enter a log. Confined to one lane, which has one for all its
 * partitions.
 */
public interface Admission {

    /**
     * Validates the records, stamps them where the topic asks for it, and calls {@link
     * PendingAppend#admitted}.
     *
     * @param pending records that a client produced
     * @param settings what the partition goes by
     * @param leaderEpoch the epoch in which this broker leads
     * @param nowMs wall-clock time, in milliseconds
     * @return why they may not enter, or null if they were admitted
     */
    @Nullable AppendResult admit(
            PendingAppend pending, PartitionSettings settings, int leaderEpoch, long nowMs);
}
