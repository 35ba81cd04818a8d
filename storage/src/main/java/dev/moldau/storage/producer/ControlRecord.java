package dev.moldau.storage.producer;

import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.CorruptRecordsException;
import dev.moldau.protocol.record.RecordView;
import java.nio.ByteBuffer;

/**
 * What a control batch says (KIP-98): its one record's key has a version and a type, its value a
 * version and the coordinator's epoch.
 *
 * @param type 0 abort, 1 commit; others are not about transactions
 * @param coordinatorEpoch of the coordinator that wrote it; -1 if the record does not say
 */
public record ControlRecord(short type, int coordinatorEpoch) {

    private static final short ABORT = 0;
    private static final short COMMIT = 1;

    /** Control batch whose record cannot be read; it ends nothing. */
    static final ControlRecord UNREADABLE = new ControlRecord((short) -1, -1);

    boolean endsTransaction() {
        return type == ABORT || type == COMMIT;
    }

    boolean aborts() {
        return type == ABORT;
    }

    /** Reads the record of a control batch, all of whose bytes are there; never compressed. */
    public static ControlRecord of(BatchView batch) {
        if (batch.compressionId() != 0) {
            return UNREADABLE;
        }
        try {
            RecordView record = new RecordView().over(batch);
            if (!record.next() || record.keySize() < 2 * Short.BYTES) {
                return UNREADABLE;
            }
            ByteBuffer bytes = record.buffer();
            short type = bytes.getShort(record.keyStart() + Short.BYTES);
            boolean full = record.valueSize() >= Short.BYTES + Integer.BYTES;
            int epoch = full ? bytes.getInt(record.valueStart() + Short.BYTES) : -1;
            return new ControlRecord(type, epoch);
        } catch (CorruptRecordsException e) {
            return UNREADABLE;
        }
    }
}
