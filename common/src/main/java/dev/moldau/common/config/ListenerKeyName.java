package dev.moldau.common.config;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The name of a setting that holds for one listener, such as {@code
 * listener.name.external.max.connections}.
 *
 * @param listener the listener's name, as it is written
 * @param key the key that is set for it
 */
record ListenerKeyName(String listener, String key) {

    private static final String PREFIX = "listener.name.";

    /**
     * Takes a setting's name apart.
     *
     * @return empty if it is not one of a listener
     */
    static Optional<ListenerKeyName> parse(String name) {
        if (!name.startsWith(PREFIX)) {
            return Optional.empty();
        }
        // A listener's name may have dots, and so has a key: the longest known key wins.
        int dot = name.indexOf('.', PREFIX.length());
        for (; dot >= 0; dot = name.indexOf('.', dot + 1)) {
            String key = name.substring(dot + 1);
            if (BrokerKeys.known().find(key).isPresent()) {
                return Optional.of(new ListenerKeyName(name.substring(PREFIX.length(), dot), key));
            }
        }
        return Optional.empty();
    }

    /** The listener's name as listeners are told by. */
    String upperCaseListener() {
        return listener.toUpperCase(Locale.ROOT);
    }

    /** Whether the key can be set for one listener. */
    boolean hasEffect() {
        return BrokerKeys.known().find(key).filter(ConfigKey::perListener).isPresent();
    }

    /** What to tell somebody who set it while there is no such listener. */
    String withoutListener(String name, List<String> listeners) {
        return name
                + " has no effect: listeners has no listener "
                + upperCaseListener()
                + ", only "
                + String.join(", ", listeners)
                + ".";
    }

    /** Whether it sets the given key for the given listener. */
    boolean isFor(ConfigKey<?> other, String otherListener) {
        return key.equals(other.name()) && listener.equalsIgnoreCase(otherListener);
    }
}
