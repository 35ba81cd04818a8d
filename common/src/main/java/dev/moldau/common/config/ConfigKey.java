package dev.moldau.common.config;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One configuration key: Kafka's name, and what its values mean. Immutable; declared once in a
 * catalogue such as {@link TopicKeys}.
 *
 * @param <T> the Java type of its values
 */
public final class ConfigKey<T> {

    /**
     * A broker's key that supplies the value where a topic or group sets none, with the factor that
     * turns the broker's unit into this key's.
     *
     * @param key the broker's key
     * @param factor 60,000 where the broker's key counts minutes and this one milliseconds
     */
    public record Counterpart(ConfigKey<?> key, long factor) {

        /** The broker's value in the unit of the key that has this counterpart. */
        Object convert(Object value) {
            if (factor == 1 || !(value instanceof Number number)) {
                return value;
            }
            long inOwnUnit = number.longValue();
            return inOwnUnit < 0 ? inOwnUnit : Math.multiplyExact(inOwnUnit, factor);
        }
    }

    private final String name;
    private final ConfigType type;
    private final @Nullable T defaultValue;
    private final Constraint constraint;
    private final String unit;
    private final String meaning;
    private final UpdateMode updateMode;
    private final @Nullable String noEffect;
    private final boolean perListener;
    private final List<Counterpart> counterparts;

    private ConfigKey(Builder<T> builder, String meaning) {
        this.name = builder.name;
        this.type = builder.type;
        this.defaultValue = builder.defaultValue;
        this.constraint = builder.constraint;
        this.unit = builder.unit;
        this.meaning = meaning;
        this.updateMode = builder.updateMode;
        this.noEffect = builder.noEffect;
        this.perListener = builder.perListener;
        this.counterparts = builder.counterparts;
        if (defaultValue != null && !constraint.allows(defaultValue)) {
            throw new IllegalArgumentException(name + ": the default breaks the key's own bounds");
        }
    }

    static Builder<Boolean> ofBoolean(String name) {
        return new Builder<>(name, ConfigType.BOOLEAN);
    }

    static Builder<Integer> ofInt(String name) {
        return new Builder<>(name, ConfigType.INT);
    }

    static Builder<Short> ofShort(String name) {
        return new Builder<>(name, ConfigType.SHORT);
    }

    static Builder<Long> ofLong(String name) {
        return new Builder<>(name, ConfigType.LONG);
    }

    static Builder<Double> ofDouble(String name) {
        return new Builder<>(name, ConfigType.DOUBLE);
    }

    static Builder<String> ofString(String name) {
        return new Builder<>(name, ConfigType.STRING);
    }

    /** Its values are names of classes. */
    static Builder<String> ofClass(String name) {
        return new Builder<>(name, ConfigType.CLASS);
    }

    static Builder<List<String>> ofList(String name) {
        return new Builder<>(name, ConfigType.LIST);
    }

    static Builder<Password> ofPassword(String name) {
        return new Builder<>(name, ConfigType.PASSWORD);
    }

    /** The key under which the level of a logger is told and set (KIP-412). */
    public static ConfigKey<String> ofLogger(String logger) {
        return ofString(logger).means("The level of this logger.");
    }

    /** A key of a type that is known only as data. */
    static Builder<Object> of(String name, ConfigType type) {
        return new Builder<>(name, type);
    }

    /** Kafka's name. */
    public String name() {
        return name;
    }

    /** What the text of its values means. */
    public ConfigType type() {
        return type;
    }

    /** The value when nobody set one; empty for a key that has none. */
    public Optional<T> defaultValue() {
        return Optional.ofNullable(defaultValue);
    }

    /** The unit of its values, such as {@code ms}; empty for none. */
    public String unit() {
        return unit;
    }

    /** The allowed values in words; empty if every value of the type is allowed. */
    public String allowed() {
        return constraint.words();
    }

    /** What it does, in one or two sentences. */
    public String meaning() {
        return meaning;
    }

    /** How it can change; topics' and groups' keys always change at run time. */
    public UpdateMode updateMode() {
        return updateMode;
    }

    /** Why setting it changes nothing with us; empty for a key that works. */
    public Optional<String> noEffect() {
        return Optional.ofNullable(noEffect);
    }

    /** Whether {@code listener.name.<name>.} in front of it sets it for one listener. */
    public boolean perListener() {
        return perListener;
    }

    /** Whether its value must not be shown. */
    public boolean sensitive() {
        return type == ConfigType.PASSWORD;
    }

    /** The broker's keys that supply a value where this one is not set; the strongest first. */
    public List<Counterpart> counterparts() {
        return counterparts;
    }

