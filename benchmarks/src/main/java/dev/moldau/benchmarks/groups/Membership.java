package dev.moldau.benchmarks.groups;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/** A way to be a member of a group, with the defaults of Apache Kafka's consumer and broker. */
enum Membership {
    /** The broker assigns (KIP-848). */
    CONSUMER(5_000, "consumer", ""),

    /** The members assign; everybody gives up everything first. */
    CLASSIC(3_000, "classic", "org.apache.kafka.clients.consumer.RangeAssignor"),

    /** The members assign; only what moves is given up. */
    COOPERATIVE(3_000, "classic", "org.apache.kafka.clients.consumer.CooperativeStickyAssignor");

    /** How long a member may be silent before it counts as dead. */
    static final int SESSION_MS = 45_000;

    private final int heartbeatMs;
    private final String protocol;
    private final String assignor;

    Membership(int heartbeatMs, String protocol, String assignor) {
        this.heartbeatMs = heartbeatMs;
        this.protocol = protocol;
        this.assignor = assignor;
    }

    /** The time between two heartbeats of a member. */
    int heartbeatMs() {
        return heartbeatMs;
    }

    /** What Apache Kafka's consumer is told. */
    Map<String, Object> settings() {
        return assignor.isEmpty()
                ? Map.of("group.protocol", protocol)
                : Map.of("group.protocol", protocol, "partition.assignment.strategy", assignor);
    }

    /** Its name, for people and as an argument. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Membership labelled(String label) {
        return Arrays.stream(values())
                .filter(m -> m.label().equals(label))
                .findFirst()
                .orElseThrow();
    }
}
