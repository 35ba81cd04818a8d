package dev.moldau.protocol.wire;

/**
 * A message has a string that is longer than a string on the wire may be. It happens to answers
 * that repeat what a peer sent: bytes that are no UTF-8 become three times as many.
 */
public final class ValueTooLongException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    ValueTooLongException(String field, int length) {
        super(field + " is longer than a string may be: " + length + " bytes or more");
    }
}
