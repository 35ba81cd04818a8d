package dev.moldau.client.net;

import java.util.Locale;

/** What is done with a name that has several addresses: the values of {@code client.dns.lookup}. */
public enum DnsMode {
    /** All of them are tried in turn. */
    USE_ALL_DNS_IPS,
    /**
     * A bootstrap name stands for the canonical names of its addresses. Brokers' names are treated
     * as in the other mode.
     */
    RESOLVE_CANONICAL_BOOTSTRAP_SERVERS_ONLY;

    /**
     * The mode that a value of {@code client.dns.lookup} names, which its catalogue has checked.
     *
     * @throws IllegalArgumentException if there is no such mode
     */
    public static DnsMode of(String value) {
        return valueOf(value.toUpperCase(Locale.ROOT));
    }
}
