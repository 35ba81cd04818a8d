package dev.moldau.broker.group;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Who a member of a consumer group is and what it wants. Immutable.
 *
 * @param instanceId the name that a static member keeps across restarts
 * @param rackId where the member runs, if it says so
 * @param clientId what the client calls itself
 * @param clientHost where it called from, as {@code /10.0.0.7}
 * @param topics the topics that it named
 * @param regex the regular expression for more topics, if it has one
 * @param rebalanceTimeoutMs how long it may take to give partitions up, in milliseconds
 * @param assignor the assignor that it prefers, if it does
 * @param classic what only a member has that speaks the classic protocol; null for others
 */
record MemberProfile(
        @Nullable String instanceId,
        @Nullable String rackId,
        String clientId,
        String clientHost,
        Set<String> topics,
        @Nullable String regex,
        int rebalanceTimeoutMs,
        @Nullable String assignor,
        @Nullable Classic classic) {

    /** Takes a copy of the topics. */
    MemberProfile {
        topics = Set.copyOf(topics);
    }

    /**
     * A member that speaks the classic protocol.
     *
     * @param sessionTimeoutMs how long the coordinator does without hearing from it
     * @param protocols the assignors that it supports, most wanted first
     */
    record Classic(int sessionTimeoutMs, List<Protocol> protocols) {

        /** Takes a copy of the list. */
        Classic {
            protocols = List.copyOf(protocols);
        }
    }

    boolean isClassic() {
        return classic != null;
    }

    /** Whether it would be assigned from the same topics. */
    boolean subscribesLike(MemberProfile other) {
        return topics.equals(other.topics)
                && Objects.equals(regex, other.regex)
                && Objects.equals(assignor, other.assignor);
    }

    /** The member's form in reasons and logs. */
    String nameOf(String memberId) {
        return instanceId == null ? memberId : memberId + " (instance " + instanceId + ")";
    }

    /** The topics in the order in which they are stored and told. */
    List<String> sortedTopics() {
        return List.copyOf(new TreeSet<>(topics));
    }
}
