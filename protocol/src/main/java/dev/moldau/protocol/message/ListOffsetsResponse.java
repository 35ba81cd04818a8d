package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/** Answers with an offset, or in version 0 with a list of them, for each partition. */
@Response(api = ApiKey.LIST_OFFSETS, versions = "0-11", flexible = "6+")
public record ListOffsetsResponse(@Versions("2+") int throttleTimeMs, List<Topic> topics)
        implements ApiMessage {

    /** The answers for one topic. */
    public record Topic(String name, List<Partition> partitions) {}

    /**
     * The answer for one partition.
     *
     * @param oldStyleOffsets the offsets, greatest first, version 0 only
     * @param timestamp the time of the record found, -1 for a special place or nothing found
     * @param offset -1 if no record is that young
     * @param leaderEpoch the epoch in which the record was appended, -1 for unknown
     */
    public record Partition(
            int partitionIndex,
            short errorCode,
            @Versions("0") List<Long> oldStyleOffsets,
            @Versions("1+") @Default("-1") long timestamp,
            @Versions("1+") @Default("-1") long offset,
            @Versions("4+") @Default("-1") int leaderEpoch) {

        /** The answer of version 1 and later. */
        public static Partition found(
                int partitionIndex, long timestamp, long offset, int leaderEpoch) {
            return new Partition(
                    partitionIndex,
                    ErrorCode.NONE.code(),
                    List.of(),
                    timestamp,
                    offset,
                    leaderEpoch);
        }

        /** The answer of version 0. */
        public static Partition oldStyle(int partitionIndex, List<Long> offsets) {
            return new Partition(partitionIndex, ErrorCode.NONE.code(), offsets, -1, -1, -1);
        }

        /** No answer, in any version. */
        public static Partition error(int partitionIndex, ErrorCode error) {
            return new Partition(partitionIndex, error.code(), List.of(), -1, -1, -1);
        }
    }
}
