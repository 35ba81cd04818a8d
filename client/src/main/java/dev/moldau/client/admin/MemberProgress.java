package dev.moldau.client.admin;

import dev.moldau.common.TopicPartition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a member of a group that the broker balances has come.
 *
 * @param epoch the member's own; behind the group's while it gives up or waits for partitions
 * @param target what it shall have in the end
 * @param topics what it subscribes to by name
 * @param pattern the regular expression that it subscribes with; null if it has none
 * @param rackId where it stands; null if it does not say
 * @param classic whether it still speaks the classic protocol; false if the broker does not say
 */
public record MemberProgress(
        int epoch,
        List<TopicPartition> target,
        List<String> topics,
        @Nullable String pattern,
        @Nullable String rackId,
        boolean classic) {

    /** Copies the lists. */
    public MemberProgress {
        target = List.copyOf(target);
        topics = List.copyOf(topics);
    }
}
