package dev.moldau.broker.api;

import java.net.InetSocketAddress;
import java.util.Objects;

/**
 * What the server knows about a connection; one object for all its requests, replaced when the
 * client authenticates.
 *
 * @param id unique in this process, for logs and session ownership
 * @param remoteAddress where the client is
 * @param localAddress the address that the client reached us at; advertised back to it unless an
 *     advertised listener is configured
 * @param listenerName the listener's name, such as {@code PLAINTEXT}
 * @param principal who the client is, such as {@code User:ANONYMOUS}
 */
public record ConnectionInfo(
        long id,
        InetSocketAddress remoteAddress,
        InetSocketAddress localAddress,
        String listenerName,
        String principal) {

    /** The principal of a client that did not authenticate. */
    public static final String ANONYMOUS = "User:ANONYMOUS";

    public ConnectionInfo {
        Objects.requireNonNull(remoteAddress, "remoteAddress");
        Objects.requireNonNull(localAddress, "localAddress");
        Objects.requireNonNull(listenerName, "listenerName");
        Objects.requireNonNull(principal, "principal");
    }

    /** The client's host as text, as group descriptions and logs show it: {@code /10.0.0.7}. */
    public String clientHost() {
        return remoteAddress.isUnresolved()
                ? "/" + remoteAddress.getHostString()
                : "/" + remoteAddress.getAddress().getHostAddress();
    }

    /** The host that the client reached us at, to advertise where none is configured. */
    public String localHost() {
        if (localAddress.isUnresolved()) {
            return localAddress.getHostString();
        }
        // The zone after the percent sign names one of our interfaces; it means nothing elsewhere.
        String host = localAddress.getAddress().getHostAddress();
        int zone = host.indexOf('%');
        return zone < 0 ? host : host.substring(0, zone);
    }
}
