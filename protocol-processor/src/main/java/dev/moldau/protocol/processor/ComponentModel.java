package dev.moldau.protocol.processor;

/**
 * A component of a record.
 *
 * @param name its name
 * @param type how it stands on the wire
 * @param versions the versions that carry it
 * @param nullable the versions in which it may be null; empty for none
 * @param defaultJava its default, as a Java expression; {@code null} for null
 * @param tag its tag, or -1
 * @param taggedVersions the versions in which it is tagged; empty for none
 * @param strict whether leaving it out must not lose a value
 */
record ComponentModel(
        String name,
        WireType type,
        VersionRange versions,
        VersionRange nullable,
        String defaultJava,
        int tag,
        VersionRange taggedVersions,
        boolean strict) {

    static final String NULL = "null";

    boolean isTagged() {
        return !taggedVersions.isEmpty();
    }

    /** Whether it stands in its place in a version, rather than among the tagged fields. */
    boolean inPlace(int version) {
        return versions.contains(version)
                && !taggedVersions.contains(version)
                && type != Scalar.TAGGED_FIELDS;
    }

    /**
     * The versions in which it stands in its place. Tagged versions always reach up to the end of
     * the component's versions, so that this is a range.
     */
    VersionRange placeVersions() {
        if (type == Scalar.TAGGED_FIELDS) {
            return VersionRange.NONE;
        }
        return isTagged()
                ? new VersionRange(versions.lowest(), taggedVersions.lowest() - 1)
                : versions;
    }

    boolean defaultsToNull() {
        return defaultJava.equals(NULL);
    }

    /** The Java condition that tells a value from the default. */
    String differs(String value) {
        if (defaultsToNull()) {
            return value + " != null";
        }
        if (type instanceof WireType.Array) {
            return "(" + value + " == null || !" + value + ".isEmpty())";
        }
        if (type == Scalar.BYTES) {
            return "(" + value + " == null || " + value + ".hasRemaining())";
        }
        if (type == Scalar.RECORDS) {
            return "(" + value + " == null || " + value + ".sizeBytes() != 0)";
        }
        if (type == Scalar.BOOLEAN) {
            return defaultJava.equals("true") ? "!" + value : value;
        }
        if (type instanceof Scalar scalar && !scalar.isReference()) {
            return value + " != " + defaultJava;
        }
        return "!" + defaultJava + ".equals(" + value + ")";
    }
}
