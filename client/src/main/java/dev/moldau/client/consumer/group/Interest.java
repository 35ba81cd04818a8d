package dev.moldau.client.consumer.group;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a member wants to read.
 *
 * @param topics by name
 * @param expression the brokers find further topics by it; empty for none
 */
record Interest(Set<String> topics, String expression) {

    /** Nothing. */
    static final Interest NONE = new Interest(Set.of(), "");

    /** Keeps the topics in order. */
    Interest {
        topics = Collections.unmodifiableSet(new TreeSet<>(topics));
    }

    static Interest in(Set<String> topics) {
        return new Interest(topics, "");
    }

    static Interest matching(String expression) {
        return new Interest(Set.of(), expression);
    }
}
