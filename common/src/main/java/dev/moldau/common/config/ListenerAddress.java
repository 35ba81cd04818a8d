package dev.moldau.common.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A listener by name: where it listens, or where clients are told that it does.
 *
 * @param name the listener's name, in upper case
 * @param securityProtocol PLAINTEXT, SSL, SASL_PLAINTEXT or SASL_SSL
 * @param host the host; empty for "every address" or, advertised, "the one the client came by"
 * @param port the port; 0 for any free one
 */
public record ListenerAddress(String name, String securityProtocol, String host, int port) {

    private static final Pattern FORM =
            Pattern.compile(
                    "([A-Za-z0-9._-]+)://(?:\\[([0-9a-fA-F:.%]+)\\]|([^:\\[\\]/]*)):(\\d+)");

    private static final Set<String> PROTOCOLS =
            Set.of("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL");

    static List<ListenerAddress> parseAll(
            ConfigKey<?> key, List<String> texts, BrokerConfig config) {
        List<ListenerAddress> listeners = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (String text : texts) {
            ListenerAddress listener = parse(key, text, config);
            if (!names.add(listener.name)) {
                throw wrong(key, text, "the name " + listener.name + " occurs twice");
            }
            listeners.add(listener);
        }
        return listeners;
    }

    private static ListenerAddress parse(ConfigKey<?> key, String text, BrokerConfig config) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw wrong(key, text, "write it as NAME://host:port, such as PLAINTEXT://:9092");
        }
        String name = matcher.group(1).toUpperCase(Locale.ROOT);
        String host = matcher.group(2) != null ? matcher.group(2) : matcher.group(3);
        String digits = matcher.group(4);
        if (digits.length() > 5 || Integer.parseInt(digits) > 65_535) {
            throw wrong(key, text, "a port is at most 65535");
        }
        String protocol =
                protocol(name, config)
                        .orElseThrow(
                                () ->
                                        wrong(
                                                key,
                                                text,
                                                "give "
                                                        + name
                                                        + " a security protocol in"
                                                        + " listener.security.protocol.map, such as "
                                                        + name
                                                        + ":PLAINTEXT"));
        return new ListenerAddress(name, protocol, host, Integer.parseInt(digits));
    }

    private static Optional<String> protocol(String name, BrokerConfig config) {
        for (String pair : config.get(NetworkKeys.LISTENER_SECURITY_PROTOCOL_MAP)) {
            int colon = pair.indexOf(':');
            if (pair.substring(0, colon).trim().equalsIgnoreCase(name)) {
                String protocol = pair.substring(colon + 1).trim().toUpperCase(Locale.ROOT);
                return Optional.of(protocol).filter(PROTOCOLS::contains);
            }
        }
        return Optional.of(name).filter(PROTOCOLS::contains);
    }

    private static InvalidConfigException wrong(ConfigKey<?> key, String text, String remedy) {
        return new InvalidConfigException(
                key.name(), "Invalid listener '" + text + "' in " + key.name() + ": " + remedy);
    }

    @Override
    public String toString() {
        return name + "://" + (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
