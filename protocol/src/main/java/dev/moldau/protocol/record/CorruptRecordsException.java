package dev.moldau.protocol.record;

/**
 * Bytes that are not the batches or records they should be. Not retriable: the same bytes fail
 * again. Who reads a file adds partition and file around it.
 */
public class CorruptRecordsException extends RuntimeException {

    /** With what is wrong, and where in the bytes. */
    public CorruptRecordsException(String reason) {
        super(reason);
    }

    /** With what is wrong and the fault below it. */
    public CorruptRecordsException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
