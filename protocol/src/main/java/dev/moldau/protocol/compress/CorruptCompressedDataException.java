package dev.moldau.protocol.compress;

/**
 * Compressed bytes that no decoder can make sense of, or that inflate beyond the limit given. Not
 * retriable: the same bytes fail again.
 */
public class CorruptCompressedDataException extends RuntimeException {

    /** With what is wrong, for the log and for the client. */
    public CorruptCompressedDataException(String reason) {
        super(reason);
    }

    /** With what is wrong and what the library said. */
    public CorruptCompressedDataException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
