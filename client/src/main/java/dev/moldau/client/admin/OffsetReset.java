package dev.moldau.client.admin;

import java.time.Duration;
import java.time.Instant;

/** Where a group shall go on reading. What lies outside the log becomes its nearer edge. */
public sealed interface OffsetReset {

    /** From the beginning of the log. */
    static OffsetReset toEarliest() {
        return new Place(OffsetSpec.EARLIEST);
    }

    /** With what is written from now on. */
    static OffsetReset toLatest() {
        return new Place(OffsetSpec.LATEST);
    }

    /**
     * With the first record that is not older; with what is written from now on if there is none.
     *
     * @throws IllegalArgumentException if the time is before 1970
     */
    static OffsetReset to(Instant time) {
        return new Place(OffsetSpec.at(time.toEpochMilli()));
    }

    /**
     * As {@link #to(Instant)}, so long before now.
     *
     * @throws IllegalArgumentException if the duration is negative
     */
    static OffsetReset back(Duration duration) {
        return new Back(duration);
    }

    /**
     * So many records on from where the group is, or back if negative. Refused for partitions in
     * which the group has committed nothing.
     */
    static OffsetReset shift(long records) {
        return new Shift(records);
    }

    /**
     * With this offset in each partition.
     *
     * @throws IllegalArgumentException if it is negative
     */
    static OffsetReset to(long offset) {
        return new Value(offset);
    }

    /** A place that the leaders know, or a time. */
    record Place(OffsetSpec spec) implements OffsetReset {
        @Override
        public String toString() {
            if (spec.equals(OffsetSpec.EARLIEST)) {
                return "to earliest";
            }
            return spec.equals(OffsetSpec.LATEST)
                    ? "to latest"
                    : "to " + Instant.ofEpochMilli(spec.timestampMs());
        }
    }

    /** A time that is known once the plan is made. */
    record Back(Duration duration) implements OffsetReset {

        /** Checks the duration. */
        public Back {
            if (duration.isNegative()) {
                throw new IllegalArgumentException("duration " + duration + " is negative");
            }
        }

        @Override
        public String toString() {
            return "back by " + duration;
        }
    }

    /** Relative to what is committed. */
    record Shift(long records) implements OffsetReset {
        @Override
        public String toString() {
            return "shift by " + records;
        }
    }

    /** A number. */
    record Value(long offset) implements OffsetReset {

        /** Checks the offset. */
        public Value {
            if (offset < 0) {
                throw new IllegalArgumentException("offset " + offset + " is negative");
            }
        }

        @Override
        public String toString() {
            return "to offset " + offset;
        }
    }
}
