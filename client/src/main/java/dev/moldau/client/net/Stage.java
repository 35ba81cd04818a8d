package dev.moldau.client.net;

import java.net.InetSocketAddress;

/** How far an attempt at a connection has come; what people are told while it lasts. */
sealed interface Stage {

    /** When the stage began, on the loop's clock, in ms. */
    long sinceMs();

    /** What is being done, as in {@code connecting to /10.0.0.1:9092}. */
    String doing();

    /** What is being done, and for how long it has been. */
    default String describe(long nowMs) {
        return doing() + " since " + (nowMs - sinceMs()) + " ms";
    }

    /** The addresses of the name are being looked up. */
    record Resolving(String host, long sinceMs) implements Stage {
        @Override
        public String doing() {
            return "resolving " + host;
        }
    }

    /** TCP's handshake. */
    record Connecting(InetSocketAddress address, long sinceMs) implements Stage {
        @Override
        public String doing() {
            return "connecting to " + address;
        }
    }

    /** TLS's handshake, or authentication. */
    record Securing(InetSocketAddress address, long sinceMs) implements Stage {
        @Override
        public String doing() {
            return "securing the connection to " + address;
        }
    }

    /** Connected; the broker has been asked what it serves. */
    record Negotiating(InetSocketAddress address, long sinceMs) implements Stage {
        @Override
        public String doing() {
            return "negotiating versions with " + address;
        }
    }
}
