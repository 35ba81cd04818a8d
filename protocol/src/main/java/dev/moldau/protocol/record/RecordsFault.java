package dev.moldau.protocol.record;

/**
 * Why records from a client were refused. Each constant has the name of the Kafka error that the
 * client gets.
 */
public enum RecordsFault {
    /** The bytes are damaged: sizes, magic or checksum. */
    CORRUPT_MESSAGE,
    /** The bytes are as they were sent, and what was sent breaks a rule. */
    INVALID_RECORD,
    /** A timestamp lies outside what the topic allows. */
    INVALID_TIMESTAMP,
    /** The batch is larger than the topic allows. */
    MESSAGE_TOO_LARGE,
    /** The codec is unknown, or newer than the request's version allows. */
    UNSUPPORTED_COMPRESSION_TYPE
}
