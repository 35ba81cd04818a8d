package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Data;
import dev.moldau.protocol.schema.Tagged;

/**
 * The epoch of a consumer group in {@code __consumer_offsets}.
 *
 * @param epoch grows when members, subscriptions or subscribed topics change
 * @param metadataHash stands for the partitions of the subscribed topics; 0 for unknown
 */
@Data(versions = "0", flexible = "0+")
public record ConsumerGroupMetadataValue(
        int epoch, @Tagged(tag = 0, versions = "0+") long metadataHash) implements ApiMessage {}
