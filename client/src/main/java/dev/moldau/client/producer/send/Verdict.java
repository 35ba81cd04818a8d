package dev.moldau.client.producer.send;

import dev.moldau.client.errors.ClientException;
import dev.moldau.protocol.ErrorCode;
import java.util.function.IntFunction;

/**
 * Why a batch cannot stay as it is: decided by an answer, carried out when the batch is the first
 * of its partition, because callers hear of their records in order.
 */
sealed interface Verdict {

    /** The records are given up; each gets its own error. */
    record Refused(IntFunction<ClientException> causes) implements Verdict {}

    /** The broker's count of this producer's sequences and ours have parted. */
    record Gap(ErrorCode error) implements Verdict {}
}
