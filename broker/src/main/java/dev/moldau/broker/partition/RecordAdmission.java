package dev.moldau.broker.partition;

import dev.moldau.broker.partition.AppendResult.RejectedRecord;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.record.BatchRules;
import dev.moldau.protocol.record.BatchValidator;
import dev.moldau.protocol.record.RecordsFault;
import dev.moldau.protocol.record.TimestampType;
import dev.moldau.protocol.record.Validation;
import org.jspecify.annotations.Nullable;

/** Admits what the validator accepts. One per lane, with the lane's codecs and their buffers. */
public final class RecordAdmission implements Admission {

    /** The first produce version that may carry zstd (KIP-110). */
    private static final int FIRST_ZSTD_VERSION = 7;

    private final BatchValidator validator;

    /**
     * @param codecs the lane's codecs
     */
    public RecordAdmission(Codecs codecs) {
        this.validator = new BatchValidator(codecs);
    }

    @Override
    public @Nullable AppendResult admit(
            PendingAppend pending, PartitionSettings settings, int leaderEpoch, long nowMs) {
        BatchRules rules =
                settings.batches().withZstdAllowed(pending.produceVersion() >= FIRST_ZSTD_VERSION);
        return switch (validator.validate(pending.records(), rules, nowMs)) {
            case Validation.Accepted accepted -> {
                boolean stamped = rules.timestampType() == TimestampType.LOG_APPEND_TIME;
                pending.admitted(
                        pending.records(), leaderEpoch, stamped ? nowMs : AppendResult.NONE);
                yield null;
            }
            case Validation.Refused refused ->
                    AppendResult.refused(
                            errorOf(refused.fault()),
                            refused.reason(),
                            refused.records().stream()
                                    .map(r -> new RejectedRecord(r.index(), r.reason()))
                                    .toList());
        };
    }

    private static ErrorCode errorOf(RecordsFault fault) {
        return switch (fault) {
            case CORRUPT_MESSAGE -> ErrorCode.CORRUPT_MESSAGE;
            case INVALID_RECORD -> ErrorCode.INVALID_RECORD;
            case INVALID_TIMESTAMP -> ErrorCode.INVALID_TIMESTAMP;
            case MESSAGE_TOO_LARGE -> ErrorCode.MESSAGE_TOO_LARGE;
            case UNSUPPORTED_COMPRESSION_TYPE -> ErrorCode.UNSUPPORTED_COMPRESSION_TYPE;
            case UNSUPPORTED_FOR_MESSAGE_FORMAT -> ErrorCode.UNSUPPORTED_FOR_MESSAGE_FORMAT;
        };
    }
}
