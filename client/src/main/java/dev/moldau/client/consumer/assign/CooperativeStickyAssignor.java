package dev.moldau.client.consumer.assign;

import dev.moldau.common.TopicPartition;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Shares out evenly, and members keep what they have while the group rebalances. What moves from
 * one to another is given to nobody first: its owner gives it up and joins again, and then it is
 * free.
 */
public final class CooperativeStickyAssignor implements PartitionAssignor {

    private int lastGeneration = -1;

    /** Needs no settings. */
    public CooperativeStickyAssignor() {}

    @Override
    public String name() {
        return "cooperative-sticky";
    }

    @Override
    public boolean cooperative() {
        return true;
    }

    @Override
    public @Nullable ByteBuffer userData() {
        return StickyUserData.write(lastGeneration);
    }

    @Override
    public void assigned(Collection<TopicPartition> partitions, int generation) {
        lastGeneration = generation;
    }

    @Override
    public Map<String, List<TopicPartition>> assign(
            Map<String, Integer> partitionCounts, Map<String, Member> members) {
        Map<String, Member> dated = new HashMap<>();
        members.forEach((id, member) -> dated.put(id, StickyUserData.dated(member)));
        StickyShares sticky = new StickyShares(partitionCounts, dated);
        Map<String, List<TopicPartition>> shares = sticky.compute();
        shares.forEach(
                (id, share) ->
                        share.removeIf(
                                partition ->
                                        !id.equals(sticky.owners().getOrDefault(partition, id))));
        return shares;
    }
}
