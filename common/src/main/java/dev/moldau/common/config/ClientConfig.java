package dev.moldau.common.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * A client's settings as its user gave them, checked. Values may be texts, numbers, booleans,
 * lists, classes and objects; null means that the key is not set. Immutable and safe for any
 * thread, as far as objects among the values are.
 */
public final class ClientConfig {

    private final ClientKind kind;
    private final Map<String, Object> given;
    private final Map<ConfigKey<?>, Object> values;
    private final List<String> warnings;

    private ClientConfig(
            ClientKind kind,
            Map<String, Object> given,
            Map<ConfigKey<?>, Object> values,
            List<String> warnings) {
        this.kind = kind;
        this.given = Collections.unmodifiableMap(given);
        this.values = values;
        this.warnings = List.copyOf(warnings);
    }

    /**
     * Checks settings. Keys that no client knows, and keys that change nothing here, are accepted
     * and named by {@link #warnings}; keys of other kinds of clients are accepted silently.
     *
     * @throws InvalidConfigException if any value is wrong; the message names each of them
     */
    public static ClientConfig of(ClientKind kind, Map<String, ?> settings) {
        Map<String, Object> given = new TreeMap<>();
        settings.forEach(
                (name, value) -> {
                    if (value != null) {
                        given.put(name, value);
                    }
                });
        Map<ConfigKey<?>, Object> values = new HashMap<>();
        List<String> warnings = new ArrayList<>();
        List<InvalidConfigException> problems = new ArrayList<>();
        given.forEach(
                (name, value) -> {
                    Optional<ConfigKey<?>> key = kind.keys().find(name);
                    try {
                        key.ifPresent(k -> values.put(k, SettingValue.parse(k, value)));
                    } catch (InvalidConfigException e) {
                        problems.add(e);
                    }
                    warning(kind, name, key).ifPresent(warnings::add);
                });
        if (!problems.isEmpty()) {
            throw together(problems);
        }
        return new ClientConfig(kind, given, values, warnings);
    }

    /**
     * As {@link #of(ClientKind, Map)}, for properties; their defaults count too.
     *
     * @throws InvalidConfigException if any value is wrong, or a name is not a text
     */
    public static ClientConfig of(ClientKind kind, Properties properties) {
        Map<String, Object> settings = new HashMap<>();
        for (String name : properties.stringPropertyNames()) {
            settings.put(name, properties.getProperty(name));
        }
        properties.forEach(
                (name, value) -> {
                    if (!(name instanceof String text)) {
                        throw new InvalidConfigException(
                                String.valueOf(name),
                                "The names of settings are texts, but "
                                        + name
                                        + " is a "
                                        + name.getClass().getName()
                                        + ".");
                    }
                    settings.put(text, value);
                });
        return of(kind, settings);
    }

    /**
     * As {@link #of(ClientKind, Map)}, for a properties file in UTF-8.
     *
     * @throws IOException if the file cannot be read
     * @throws InvalidConfigException if any value is wrong
     */
    public static ClientConfig read(ClientKind kind, Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        return of(kind, properties);
    }

    private static Optional<String> warning(
            ClientKind kind, String name, Optional<ConfigKey<?>> key) {
        if (key.isPresent()) {
            return key.get().noEffect().map(why -> name + " has no effect: " + why + ".");
        }
        if (OtherClientsKeys.contains(name)) {
            return Optional.empty();
        }
        return Optional.of(
                kind.keys().unknown(name)
                        + " It is handed to the classes that settings name, and means nothing to"
                        + " the client itself.");
    }

    private static InvalidConfigException together(List<InvalidConfigException> problems) {
        InvalidConfigException first = problems.get(0);
        if (problems.size() == 1) {
            return first;
        }
        List<String> messages = problems.stream().map(e -> String.valueOf(e.getMessage())).toList();
        return new InvalidConfigException(first.key(), String.join("\n", messages));
    }

    /** Which client they are for. */
    public ClientKind kind() {
        return kind;
    }

    /**
     * The value of a key: the one that was set, else the default.
     *
     * @throws InvalidConfigException if the key has neither
     */
    public <T> T get(ConfigKey<T> key) {
        return find(key)
                .orElseThrow(
                        () ->
                                new InvalidConfigException(
                                        key.name(),
                                        key
                                                + " is not set; give a "
                                                + key.type().label()
                                                + (key.allowed().isEmpty() ? "" : " ")
                                                + key.allowed()
                                                + ". "
                                                + key.meaning()));
    }

    /** The value of a key, if it was set or has a default. */
    // The map holds under each key what the key itself parsed, so the cast cannot fail.
    @SuppressWarnings("unchecked")
    public <T> Optional<T> find(ConfigKey<T> key) {
        T set = (T) values.get(key);
        return set == null ? key.defaultValue() : Optional.of(set);
    }

    /** Whether the user set the key. */
    public boolean isSet(ConfigKey<?> key) {
        return values.containsKey(key);
    }

    /** What was set for a key that names a class. */
    public Optional<Implementation> implementation(ConfigKey<String> key) {
        return Optional.ofNullable(given.get(key.name()))
                .map(value -> new Implementation(key.name(), value));
    }

    /** What was set for a key that names several classes, in their order. */
    public List<Implementation> implementations(ConfigKey<List<String>> key) {
        Object value = given.get(key.name());
        if (value == null) {
            return List.of();
        }
        return SettingValue.elements(key, value).stream()
                .map(element -> new Implementation(key.name(), element))
                .toList();
    }

    /**
     * All settings as they were given, unknown ones included, for the classes that settings name.
     * Secrets are in it; do not log it.
     */
    public Map<String, Object> given() {
        return given;
    }

    /** What to tell the user once at the start: unknown keys, and keys without effect. */
    public List<String> warnings() {
        return warnings;
    }

    /** What was set, by name, for the log: secrets are hidden, and values of unknown keys too. */
    @Override
    public String toString() {
        Map<String, String> shown = new TreeMap<>();
        given.keySet()
                .forEach(
                        name ->
                                shown.put(
                                        name,
                                        kind.keys().find(name).map(this::shown).orElse("(set)")));
        return kind + " " + shown;
    }

    private String shown(ConfigKey<?> key) {
        Object value = values.get(key);
        return value == null || key.sensitive() ? Password.HIDDEN : ConfigType.format(value);
    }
}
