package dev.moldau.common.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
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
                    "([A-Za-z0-9._-]+)://"
                            + "(?:\\[([0-9a-fA-F:.]+(?:%[A-Za-z0-9._-]+)?)\\]|([^:\\[\\]/\\s]*))"
                            + ":(\\d+)");

    /**
     * Reads a listener.
     *
     * @param key the key in whose value it stands, for messages
     * @param text the text, {@code NAME://host:port}
     * @throws InvalidConfigException if it cannot be read, or its name has no protocol
     */
    static ListenerAddress parse(ConfigKey<?> key, String text, ListenerProtocols protocols) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw wrong(
                    key,
                    text,
                    "write it as NAME://host:port, such as PLAINTEXT://:9092 or"
                            + " PLAINTEXT://[2001:db8::7]:9092");
        }
        String name = matcher.group(1).toUpperCase(Locale.ROOT);
        String digits = matcher.group(4);
        if (digits.length() > 5 || Integer.parseInt(digits) > 65_535) {
            throw wrong(key, text, "a port is at most 65535");
        }
        String protocol =
                protocols
                        .of(name)
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
        String ipv6 = matcher.group(2);
        if (ipv6 != null && !isIpv6(ipv6)) {
            throw wrong(key, text, "[" + ipv6 + "] is not an IPv6 address");
        }
        return new ListenerAddress(
                name, protocol, ipv6 != null ? ipv6 : matcher.group(3), Integer.parseInt(digits));
    }

    private static boolean isIpv6(String text) {
        int zone = text.indexOf('%');
        String address = zone < 0 ? text : text.substring(0, zone);
        try {
            // In brackets it is never taken for a name, so nobody is asked.
            return InetAddress.getByName("[" + address + "]").getHostAddress() != null;
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static InvalidConfigException wrong(ConfigKey<?> key, String text, String remedy) {
        return new InvalidConfigException(
                key.name(), "Invalid listener '" + text + "' in " + key.name() + ": " + remedy);
    }

    /** Whether the host stands for every address of the machine: empty, 0.0.0.0 or [::]. */
    public boolean isEveryAddress() {
        return host.chars().allMatch(c -> c == '0' || c == '.' || c == ':');
    }

    /**
     * Whether both cannot be listened on at once, as far as their texts tell. Every address means
     * those of IPv4 and of IPv6, however it is written. Hosts that are names are only compared as
     * such: whether they are the same address is known when they are bound.
     */
    boolean collidesWith(ListenerAddress other) {
        if (port != other.port || port == 0) {
            return false;
        }
        return isEveryAddress() || other.isEveryAddress() || host.equalsIgnoreCase(other.host);
    }

    private boolean isIpv6() {
        return host.indexOf(':') >= 0;
    }

    @Override
    public String toString() {
        return name + "://" + (isIpv6() ? "[" + host + "]" : host) + ":" + port;
    }
}
