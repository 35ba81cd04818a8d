package dev.moldau.common.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One setting of a resource as people ask for it: its value, where that comes from, and what would
 * count if the strongest source were taken away.
 *
 * @param key the key
 * @param value the value as text; null if there is none, or if it is secret
 * @param source where the value comes from
 * @param readOnly whether it can change only with a restart
 * @param synonyms every source that gives a value, the one that counts first
 */
public record ConfigEntry(
        ConfigKey<?> key,
        @Nullable String value,
        ConfigSource source,
        boolean readOnly,
        List<Synonym> synonyms) {

    /**
     * A source of a value.
     *
     * @param name the key there
     * @param value its value as text; null if it is secret
     * @param source where
     */
    public record Synonym(String name, @Nullable String value, ConfigSource source) {}

    /** The same setting, of a resource whose settings change at run time. */
    public ConfigEntry changeable() {
        return new ConfigEntry(key, value, source, false, synonyms);
    }

    /** Copies the list. */
    public ConfigEntry {
        synonyms = List.copyOf(synonyms);
    }
}
