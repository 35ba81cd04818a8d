package dev.moldau.broker.group;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a group finds its assignor: each member votes for the first of its protocols that all members
 * support; the most votes win, and among equals the one that was voted for first.
 */
final class ProtocolVote {

    private ProtocolVote() {}

    /** What a member would offer instead of what it offers. */
    record Change(Member member, List<Protocol> protocols) {}

    /** The protocols that all members support. */
    static Set<String> common(Collection<Member> members, @Nullable Change change) {
        Set<String> common = new LinkedHashSet<>();
        boolean first = true;
        for (Member member : members) {
            List<String> names = names(member, change);
            if (first) {
                common.addAll(names);
                first = false;
            } else {
                common.retainAll(Set.copyOf(names));
            }
        }
        return common;
    }

    /**
     * The protocol chosen, or the empty string if nothing is common to all.
     *
     * @param members at least one
     */
    static String winner(Collection<Member> members, @Nullable Change change) {
        Set<String> common = common(members, change);
        Map<String, Integer> votes = new LinkedHashMap<>();
        for (Member member : members) {
            for (String name : names(member, change)) {
                if (common.contains(name)) {
                    votes.merge(name, 1, Integer::sum);
                    break;
                }
            }
        }
        String winner = "";
        int most = 0;
        for (Map.Entry<String, Integer> candidate : votes.entrySet()) {
            if (candidate.getValue() > most) {
                winner = candidate.getKey();
                most = candidate.getValue();
            }
        }
        return winner;
    }

    private static List<String> names(Member member, @Nullable Change change) {
        List<Protocol> protocols =
                change != null && change.member() == member
                        ? change.protocols()
                        : member.protocols();
        return protocols.stream().map(Protocol::name).toList();
    }
}
