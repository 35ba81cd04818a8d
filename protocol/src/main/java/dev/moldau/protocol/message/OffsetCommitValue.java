package dev.moldau.protocol.message;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Data;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Tagged;
import dev.moldau.protocol.schema.Versions;

/**
 * A committed offset in {@code __consumer_offsets}.
 *
 * @param offset the next offset that the group will read
 * @param leaderEpoch the epoch of the last record that was read, -1 for unknown
 * @param metadata whatever the client wants to keep with the offset
 * @param expireTimestamp when the offset expires, -1 for by the broker's setting
 * @param topicId zero for unknown
 */
@Data(versions = "0-4", flexible = "4+")
public record OffsetCommitValue(
        long offset,
        @Versions("3+") @Default("-1") int leaderEpoch,
        String metadata,
        long commitTimestamp,
        @Versions("1") @Default("-1") long expireTimestamp,
        @Versions("4+") @Tagged(tag = 0, versions = "4+") Uuid topicId)
        implements ApiMessage {}
