package dev.moldau.client;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A broker as a client reaches it. Two nodes with the same id but another host or port are the same
 * broker after a move.
 *
 * @param id the broker's id; negative for an address from {@code bootstrap.servers} whose id is not
 *     known yet
 * @param host a name or an address
 * @param port 1 to 65535
 * @param rack where the broker stands, or null if it does not say
 */
public record Node(int id, String host, int port, @Nullable String rack) {

    /**
     * Checks that host and port are usable.
     *
     * @throws IllegalArgumentException if the port is not
     * @throws NullPointerException if there is no host
     */
    public Node {
        Objects.requireNonNull(host, "host");
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("port " + port + " of " + host);
        }
    }

    /** Whether this is an address to begin with and not yet a broker. */
    public boolean isBootstrap() {
        return id < 0;
    }

    /** The form people read in logs and messages: {@code 3 (host:9092)}. */
    @Override
    public String toString() {
        return isBootstrap() ? host + ":" + port : id + " (" + host + ":" + port + ")";
    }
}
