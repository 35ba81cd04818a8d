package dev.moldau.server.net;

import java.util.Objects;

/**
 * One entry of {@code listeners} or {@code advertised.listeners}.
 *
 * @param name the listener's name, such as {@code PLAINTEXT}
 * @param host the host or address; empty means all addresses of the machine
 * @param port the port; 0 lets the system choose
 */
public record ListenerAddress(String name, String host, int port) {

    public ListenerAddress {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(host, "host");
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port is not within 0..65535: " + port);
        }
    }

    /**
     * Reads {@code NAME://host:port}; an IPv6 address stands in brackets.
     *
     * @throws IllegalArgumentException if the text is not of that form
     */
    public static ListenerAddress parse(String text) {
        int scheme = text.indexOf("://");
        int colon = text.lastIndexOf(':');
        if (scheme <= 0 || colon < scheme + 3) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not of the form NAME://host:port");
        }
        String host = text.substring(scheme + 3, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            return new ListenerAddress(text.substring(0, scheme), host, port);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' has no number as its port", e);
        }
    }

    /** Whether all addresses of the machine are meant. */
    public boolean isWildcard() {
        return host.isEmpty() || host.equals("0.0.0.0") || host.equals("::");
    }

    @Override
    public String toString() {
        String shown = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return name + "://" + shown + ":" + port;
    }
}
