package dev.moldau.common.config;

import java.util.HashSet;
import java.util.Set;

/**
 * Settings of clients of other kinds. People keep one file for all their clients, so these are
 * neither used nor complained of.
 */
final class OtherClientsKeys {

    private static final Set<String> ALL = all();

    private OtherClientsKeys() {}

    private static Set<String> all() {
        Set<String> names = new HashSet<>();
        for (ClientKind kind : ClientKind.values()) {
            kind.keys().keys().forEach(key -> names.add(key.name()));
        }
        return Set.copyOf(names);
    }

    /** Whether some kind of client understands the name. */
    static boolean contains(String name) {
        return ALL.contains(name);
    }
}
