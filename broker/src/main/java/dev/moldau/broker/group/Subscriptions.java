package dev.moldau.broker.group;

import dev.moldau.broker.group.ConsumerGroupRecord.RegexRemoved;
import dev.moldau.broker.group.ConsumerGroupRecord.RegexStored;
import dev.moldau.common.Uuid;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which topics the members of a consumer group subscribed to, by name and by regular expression.
 * Holds no state of its own; runs on the shard's lane.
 */
final class Subscriptions {

    private final Topics topics;
    private final GroupHost host;

    Subscriptions(Topics topics, GroupHost host) {
        this.topics = topics;
        this.host = host;
    }

    /** The names that a member's subscription stands for, whether there are such topics or not. */
    static Set<String> of(ConsumerGroupState state, MemberProfile profile) {
        String regex = profile.regex();
        ResolvedRegex resolved = regex == null ? null : state.regexes().get(regex);
        if (resolved == null) {
            return profile.topics();
        }
        Set<String> all = new HashSet<>(profile.topics());
        all.addAll(resolved.topics());
        return all;
    }

    /** The names that all subscriptions together stand for. */
    static Set<String> of(ConsumerGroupState state) {
        Set<String> all = new HashSet<>();
        for (MemberProfile profile : state.profiles().values()) {
            all.addAll(profile.topics());
        }
        state.regexes().values().forEach(resolved -> all.addAll(resolved.topics()));
        return all;
    }

    /** The topics that exist of all subscriptions together. */
    Map<String, Uuid> existing(ConsumerGroupState state) {
        Map<String, Uuid> existing = new HashMap<>();
        for (String name : of(state)) {
            Optional<Uuid> id = topics.id(name);
            id.ifPresent(uuid -> existing.put(name, uuid));
        }
        return existing;
    }

    /**
     * A number that stands for the subscribed topics, their identities and partitions: another one
     * means that the group needs another assignment. Never 0.
     */
    long hash(ConsumerGroupState state) {
        long hash = 1;
        for (Map.Entry<String, Uuid> topic : existing(state).entrySet()) {
            long mixed = mix(topic.getKey().hashCode());
            mixed = mix(mixed ^ topic.getValue().mostSignificantBits());
            mixed = mix(mixed ^ topic.getValue().leastSignificantBits());
            // A sum, so that it does not depend on the order.
            hash += mix(mixed ^ topics.partitionCount(topic.getKey()));
        }
        return hash == 0 ? 1 : hash;
    }

    /** Spreads every bit over all others, as SplitMix64 does. */
    private static long mix(long value) {
        long z = value + 0x9E37_79B9_7F4A_7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
        return z ^ (z >>> 31);
    }

    /**
     * Evaluates a member's regular expression if nobody used it before, and forgets those that
     * nobody uses any more.
     *
     * @throws InvalidTopicRegexException if it is none; the draft is then as before
     */
    void evaluate(GroupDraft draft, MemberProfile profile) throws InvalidTopicRegexException {
        String regex = profile.regex();
        if (regex != null && !draft.state().regexes().containsKey(regex)) {
            draft.add(new RegexStored(draft.groupId(), regex, resolve(TopicRegex.parse(regex))));
        }
    }

    private ResolvedRegex resolve(TopicRegex regex) {
        return new ResolvedRegex(regex.matching(topics.names()), topics.version(), host.wallMs());
    }

    /** Forgets regular expressions that nobody uses any more. */
    static void forgetUnused(GroupDraft draft) {
        if (draft.state().regexes().isEmpty()) {
            return;
        }
        Set<String> unused = new HashSet<>(draft.state().regexes().keySet());
        for (MemberProfile profile : draft.state().profiles().values()) {
            if (profile.regex() != null) {
                unused.remove(profile.regex());
            }
        }
        unused.forEach(regex -> draft.add(new RegexRemoved(draft.groupId(), regex)));
    }

    /** Looks again which topics the regular expressions match. */
    void evaluateAgain(GroupDraft draft) {
        for (Map.Entry<String, ResolvedRegex> known :
                Map.copyOf(draft.state().regexes()).entrySet()) {
            ResolvedRegex now = resolve(parsed(known.getKey()));
            if (!now.topics().equals(known.getValue().topics())) {
                draft.add(new RegexStored(draft.groupId(), known.getKey(), now));
            }
        }
    }

    private static TopicRegex parsed(String regex) {
        try {
            return TopicRegex.parse(regex);
        } catch (InvalidTopicRegexException e) {
            throw new IllegalStateException("stored, so read before: " + regex, e);
        }
    }

    /** Which partitions there are of a topic; 0 if it is gone. */
    int partitionCount(String topic) {
        return topics.partitionCount(topic);
    }
}
