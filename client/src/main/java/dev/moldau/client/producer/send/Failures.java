package dev.moldau.client.producer.send;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ProduceResponse;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The sentences that callers read when their records are given up. */
final class Failures {

    private Failures() {}

    /** The broker refused the batch for good. */
    static IntFunction<ClientException> refused(
            Flight flight, ProduceResponse.Partition answer, ErrorCode error, Node node) {
        TopicPartition partition = flight.batch.queue().partition();
        List<ProduceResponse.RecordError> records = answer.recordErrors();
        if (records != null && !records.isEmpty()) {
            return record -> refusedRecord(partition, record, answer, error, node);
        }
        RefusedException cause =
                new RefusedException(
                        what(partition, flight, error, node)
                                + said(answer.errorMessage())
                                + remedy(partition, flight, error),
                        error,
                        null);
        return record -> cause;
    }

    private static String what(
            TopicPartition partition, Flight flight, ErrorCode error, Node node) {
        return "broker "
                + node
                + " refused "
                + flight.batch.recordCount()
                + " records for "
                + partition
                + ": "
                + error
                + ". "
                + error.meaning();
    }

    private static String said(@Nullable String message) {
        return message == null || message.isBlank() ? "" : " It said: " + message;
    }

    private static String remedy(TopicPartition partition, Flight flight, ErrorCode error) {
        String topic = partition.topic();
        return switch (error) {
            case MESSAGE_TOO_LARGE ->
                    " The record alone makes a batch of "
                            + flight.sizeBytes
                            + " bytes: send a smaller one, set compression.type, or raise"
                            + " max.message.bytes of topic "
                            + topic
                            + " (message.max.bytes of the brokers).";
            case RECORD_LIST_TOO_LARGE ->
                    " The record alone makes a batch of "
                            + flight.sizeBytes
                            + " bytes: send a smaller one, set compression.type, or raise"
                            + " segment.bytes of topic "
                            + topic
                            + ".";
            case TOPIC_AUTHORIZATION_FAILED ->
                    " Allow the principal of this client to write to topic " + topic + ".";
            case CLUSTER_AUTHORIZATION_FAILED ->
                    " Allow the principal of this client to write idempotently, or set"
                            + " enable.idempotence=false.";
            case INVALID_TIMESTAMP ->
                    " See message.timestamp.before.max.ms and message.timestamp.after.max.ms of"
                            + " topic "
                            + topic
                            + ".";
            case UNSUPPORTED_COMPRESSION_TYPE, UNSUPPORTED_FOR_MESSAGE_FORMAT ->
                    " Set another compression.type.";
            default -> "";
        };
    }

    private static RefusedException refusedRecord(
            TopicPartition partition,
            int record,
            ProduceResponse.Partition answer,
            ErrorCode error,
            Node node) {
        for (ProduceResponse.RecordError each : answer.recordErrors()) {
            if (each.batchIndex() == record) {
                String own = each.batchIndexErrorMessage();
                return new RefusedException(
                        "broker "
                                + node
                                + " refused this record for "
                                + partition
                                + ": "
                                + error
                                + ". "
                                + (own == null ? error.meaning() : own)
                                + said(answer.errorMessage()),
                        error,
                        null);
            }
        }
        return new RefusedException(
                "this record for "
                        + partition
                        + " was not appended because another record of its batch was refused by"
                        + " broker "
                        + node
                        + ": "
                        + error
                        + ". There is nothing wrong with this one; it can be sent again."
                        + said(answer.errorMessage()),
                error,
                null);
    }

    /** All retries are used up. */
    static RetriableException exhausted(Flight flight, Problem problem) {
        return new RetriableException(
                flight.batch.queue().partition()
                        + " did not take "
                        + flight.batch.recordCount()
                        + " records in "
                        + flight.attempts
                        + " attempts, which is all that retries allows; the last time "
                        + problem,
                problem.error(),
                problem.cause());
    }

    /**
     * The codec failed before the batch was ever sent: for want of memory, which may be there the
     * next time, or because it does not work here.
     */
    static ClientException notCompressed(Flight flight, Throwable failure) {
        String what =
                flight.batch.recordCount()
                        + " records for "
                        + flight.batch.queue().partition()
                        + " were not sent because they could not be compressed: "
                        + failure
                        + ". ";
        return failure instanceof VirtualMachineError
                ? new RetriableException(
                        what
                                + "Give the JVM more of what it ran short of (direct memory counts"
                                + " against -XX:MaxDirectMemorySize), or send with less"
                                + " buffer.memory.",
                        failure)
                : new RefusedException(
                        what + "Set another compression.type if it does not work here.", failure);
    }

    /** The request can not be made of this broker at all. */
    static RefusedException impossible(TopicPartition partition, Node node, ClientException cause) {
        return new RefusedException(
                "records for "
                        + partition
                        + " cannot be sent to broker "
                        + node
                        + ": "
                        + cause.getMessage(),
                cause.error().orElse(null),
                cause);
    }

    /** A batch may be in the log, and sending it again could put it there twice. */
    static RetriableException unknownFate(Flight flight, ErrorCode error) {
        return new RetriableException(
                "it is not known whether "
                        + flight.batch.recordCount()
                        + " records for "
                        + flight.batch.queue().partition()
                        + " were appended: an answer was lost, and after "
                        + flight.attempts
                        + " attempts the broker's state of this producer ("
                        + flight.space
                        + ") does not tell ("
                        + error
                        + "). They were not sent again because they could then be there twice;"
                        + " read the topic before sending them again.",
                error,
                null);
    }

    /** A batch is missing in the log although a later one is there. */
    static RetriableException overtaken(Flight flight, ErrorCode error) {
        return new RetriableException(
                flight.batch.recordCount()
                        + " records for "
                        + flight.batch.queue().partition()
                        + " were not appended ("
                        + error
                        + ") although later ones were: the broker had lost its state of this"
                        + " producer ("
                        + flight.space
                        + "). They were not sent again because they would then be out of order.",
                error,
                null);
    }

    /** No producer id will be granted. */
    static FatalException identityRefused(Node node, ErrorCode error) {
        return new FatalException(
                "broker "
                        + node
                        + " refuses a producer id: "
                        + error
                        + ". "
                        + error.meaning()
                        + " Set enable.idempotence=false to go on without, or allow the principal"
                        + " of this client to write to a topic (IdempotentWrite on the cluster"
                        + " before 2.8).",
                error,
                null);
    }

    /** The broker cannot be asked for a producer id. */
    static FatalException identityUnavailable(Node node, ClientException cause) {
        return new FatalException(
                "no producer id can be had from broker "
                        + node
                        + ": "
                        + cause.getMessage()
                        + " Brokers before 0.11 have none; set enable.idempotence=false.",
                cause.error().orElse(null),
                cause);
    }
}
