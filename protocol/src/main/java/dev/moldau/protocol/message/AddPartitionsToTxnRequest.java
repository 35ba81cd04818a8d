package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * Adds partitions to transactions: of one producer up to version 3, since then of several, in
 * requests between brokers.
 *
 * @param transactions since version 4
 */
@Request(api = ApiKey.ADD_PARTITIONS_TO_TXN, versions = "0-5", flexible = "3+")
public record AddPartitionsToTxnRequest(
        @Versions("4+") @Strict List<Transaction> transactions,
        @Versions("0-3") @Strict String v3AndBelowTransactionalId,
        @Versions("0-3") @Strict long v3AndBelowProducerId,
        @Versions("0-3") @Strict short v3AndBelowProducerEpoch,
        @Versions("0-3") @Strict List<Topic> v3AndBelowTopics)
        implements ApiMessage {

    /**
     * The partitions of one transaction.
     *
     * @param verifyOnly whether only to check that the partitions belong to the open transaction
     */
    public record Transaction(
            String transactionalId,
            long producerId,
            short producerEpoch,
            boolean verifyOnly,
            List<Topic> topics) {}

    /** Partitions of one topic. */
    public record Topic(String name, List<Integer> partitions) {}
}
