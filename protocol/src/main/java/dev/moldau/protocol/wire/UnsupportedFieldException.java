package dev.moldau.protocol.wire;

/**
 * A message has a value that the version in which it is to be written cannot carry, so that the
 * peer would not see what was meant. It is up to the sender to choose another version or another
 * value.
 */
public final class UnsupportedFieldException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String field;
    private final short version;

    private UnsupportedFieldException(String field, short version, String reason) {
        super(field + ": " + reason);
        this.field = field;
        this.version = version;
    }

    /** The version does not have the field, and its value is not the default. */
    public static UnsupportedFieldException absent(String field, short version) {
        return new UnsupportedFieldException(
                field, version, "version " + version + " does not have this field");
    }

    /** The value is null, which the version cannot express. */
    public static UnsupportedFieldException unexpectedNull(String field, short version) {
        return new UnsupportedFieldException(
                field, version, "is null, which version " + version + " cannot express");
    }

    /** The name of the field, with the names of the records around it. */
    public String field() {
        return field;
    }

    /** The version that was to be written. */
    public short version() {
        return version;
    }
}