    /**
     * Reads and checks a value.
     *
     * @throws InvalidConfigException if it is not of the type or not allowed; the message names the
     *     key, the value, what is allowed and what to do
     */
    // Each factory above pairs the type constant with its Java type, so the cast cannot fail.
    @SuppressWarnings("unchecked")
    public T parse(String text) {
        Object value;
        try {
            value = type.parse(text.trim());
        } catch (IllegalArgumentException e) {
            throw invalid(text, "is not of type " + type.label());
        }
        return (T) allowed(value, text);
    }

    /** As {@link #parse}, for a list whose elements are given one by one. */
    @SuppressWarnings("unchecked")
    T parseElements(List<String> elements) {
        String text = String.join(",", elements);
        if (type != ConfigType.LIST) {
            throw invalid(text, "is not of type " + type.label());
        }
        return (T) allowed(List.copyOf(elements), text);
    }

    private Object allowed(Object value, String text) {
        if (!constraint.allows(value)) {
            throw invalid(text, "is not allowed");
        }
        return value;
    }

    /** What to tell somebody about a value that is shown as the given text. */
    InvalidConfigException invalid(String text, String problem) {
        String shown = sensitive() ? Password.HIDDEN : "'" + abbreviate(text) + "'";
        StringBuilder message = new StringBuilder("Invalid value ").append(shown);
        message.append(" for ").append(name).append(": it ").append(problem).append("; give a ");
        message.append(type.label());
        if (!constraint.words().isEmpty()) {
            message.append(' ').append(constraint.words());
        }
        if (!unit.isEmpty()) {
            message.append(" (").append(unit).append(')');
        }
        if (defaultValue != null && !sensitive()) {
            message.append(", or remove the setting to use the default ");
            message.append(ConfigType.format(defaultValue));
        }
        return new InvalidConfigException(name, message.append('.').toString());
    }

    private static String abbreviate(String text) {
        return text.length() <= 100 ? text : text.substring(0, 100) + "...";
    }

    @Override
    public String toString() {
        return name;
    }

    /** Collects what a declaration says; {@link #means} ends it. */
    static final class Builder<T> {
        private final String name;
        private final ConfigType type;
        private @Nullable T defaultValue;
        private Constraint constraint = Constraint.NONE;
        private String unit = "";
        private UpdateMode updateMode = UpdateMode.READ_ONLY;
        private @Nullable String noEffect;
        private boolean perListener;
        private List<Counterpart> counterparts = List.of();

        private Builder(String name, ConfigType type) {
            this.name = Objects.requireNonNull(name, "name");
            this.type = type;
        }

        Builder<T> defaultsTo(T value) {
            this.defaultValue = value;
            return this;
        }

        Builder<T> atLeast(long min) {
            this.constraint = Constraint.Range.atLeast(min);
            return this;
        }

        Builder<T> between(long min, long max) {
            this.constraint = Constraint.Range.between(min, max);
            return this;
        }

        Builder<T> betweenOr(long min, long max, long special) {
            this.constraint = new Constraint.RangeOr(Constraint.Range.between(min, max), special);
            return this;
        }

        Builder<T> oneOf(String... choices) {
            this.constraint = new Constraint.OneOf(List.of(choices), false, false);
            return this;
        }

        Builder<T> anyOf(String... choices) {
            this.constraint = new Constraint.OneOf(List.of(choices), false, true);
            return this;
        }

        /** The choices are given in upper case. */
        Builder<T> oneOfIgnoringCase(String... choices) {
            this.constraint = new Constraint.OneOf(List.of(choices), true, false);
            return this;
        }

        Builder<T> only(T value, String words) {
            this.constraint = new Constraint.Only(Objects.requireNonNull(value), words);
            return this;
        }

        Builder<T> form(String regex, String words) {
            this.constraint = new Constraint.Form(Pattern.compile(regex), words);
            return this;
        }

        Builder<T> formOfAtLeastOne(String regex, String words) {
            this.constraint = new Constraint.FormOfAtLeastOne(Pattern.compile(regex), words);
            return this;
        }

        Builder<T> unit(String text) {
            this.unit = text;
            return this;
        }

        Builder<T> updatable(UpdateMode mode) {
            this.updateMode = mode;
            return this;
        }

        Builder<T> withoutEffect(String reason) {
            this.noEffect = reason;
            return this;
        }

        Builder<T> perListener() {
            this.perListener = true;
            return this;
        }

        Builder<T> elseFrom(ConfigKey<?>... brokerKeys) {
            this.counterparts =
                    java.util.Arrays.stream(brokerKeys).map(k -> new Counterpart(k, 1)).toList();
            return this;
        }

        Builder<T> elseFrom(Counterpart... chosen) {
            this.counterparts = List.of(chosen);
            return this;
        }

        ConfigKey<T> means(String meaning) {
            return new ConfigKey<>(this, meaning);
        }
    }
}
