package dev.moldau.protocol.record;

import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.compress.Compression;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Turns a message set of formats v0 and v1, as produce requests below version 3 carry it, into one
 * batch of format v2. The batch then goes through {@link BatchValidator} like any other, which
 * holds it against the topic's rules.
 *
 * <p>Offsets that the client wrote are ignored: the log assigns them. Timestamps of v0 become
 * {@link BatchView#NO_TIMESTAMP}. The batch is compressed with the codec of the last wrapper in the
 * set.
 *
 * <p>Owned by one thread, with its codecs. Unlike the way of v2 batches it copies and allocates: it
 * serves clients of 2017 and before.
 */
public final class UpConverter {

    /** What the wrappers of one set may inflate to where nobody says otherwise: 64 MiB. */
    public static final int DEFAULT_INFLATED_LIMIT_BYTES = 64 * 1024 * 1024;

    /** The most that a record takes beyond key and value, without headers. */
    private static final int RECORD_OVERHEAD_BYTES = 32;

    private final LegacyMessages messages;
    private final BatchWriter writer;

    /**
     * A converter.
     *
     * @param inflatedLimitBytes what the wrappers of one set may inflate to
     */
    public UpConverter(Codecs codecs, int inflatedLimitBytes) {
        this.messages = new LegacyMessages(codecs, inflatedLimitBytes);
        this.writer = new BatchWriter(codecs);
    }

    /** Converts the set between position and limit, which are not moved. Throws nothing. */
    public UpConversion convert(ByteBuffer set) {
        if (!set.hasRemaining()) {
            return refused(RecordsFault.INVALID_RECORD, "There is no message.");
        }
        try {
            return convertWhole(set);
        } catch (CorruptRecordsException e) {
            return refused(RecordsFault.CORRUPT_MESSAGE, String.valueOf(e.getMessage()));
        }
    }

    private UpConversion convertWhole(ByteBuffer set) {
        long bound = BatchView.HEADER_BYTES;
        Compression compression = Compression.NONE;
        messages.over(set);
        while (messages.next()) {
            if (messages.timestampType() == TimestampType.LOG_APPEND_TIME) {
                return refused(
                        RecordsFault.INVALID_TIMESTAMP,
                        "Clients must not set the log append time.");
            }
            if (messages.compression() == Compression.ZSTD) {
                return refused(
                        RecordsFault.UNSUPPORTED_COMPRESSION_TYPE,
                        "Formats 0 and 1 do not know zstd.");
            }
            if (messages.compression() != Compression.NONE) {
                compression = messages.compression();
            }
            bound += RECORD_OVERHEAD_BYTES;
            bound += Math.max(messages.keySize(), 0);
            bound += Math.max(messages.valueSize(), 0);
        }
        if (bound > Integer.MAX_VALUE) {
            return refused(RecordsFault.MESSAGE_TOO_LARGE, "The messages have " + bound + " bytes");
        }
        return new UpConversion.Converted(write(set, compression, (int) bound));
    }

    private static UpConversion refused(RecordsFault fault, String reason) {
        return new UpConversion.Refused(fault, reason);
    }

    private ByteBuffer write(ByteBuffer set, Compression compression, int bound) {
        ByteBuffer batch = ByteBuffer.allocate(bound);
        writer.begin(batch, BatchSettings.PLAIN.withCompression(compression));
        messages.over(set);
        while (messages.next()) {
            writer.append(messages.timestamp(), messages.key(), messages.value(), List.of());
        }
        writer.finish();
        return batch.flip();
    }
}
