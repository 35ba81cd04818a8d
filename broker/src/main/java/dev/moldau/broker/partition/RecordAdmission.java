package dev.moldau.broker.partition;

import dev.moldau.broker.partition.AppendResult.RejectedRecord;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.record.BatchRules;
import dev.moldau.protocol.record.BatchValidator;
import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.Recompressor;
import dev.moldau.protocol.record.RecordsFault;
import dev.moldau.protocol.record.TimestampType;
import dev.moldau.protocol.record.UpConversion;
import dev.moldau.protocol.record.UpConverter;
import dev.moldau.protocol.record.Validation;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Admits what the validator accepts. One per lane, with the lane's codecs and their buffers. */
public final class RecordAdmission implements Admission {

    /** The first produce version that may carry zstd (KIP-110). */
    private static final int FIRST_ZSTD_VERSION = 7;

    /** The first produce version that carries v2 batches and nothing else. */
    private static final int FIRST_V2_VERSION = 3;

    private final BatchValidator validator;
    private final UpConverter upConverter;
    private final Recompressor recompressor;
    private final BatchView view = new BatchView();

    /**
     * @param codecs the lane's codecs
     */
    public RecordAdmission(Codecs codecs) {
        this.validator = new BatchValidator(codecs);
        this.recompressor = new Recompressor(codecs);
        this.upConverter = new UpConverter(codecs, UpConverter.DEFAULT_INFLATED_LIMIT_BYTES);
    }

    @Override
    public @Nullable AppendResult admit(
            PendingAppend pending, PartitionSettings settings, int leaderEpoch, long nowMs) {
        int version = pending.produceVersion();
        ByteBuffer records = pending.records();
        if (version < FIRST_V2_VERSION && isLegacy(records)) {
            switch (upConverter.convert(records)) {
                case UpConversion.Converted converted -> records = converted.batch();
                case UpConversion.Refused refused -> {
                    return AppendResult.refused(errorOf(refused.fault()), refused.reason());
                }
            }
        }
        BatchRules rules = settings.batches().withZstdAllowed(version >= FIRST_ZSTD_VERSION);
        return switch (validator.validate(records, rules, nowMs)) {
            case Validation.Accepted accepted -> {
                boolean stamped = rules.timestampType() == TimestampType.LOG_APPEND_TIME;
                pending.admitted(
                        asKept(records, accepted, settings),
                        leaderEpoch,
                        stamped ? nowMs : AppendResult.NONE);
                yield null;
            }
            case Validation.Refused refused -> refusal(refused);
        };
    }

    private ByteBuffer asKept(
            ByteBuffer records, Validation.Accepted accepted, PartitionSettings settings) {
        Recompression wanted = settings.recompression().orElse(null);
        if (wanted == null || wanted.compression() == accepted.compression()) {
            return records;
        }
        return recompressor.recompress(
                view.wrap(records, records.position()),
                wanted.compression(),
                wanted.level(),
                Math.clamp(
                        settings.batches().inflatedBytesLimit(records.remaining()),
                        0,
                        Integer.MAX_VALUE));
    }

    private static boolean isLegacy(ByteBuffer records) {
        return records.remaining() >= BatchView.MAGIC_PREFIX_BYTES
                && records.get(records.position() + BatchView.MAGIC_PREFIX_BYTES - 1) < 2;
    }

    private static AppendResult refusal(Validation.Refused refused) {
        return AppendResult.refused(
                errorOf(refused.fault()),
                refused.reason(),
                refused.records().stream()
                        .map(record -> new RejectedRecord(record.index(), record.reason()))
                        .toList());
    }

    private static ErrorCode errorOf(RecordsFault fault) {
        return switch (fault) {
            case CORRUPT_MESSAGE -> ErrorCode.CORRUPT_MESSAGE;
            case INVALID_RECORD -> ErrorCode.INVALID_RECORD;
            case INVALID_TIMESTAMP -> ErrorCode.INVALID_TIMESTAMP;
            case MESSAGE_TOO_LARGE -> ErrorCode.MESSAGE_TOO_LARGE;
            case UNSUPPORTED_COMPRESSION_TYPE -> ErrorCode.UNSUPPORTED_COMPRESSION_TYPE;
        };
    }
}
