package dev.moldau.broker.api;

/** Who may call an API. */
public enum Audience {

    /** Everybody, on every listener. */
    ALL,

    /**
     * The brokers of this cluster: it is served on the listener between brokers only. On all others
     * it does not exist, neither in ApiVersions nor for whoever calls it nevertheless.
     */
    BROKERS
}
