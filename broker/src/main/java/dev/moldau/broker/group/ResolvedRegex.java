package dev.moldau.broker.group;

import java.util.Set;

/**
 * What a regular expression stood for when it was evaluated. Immutable.
 *
 * @param topics the topics that it matches
 * @param imageVersion the version of the cluster's image that it was evaluated against
 * @param wallMs when, in epoch ms
 */
record ResolvedRegex(Set<String> topics, long imageVersion, long wallMs) {

    /** Takes a copy. */
    ResolvedRegex {
        topics = Set.copyOf(topics);
    }
}
