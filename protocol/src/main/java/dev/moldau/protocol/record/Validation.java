package dev.moldau.protocol.record;

import dev.moldau.protocol.compress.Compression;
import java.util.List;

/** What came of validating records that a client wants appended. */
public sealed interface Validation {

    /**
     * The records may be appended.
     *
     * @param recordCount how many there are, at least 1
     * @param lastOffsetDelta the last offset minus the base offset: {@code recordCount - 1}
     * @param maxTimestamp the largest timestamp, which the header now says as well, in epoch ms
     * @param maxTimestampOffsetDelta the first record that has it, minus the base offset (KIP-734)
     * @param compression how the records are compressed
     */
    record Accepted(
            int recordCount,
            int lastOffsetDelta,
            long maxTimestamp,
            int maxTimestampOffsetDelta,
            Compression compression)
            implements Validation {}

    /**
     * The records must not be appended.
     *
     * @param fault the error for the client
     * @param reason what is wrong, in words for the client
     * @param records the records that are to blame, if it is single ones; at most {@link
     *     #MOST_RECORD_FAULTS}
     */
    record Refused(RecordsFault fault, String reason, List<RecordFault> records)
            implements Validation {

        /** How many records are named; more are only counted, so that the answer stays small. */
        public static final int MOST_RECORD_FAULTS = 100;

        /** Refused as a whole. */
        public Refused(RecordsFault fault, String reason) {
            this(fault, reason, List.of());
        }

        /** With an own copy of the list. */
        public Refused {
            records = List.copyOf(records);
        }
    }

    /**
     * One record to blame ({@code RecordErrors} of a produce response, KIP-467).
     *
     * @param index its place in the batch, from 0
     * @param reason what is wrong with it, in words for the client
     */
    record RecordFault(int index, String reason) {}
}
