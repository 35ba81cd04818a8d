package dev.moldau.client.consumer.fetch;

import dev.moldau.common.config.InvalidConfigException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** {@code auto.offset.reset}: where to begin when there is no offset, or none that can be read. */
public sealed interface ResetPolicy {

    /** What stands for the start of a log in place of a time. */
    long EARLIEST_TIMESTAMP = -2;

    /** What stands for the end of a log in place of a time. */
    long LATEST_TIMESTAMP = -1;

    /** At the first record that is there. */
    record Earliest() implements ResetPolicy {}

    /** After the last record that is there. */
    record Latest() implements ResetPolicy {}

    /** At the first record that is not older than this. */
    record ByDuration(Duration age) implements ResetPolicy {}

    /** Nowhere: it is an error. */
    record None() implements ResetPolicy {}

    /**
     * The policy that a setting's value means.
     *
     * @throws InvalidConfigException if it is none
     */
    static ResetPolicy parse(String value) {
        String prefix = "by_duration:";
        if (value.startsWith(prefix)) {
            return new ByDuration(duration(value, value.substring(prefix.length())));
        }
        return switch (value) {
            case "earliest" -> new Earliest();
            case "latest" -> new Latest();
            case "none" -> new None();
            default -> throw invalid(value, null);
        };
    }

    private static Duration duration(String value, String text) {
        Duration age;
        try {
            age = Duration.parse(text);
        } catch (DateTimeParseException e) {
            throw invalid(value, e);
        }
        if (age.isNegative()) {
            throw invalid(value, null);
        }
        return age;
    }

    private static InvalidConfigException invalid(String value, @Nullable Exception cause) {
        String message =
                "Invalid value '"
                        + value
                        + "' for auto.offset.reset: give latest, earliest, none, or by_duration: with"
                        + " a duration such as PT1H.";
        return cause == null
                ? new InvalidConfigException("auto.offset.reset", message)
                : new InvalidConfigException("auto.offset.reset", message, cause);
    }

    /** What to ask a leader for at this time of the wall clock, in ms; empty for an error. */
    default OptionalLong timestamp(long wallMs) {
        if (this instanceof ByDuration byDuration) {
            return OptionalLong.of(Math.max(0, wallMs - byDuration.age().toMillis()));
        }
        if (this instanceof None) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(this instanceof Earliest ? EARLIEST_TIMESTAMP : LATEST_TIMESTAMP);
    }
}
