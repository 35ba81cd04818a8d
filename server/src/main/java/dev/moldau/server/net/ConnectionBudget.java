package dev.moldau.server.net;

import java.util.concurrent.atomic.AtomicInteger;

/** How many connections there may be of one kind, and how many there are. Safe for any thread. */
final class ConnectionBudget {

    private final String key;
    private final int most;
    private final AtomicInteger taken = new AtomicInteger();

    /**
     * @param key the setting that gives the limit, for messages
     * @param most the limit
     */
    ConnectionBudget(String key, int most) {
        this.key = key;
        this.most = most;
    }

    /**
     * Takes a place.
     *
     * @return whether there was one, and then it must be {@linkplain #giveBack given back}
     */
    boolean take() {
        if (taken.incrementAndGet() > most) {
            taken.decrementAndGet();
            return false;
        }
        return true;
    }

    void giveBack() {
        taken.decrementAndGet();
    }

    /** Why a connection was turned away. */
    String refusal() {
        return "it would exceed " + key + "=" + most;
    }
}
