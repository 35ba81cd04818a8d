package dev.moldau.common.config;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Settings of clients that are not here yet. People keep one file for all their clients, so these
 * are neither used nor complained of.
 */
final class OtherClientsKeys {

    /** What Kafka's consumers, share consumers included, have beyond the other clients. */
    static final List<String> OF_CONSUMERS =
            List.of(
                    "allow.auto.create.topics",
                    "auto.commit.interval.ms",
                    "auto.offset.reset",
                    "check.crcs",
                    "enable.auto.commit",
                    "exclude.internal.topics",
                    "fetch.max.bytes",
                    "fetch.max.wait.ms",
                    "fetch.min.bytes",
                    "group.id",
                    "group.instance.id",
                    "group.protocol",
                    "group.remote.assignor",
                    "heartbeat.interval.ms",
                    "isolation.level",
                    "key.deserializer",
                    "max.partition.fetch.bytes",
                    "max.poll.interval.ms",
                    "max.poll.records",
                    "partition.assignment.strategy",
                    "session.timeout.ms",
                    "share.acknowledgement.mode",
                    "share.acquire.mode",
                    "value.deserializer");

    private static final Set<String> ALL = all();

    private OtherClientsKeys() {}

    private static Set<String> all() {
        Set<String> names = new HashSet<>(OF_CONSUMERS);
        ProducerKeys.all().keys().forEach(key -> names.add(key.name()));
        AdminKeys.all().keys().forEach(key -> names.add(key.name()));
        return Set.copyOf(names);
    }

    /** Whether some kind of client understands the name. */
    static boolean contains(String name) {
        return ALL.contains(name);
    }
}
