package dev.moldau.common.config;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Which security protocol each listener speaks: what {@code listener.security.protocol.map} says,
 * and for the names of the protocols that it leaves out, themselves. Immutable.
 */
final class ListenerProtocols {

    private static final List<String> PROTOCOLS =
            List.of("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL");

    private final Map<String, String> byName = new HashMap<>();

    /**
     * @param pairs the value of the map, {@code NAME:PROTOCOL} each
     * @throws InvalidConfigException if a name occurs twice, or there is no such protocol
     */
    ListenerProtocols(List<String> pairs) {
        for (String pair : pairs) {
            int colon = pair.indexOf(':');
            String name = pair.substring(0, colon).trim().toUpperCase(Locale.ROOT);
            String protocol = pair.substring(colon + 1).trim().toUpperCase(Locale.ROOT);
            if (!PROTOCOLS.contains(protocol)) {
                throw wrong(
                        pair, protocol + " is not one of " + String.join(", ", PROTOCOLS) + ".");
            }
            if (byName.put(name, protocol) != null) {
                throw wrong(pair, "the name " + name + " occurs twice; keep one of them.");
            }
        }
    }

    private static InvalidConfigException wrong(String pair, String problem) {
        String key = NetworkKeys.LISTENER_SECURITY_PROTOCOL_MAP.name();
        return new InvalidConfigException(
                key, "Invalid pair '" + pair + "' in " + key + ": " + problem);
    }

    /**
     * The protocol of a listener.
     *
     * @param name the listener's name in upper case
     * @return empty if nobody gave it one
     */
    Optional<String> of(String name) {
        String mapped = byName.get(name);
        return mapped != null ? Optional.of(mapped) : Optional.of(name).filter(PROTOCOLS::contains);
    }
}
