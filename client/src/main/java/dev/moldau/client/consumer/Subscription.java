package dev.moldau.client.consumer;

import dev.moldau.common.TopicPartition;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What the application wants to read. */
sealed interface Subscription {

    /** A listener that does nothing. */
    RebalanceListener NOBODY =
            new RebalanceListener() {
                @Override
                public void onPartitionsRevoked(Collection<TopicPartition> partitions) {}

                @Override
                public void onPartitionsAssigned(Collection<TopicPartition> partitions) {}
            };

    /** Nothing. */
    record None() implements Subscription {}

    /** Partitions that it gave itself. */
    record Manual() implements Subscription {}

    /** What the group gives it of these topics. */
    record Topics(Set<String> names, RebalanceListener listener) implements Subscription {
        /** Checks the names. */
        public Topics {
            names = Set.copyOf(names);
            for (String name : List.copyOf(names)) {
                if (name.isBlank()) {
                    throw new IllegalArgumentException("a topic's name is blank");
                }
            }
        }
    }

    /** What the group gives it of the topics that match. */
    record Matching(Pattern pattern, RebalanceListener listener) implements Subscription {}

    /** What the group gives it of the topics that the brokers find. */
    record FoundByBrokers(SubscriptionPattern pattern, RebalanceListener listener)
            implements Subscription {}

    /** Whether the group shares out. */
    default boolean isByGroup() {
        return !(this instanceof None || this instanceof Manual);
    }

    /** Who hears of rebalances. */
    default RebalanceListener hears() {
        if (this instanceof Topics topics) {
            return topics.listener();
        }
        if (this instanceof FoundByBrokers found) {
            return found.listener();
        }
        return this instanceof Matching matching ? matching.listener() : NOBODY;
    }
}
