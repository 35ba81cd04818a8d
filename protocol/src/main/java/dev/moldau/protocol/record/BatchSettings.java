package dev.moldau.protocol.record;

import dev.moldau.protocol.compress.Compression;

/**
 * What a batch that is written says about all its records.
 *
 * @param baseOffset the offset of the first record
 * @param compression how the records are compressed
 * @param compressionLevel a level of that compression
 * @param timestampType who sets the timestamps
 * @param logAppendTimeMs the broker's time in epoch ms, where it sets the timestamps
 * @param producerId the producer's id or {@link BatchView#NO_PRODUCER_ID}
 * @param producerEpoch the producer's epoch or {@link BatchView#NO_PRODUCER_EPOCH}
 * @param baseSequence the first record's sequence or {@link BatchView#NO_SEQUENCE}
 * @param transactional whether the records belong to a transaction
 * @param control whether the records are control records
 * @param partitionLeaderEpoch the leader's epoch or {@link BatchView#NO_LEADER_EPOCH}
 */
public record BatchSettings(
        long baseOffset,
        Compression compression,
        int compressionLevel,
        TimestampType timestampType,
        long logAppendTimeMs,
        long producerId,
        short producerEpoch,
        int baseSequence,
        boolean transactional,
        boolean control,
        int partitionLeaderEpoch) {

    /** Plain records from offset 0, timestamped by their creator, of no particular producer. */
    public static final BatchSettings PLAIN =
            new BatchSettings(
                    0,
                    Compression.NONE,
                    Compression.NONE.defaultLevel(),
                    TimestampType.CREATE_TIME,
                    BatchView.NO_TIMESTAMP,
                    BatchView.NO_PRODUCER_ID,
                    BatchView.NO_PRODUCER_EPOCH,
                    BatchView.NO_SEQUENCE,
                    false,
                    false,
                    BatchView.NO_LEADER_EPOCH);

    /** The same from another offset. */
    public BatchSettings withBaseOffset(long offset) {
        return new BatchSettings(
                offset,
                compression,
                compressionLevel,
                timestampType,
                logAppendTimeMs,
                producerId,
                producerEpoch,
                baseSequence,
                transactional,
                control,
                partitionLeaderEpoch);
    }

    /** The same compressed at the codec's default level. */
    public BatchSettings withCompression(Compression codec) {
        return withCompression(codec, codec.defaultLevel());
    }

    /** The same compressed at a level of the codec. */
    public BatchSettings withCompression(Compression codec, int level) {
        return new BatchSettings(
                baseOffset,
                codec,
                level,
                timestampType,
                logAppendTimeMs,
                producerId,
                producerEpoch,
                baseSequence,
                transactional,
                control,
                partitionLeaderEpoch);
    }

    /** The same with the broker's time, in epoch ms, for every record. */
    public BatchSettings withLogAppendTime(long timestampMs) {
        return new BatchSettings(
                baseOffset,
                compression,
                compressionLevel,
                TimestampType.LOG_APPEND_TIME,
                timestampMs,
                producerId,
                producerEpoch,
                baseSequence,
                transactional,
                control,
                partitionLeaderEpoch);
    }

    /** The same from an idempotent producer. */
    public BatchSettings withProducer(long id, short epoch, int firstSequence) {
        return new BatchSettings(
                baseOffset,
                compression,
                compressionLevel,
                timestampType,
                logAppendTimeMs,
                id,
                epoch,
                firstSequence,
                transactional,
                control,
                partitionLeaderEpoch);
    }

    /** The same as part of the producer's transaction. */
    public BatchSettings inTransaction() {
        return new BatchSettings(
                baseOffset,
                compression,
                compressionLevel,
                timestampType,
                logAppendTimeMs,
                producerId,
                producerEpoch,
                baseSequence,
                true,
                control,
                partitionLeaderEpoch);
    }

    /** The same for control records. */
    public BatchSettings asControl() {
        return new BatchSettings(
                baseOffset,
                compression,
                compressionLevel,
                timestampType,
                logAppendTimeMs,
                producerId,
                producerEpoch,
                baseSequence,
                transactional,
                true,
                partitionLeaderEpoch);
    }

    /** The same appended in a leader epoch. */
    public BatchSettings withLeaderEpoch(int epoch) {
        return new BatchSettings(
                baseOffset,
                compression,
                compressionLevel,
                timestampType,
                logAppendTimeMs,
                producerId,
                producerEpoch,
                baseSequence,
                transactional,
                control,
                epoch);
    }

    int attributes() {
        return compression.id()
                | (timestampType == TimestampType.LOG_APPEND_TIME
                        ? BatchView.LOG_APPEND_TIME_FLAG
                        : 0)
                | (transactional ? BatchView.TRANSACTIONAL_FLAG : 0)
                | (control ? BatchView.CONTROL_FLAG : 0);
    }
}
