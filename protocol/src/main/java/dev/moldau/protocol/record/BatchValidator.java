package dev.moldau.protocol.record;

import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.compress.Compression;
import dev.moldau.protocol.compress.CorruptCompressedDataException;
import dev.moldau.protocol.record.Validation.Accepted;
import dev.moldau.protocol.record.Validation.Refused;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a leader checks before it appends a batch from a client: sizes, format, checksum, the rules
 * of the header, and every record inside. Nothing that readers believe later goes in unchecked; in
 * particular a record count or an offset delta that is not true would break the partition's offsets
 * for good.
 *
 * <p>Accepting a batch brings its header in order: with the broker's time where the topic asks for
 * it, otherwise with the true maximum of the records' timestamps, which some clients get wrong.
 * Base offset and leader epoch are left to the log.
 *
 * <p>Owned by a lane, with the lane's codecs; creates one result per batch and nothing per record.
 * Refusals are values; it throws nothing whatever the bytes.
 */
public final class BatchValidator {

    private final Codecs codecs;
    private final BatchView batch = new BatchView();
    private final RecordChecker checker = new RecordChecker();

    /** A validator that inflates with its owner's codecs. */
    public BatchValidator(Codecs codecs) {
        this.codecs = codecs;
    }

    /**
     * Validates the records of one partition in a produce request of version 3 or later: exactly
     * one batch of format v2.
     *
     * @param records from position to limit, which are not moved; writable, for the timestamps
     * @param nowMs the broker's time in epoch ms
     */
    public Validation validate(ByteBuffer records, BatchRules rules, long nowMs) {
        int start = records.position();
        Refused refused = checkEnvelope(records, start, rules);
        if (refused != null) {
            return refused;
        }
        batch.wrap(records, start);
        refused = checkHeader(rules);
        if (refused != null) {
            return refused;
        }
        try {
            checkRecords(rules, nowMs);
        } catch (CorruptRecordsException | CorruptCompressedDataException e) {
            return new Refused(RecordsFault.INVALID_RECORD, reason(e));
        }
        return checker.faultCount() > 0 ? refusedRecords() : accept(rules, nowMs);
    }

    private static String reason(RuntimeException e) {
        String message = e.getMessage();
        return message == null ? "The records are malformed." : message;
    }

    private static @Nullable Refused checkEnvelope(
            ByteBuffer records, int start, BatchRules rules) {
        int available = records.limit() - start;
        if (available == 0) {
            return new Refused(RecordsFault.INVALID_RECORD, "There is no batch.");
        }
        if (available < BatchView.MAGIC_PREFIX_BYTES) {
            return corrupt("The batch is cut off.");
        }
        byte magic = records.get(start + BatchView.MAGIC_AT);
        if (magic == 0 || magic == 1) {
            return new Refused(
                    RecordsFault.INVALID_RECORD,
                    "Format " + magic + " where the request's version asks for format 2.");
        }
        int size;
        try {
            size = Batches.sizeAt(records, start);
        } catch (CorruptRecordsException e) {
            return corrupt(reason(e));
        }
        if (size > available) {
            return corrupt("The batch is cut off.");
        }
        if (size < available) {
            return new Refused(
                    RecordsFault.INVALID_RECORD, "There is more than one batch for the partition.");
        }
        if (size > rules.maxBatchBytes()) {
            return new Refused(
                    RecordsFault.MESSAGE_TOO_LARGE,
                    "The batch has " + size + " bytes, above " + rules.maxBatchBytes() + ".");
        }
        return null;
    }

    private static Refused corrupt(String reason) {
        return new Refused(RecordsFault.CORRUPT_MESSAGE, reason);
    }

    private static Refused invalid(String reason) {
        return new Refused(RecordsFault.INVALID_RECORD, reason);
    }

