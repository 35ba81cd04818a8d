package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Data;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Tagged;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * The state of a transaction in {@code __transaction_state}.
 *
 * @param previousProducerId the id that the last transaction committed with, -1 for none
 * @param nextProducerId the id that the producer was told to go on with, -1 for none
 * @param transactionStatus 0 empty, 1 ongoing, 2 prepare commit, 3 prepare abort, 4 complete
 *     commit, 5 complete abort, 6 dead, 7 prepare epoch fence
 * @param transactionPartitions null if none is open
 * @param clientTransactionVersion the level of the feature {@code transaction.version} that the
 *     producer used
 */
@Data(versions = "0-1", flexible = "1+")
public record TransactionLogValue(
        long producerId,
        @Versions("1+") @Tagged(tag = 0, versions = "1+") @Default("-1") long previousProducerId,
        @Versions("1+") @Tagged(tag = 1, versions = "1+") @Default("-1") long nextProducerId,
        short producerEpoch,
        @Versions("1+") @Tagged(tag = 3, versions = "1+") @Default("-1") short nextProducerEpoch,
        int transactionTimeoutMs,
        byte transactionStatus,
        @Nullable("0+") List<TopicPartitions> transactionPartitions,
        long transactionLastUpdateTimestampMs,
        long transactionStartTimestampMs,
        @Versions("1+") @Tagged(tag = 2, versions = "1+") short clientTransactionVersion)
        implements ApiMessage {

    /** Partitions of one topic. */
    public record TopicPartitions(String topic, List<Integer> partitionIds) {}
}
