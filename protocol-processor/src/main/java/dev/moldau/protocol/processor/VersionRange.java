package dev.moldau.protocol.processor;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An unbroken range of versions.
 *
 * @param lowest the first version
 * @param highest the last version; below the first for an empty range
 */
record VersionRange(int lowest, int highest) {

    static final VersionRange NONE = new VersionRange(0, -1);

    private static final Pattern FORM = Pattern.compile("(\\d{1,4})(?:(\\+)|-(\\d{1,4}))?");

    /**
     * Reads the forms {@code 3}, {@code 3+} and {@code 3-7}.
     *
     * @param openEnd what {@code +} stands for
     * @throws IllegalArgumentException if the text has another form or runs backwards
     */
    static VersionRange parse(String text, int openEnd) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a range of versions: write 3, 3+ or 3-7");
        }
        int lowest = Integer.parseInt(form.group(1));
        int highest = lowest;
        if (form.group(2) != null) {
            highest = openEnd;
        } else if (form.group(3) != null) {
            highest = Integer.parseInt(form.group(3));
        }
        if (highest < lowest) {
            throw new IllegalArgumentException("range '" + text + "' has no version");
        }
        return new VersionRange(lowest, highest);
    }

    boolean isEmpty() {
        return highest < lowest;
    }

    boolean contains(int version) {
        return lowest <= version && version <= highest;
    }

    boolean contains(VersionRange other) {
        return other.isEmpty() || (lowest <= other.lowest && other.highest <= highest);
    }

    /**
     * The Java condition that tells whether a version is in this range, given that it is in
     * another.
     */
    Condition within(VersionRange all) {
        if (isEmpty()) {
            return Condition.NEVER;
        }
        boolean fromStart = lowest <= all.lowest;
        boolean toEnd = highest >= all.highest;
        if (fromStart && toEnd) {
            return Condition.ALWAYS;
        }
        if (fromStart) {
            return new Condition("version <= " + highest);
        }
        if (toEnd) {
            return new Condition("version >= " + lowest);
        }
        if (lowest == highest) {
            return new Condition("version == " + lowest);
        }
        return new Condition("version >= " + lowest + " && version <= " + highest);
    }

    @Override
    public String toString() {
        return lowest == highest ? Integer.toString(lowest) : lowest + "-" + highest;
    }
}