    private @Nullable Refused checkHeader(BatchRules rules) {
        if (!batch.checksumMatches()) {
            return corrupt("The checksum does not match.");
        }
        int count = batch.recordCount();
        if (count <= 0) {
            return invalid("The batch has " + count + " records.");
        }
        if (batch.lastOffsetDelta() != count - 1) {
            return invalid(
                    "The last offset delta is "
                            + batch.lastOffsetDelta()
                            + " with "
                            + count
                            + " records.");
        }
        if (batch.isControl()) {
            return invalid("Clients must not write control records.");
        }
        if (batch.deleteHorizonMs().isPresent()) {
            return invalid("Clients must not set a delete horizon.");
        }
        if (batch.timestampType() == TimestampType.LOG_APPEND_TIME) {
            return new Refused(
                    RecordsFault.INVALID_TIMESTAMP, "Clients must not set the log append time.");
        }
        Refused refused = checkProducer();
        return refused != null ? refused : checkCompression(rules);
    }

    private @Nullable Refused checkProducer() {
        if (batch.hasProducerId()) {
            if (batch.producerEpoch() < 0 || batch.baseSequence() < 0) {
                return invalid("A producer id needs an epoch and a sequence.");
            }
        } else if (batch.isTransactional()) {
            return invalid("A transaction needs a producer id.");
        }
        return null;
    }

    private @Nullable Refused checkCompression(BatchRules rules) {
        int id = batch.compressionId();
        if (!Compression.known(id)) {
            return new Refused(
                    RecordsFault.UNSUPPORTED_COMPRESSION_TYPE, "No compression has the id " + id);
        }
        if (id == Compression.ZSTD.id() && !rules.zstdAllowed()) {
            return new Refused(
                    RecordsFault.UNSUPPORTED_COMPRESSION_TYPE,
                    "The request's version does not allow zstd.");
        }
        return null;
    }

    private void checkRecords(BatchRules rules, long nowMs) {
        setTimestampRules(rules, nowMs);
        int from = batch.recordsStart();
        int size = batch.recordsSizeBytes();
        Compression compression = batch.compression();
        if (compression == Compression.NONE) {
            checker.check(batch.buffer(), from, from + size, batch.recordCount());
        } else {
            long limitBytes = rules.inflatedBytesLimit(size);
            checker.check(
                    codecs.decompress(compression, batch.buffer(), from, size, limitBytes),
                    batch.recordCount());
        }
    }

    /**
     * Turns the bounds into deltas once, so that the loop compares deltas as they are. They are
     * clamped where the subtraction would overflow; no timestamp within the bounds is lost by it.
     */
    private void setTimestampRules(BatchRules rules, long nowMs) {
        long base = batch.baseTimestamp();
        long none = minus(BatchView.NO_TIMESTAMP, base);
        if (rules.timestampType() == TimestampType.LOG_APPEND_TIME) {
            checker.rules(rules.keysRequired(), Long.MIN_VALUE, Long.MAX_VALUE, none);
        } else {
            checker.rules(
                    rules.keysRequired(),
                    minus(rules.earliestTimestamp(nowMs), base),
                    minus(rules.latestTimestamp(nowMs), base),
                    none);
        }
    }

    private static long minus(long timestamp, long base) {
        long delta = timestamp - base;
        boolean overflow = ((timestamp ^ base) & (timestamp ^ delta)) < 0;
        return overflow ? (timestamp < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : delta;
    }

    private Refused refusedRecords() {
        return new Refused(
                checker.hasTimestampFault()
                        ? RecordsFault.INVALID_TIMESTAMP
                        : RecordsFault.INVALID_RECORD,
                checker.faultCount() + " faults in single records.",
                checker.faults());
    }

    private Accepted accept(BatchRules rules, long nowMs) {
        int count = batch.recordCount();
        int maxTimestampIndex = checker.maxDeltaIndex();
        if (rules.timestampType() == TimestampType.LOG_APPEND_TIME) {
            batch.logAppendTime(nowMs);
            maxTimestampIndex = 0;
        } else {
            batch.maxCreateTime(batch.baseTimestamp() + checker.maxDelta());
        }
        return new Accepted(
                count, count - 1, batch.maxTimestamp(), maxTimestampIndex, batch.compression());
    }
}
