package dev.moldau.server.net;

import java.util.Locale;

/** A listener that is open: its place among the limits, and what it counts. Any thread. */
final class Listener {

    private final ListenerSettings settings;
    private final boolean advertisesLoopback;
    private final ConnectionBudget budget;
    private final NetworkCounters counters = new NetworkCounters();

    Listener(ListenerSettings settings) {
        this.settings = settings;
        this.advertisesLoopback = isLoopback(settings.advertisedHost());
        this.budget =
                new ConnectionBudget(
                        "listener.name."
                                + settings.name().toLowerCase(Locale.ROOT)
                                + ".max.connections",
                        settings.maxConnections());
    }

    String name() {
        return settings.name();
    }

    /** Whether its connections do not count among those of the others. */
    boolean apart() {
        return settings.apart();
    }

    /** How many connections it may hold. */
    ConnectionBudget budget() {
        return budget;
    }

    /** Whether clients are told an address that leads back to their own machine. */
    boolean advertisesLoopback() {
        return advertisesLoopback;
    }

    /** After how much idle time a connection is closed, in milliseconds; negative means never. */
    long maxIdleMs() {
        return settings.sockets().maxIdleMs();
    }

    NetworkCounters counters() {
        return counters;
    }

    private static boolean isLoopback(String host) {
        return host.equalsIgnoreCase("localhost")
                || host.startsWith("127.")
                || host.equals("::1")
                || host.equals("0:0:0:0:0:0:0:1");
    }
}
