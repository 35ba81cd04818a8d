package dev.moldau.common.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys of one kind of resource, by name, in the order of their declaration. Immutable. */
public final class ConfigCatalogue {

    private final Map<String, ConfigKey<?>> byName = new LinkedHashMap<>();

    ConfigCatalogue(Collection<? extends ConfigKey<?>> keys) {
        for (ConfigKey<?> key : keys) {
            if (byName.put(key.name(), key) != null) {
                throw new IllegalArgumentException("declared twice: " + key.name());
            }
        }
    }

    /** All keys. */
    public List<ConfigKey<?>> keys() {
        return List.copyOf(byName.values());
    }

    /** The key of that name. */
    public Optional<ConfigKey<?>> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /**
     * The key of that name.
     *
     * @throws InvalidConfigException if there is none; the message names the nearest known key
     */
    public ConfigKey<?> require(String name) {
        ConfigKey<?> key = byName.get(name);
        if (key == null) {
            throw new InvalidConfigException(name, unknown(name));
        }
        return key;
    }

    /** What to tell somebody who used a name that is not in here. */
    public String unknown(String name) {
        return "Unknown configuration key '"
                + name
                + "'"
                + nearest(name).map(n -> "; did you mean " + n + "?").orElse(".");
    }

    /** The known name that differs least from the given one, if any is near enough to be meant. */
    public Optional<String> nearest(String name) {
        List<String> names = new ArrayList<>(byName.keySet());
        return EditDistance.nearest(name, names);
    }
}
