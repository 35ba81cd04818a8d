package dev.moldau.protocol.record;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * The control record that ends a producer's transaction in a partition (KIP-98).
 *
 * @param committed whether the transaction's records count; aborted otherwise
 * @param coordinatorEpoch the epoch of the coordinator that decided so
 */
public record EndTransactionMarker(boolean committed, int coordinatorEpoch) {

    private static final short VERSION = 0;
    private static final short ABORT_TYPE = 0;
    private static final short COMMIT_TYPE = 1;
    private static final int KEY_BYTES = 4;
    private static final int VALUE_BYTES = 6;

    /** How many bytes a batch with nothing but a marker takes at most. */
    public static final int BATCH_BOUND_BYTES =
            (int) BatchWriter.sizeBound(KEY_BYTES, VALUE_BYTES, List.of());

    /**
     * Writes the control batch for this marker at the target's position.
     *
     * @param settings with producer id and epoch, offset and leader epoch; the writer adds that the
     *     batch is a transaction's control batch
     * @return the bytes of the batch
     * @throws java.nio.BufferOverflowException if there is no room
     */
    public int write(
            BatchWriter writer, ByteBuffer target, BatchSettings settings, long timestampMs) {
        ByteBuffer key =
                ByteBuffer.allocate(KEY_BYTES)
                        .putShort(VERSION)
                        .putShort(committed ? COMMIT_TYPE : ABORT_TYPE)
                        .flip();
        ByteBuffer value =
                ByteBuffer.allocate(VALUE_BYTES).putShort(VERSION).putInt(coordinatorEpoch).flip();
        writer.begin(target, settings.inTransaction().asControl());
        writer.append(timestampMs, key, value, List.of());
        return writer.finish();
    }

    /**
     * The marker that a record of a control batch is, if it is one: there are other kinds of
     * control records, which readers pass over.
     *
     * @throws CorruptRecordsException if key or value are too short for what they say they are
     */
    public static Optional<EndTransactionMarker> read(RecordView record) {
        ByteBuffer bytes = record.buffer();
        if (record.keySize() < KEY_BYTES) {
            throw new CorruptRecordsException("control record with a short key");
        }
        short type = bytes.getShort(record.keyStart() + Short.BYTES);
        if (type != ABORT_TYPE && type != COMMIT_TYPE) {
            return Optional.empty();
        }
        if (record.valueSize() < VALUE_BYTES) {
            throw new CorruptRecordsException("end of transaction with a short value");
        }
        int coordinatorEpoch = bytes.getInt(record.valueStart() + Short.BYTES);
        return Optional.of(new EndTransactionMarker(type == COMMIT_TYPE, coordinatorEpoch));
    }
}
