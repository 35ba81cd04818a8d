package dev.moldau.common.config;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Which values of the right type a key allows. */
sealed interface Constraint {

    /** Every value of the type. */
    Constraint NONE = new Any();

    /** Whether the parsed value is allowed. */
    boolean allows(Object value);

    /** The allowed values in words, such as {@code at least 1}; empty if all are. */
    String words();

    /** No limit. */
    record Any() implements Constraint {
        @Override
        public boolean allows(Object value) {
            return true;
        }

        @Override
        public String words() {
            return "";
        }
    }

    /** A closed range of numbers, with one further value that stands for "unset". */
    record Range(double min, double max, String words) implements Constraint {

        static Range atLeast(long min) {
            return new Range(min, Double.POSITIVE_INFINITY, "at least " + min);
        }

        static Range between(long min, long max) {
            return new Range(min, max, min + " to " + max);
        }

        @Override
        public boolean allows(Object value) {
            double number = ((Number) value).doubleValue();
            return number >= min && number <= max;
        }
    }

    /** Either exactly one special number, or a number in a range. */
    record RangeOr(Range range, long special) implements Constraint {
        @Override
        public boolean allows(Object value) {
            return ((Number) value).longValue() == special || range.allows(value);
        }

        @Override
        public String words() {
            return range.words() + ", or " + special;
        }
    }

    /** One of a few words; a list may hold several of them. */
    record OneOf(List<String> choices, boolean ignoreCase, boolean emptyAllowed)
            implements Constraint {
        @Override
        public boolean allows(Object value) {
            if (value instanceof List<?> list) {
                return (emptyAllowed || !list.isEmpty())
                        && list.stream().distinct().count() == list.size()
                        && list.stream().allMatch(this::knows);
            }
            return knows(value);
        }

        private boolean knows(Object element) {
            String text = element.toString();
            return ignoreCase
                    ? choices.contains(text.toUpperCase(Locale.ROOT))
                    : choices.contains(text);
        }

        @Override
        public String words() {
            return "of " + String.join(", ", choices);
        }
    }

    /** A boolean that can have one value only, because the other needs what we do not have. */
    record Only(Object value, String words) implements Constraint {
        @Override
        public boolean allows(Object other) {
            return value.equals(other);
        }
    }

    /** A text, or every element of a list, of a form. */
    record Form(Pattern pattern, String words) implements Constraint {
        @Override
        public boolean allows(Object value) {
            if (value instanceof List<?> list) {
                return list.stream().allMatch(e -> pattern.matcher(e.toString()).matches());
            }
            return pattern.matcher(value.toString()).matches();
        }
    }

    /** A list that is not empty, and whose elements are of a form. */
    record FormOfAtLeastOne(Pattern pattern, String words) implements Constraint {
        @Override
        public boolean allows(Object value) {
            return !((List<?>) value).isEmpty() && new Form(pattern, words).allows(value);
        }
    }
}
