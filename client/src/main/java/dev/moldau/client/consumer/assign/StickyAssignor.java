package dev.moldau.client.consumer.assign;

import dev.moldau.common.TopicPartition;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Shares out evenly, and so that members get back what they had before. Members give everything up
 * while the group rebalances; {@link CooperativeStickyAssignor} spares them that.
 */
public final class StickyAssignor implements PartitionAssignor {

    private List<TopicPartition> last = List.of();
    private int lastGeneration = -1;

    /** Needs no settings. */
    public StickyAssignor() {}

    @Override
    public String name() {
        return "sticky";
    }

    @Override
    public @Nullable ByteBuffer userData() {
        return lastGeneration < 0 ? null : StickyUserData.write(last, lastGeneration);
    }

    @Override
    public void assigned(Collection<TopicPartition> partitions, int generation) {
        last = List.copyOf(partitions);
        lastGeneration = generation;
    }

    @Override
    public Map<String, List<TopicPartition>> assign(
            Map<String, Integer> partitionCounts, Map<String, Member> members) {
        Map<String, Member> remembering = new HashMap<>();
        members.forEach((id, member) -> remembering.put(id, StickyUserData.remembering(member)));
        return new StickyShares(partitionCounts, remembering).compute();
    }
}
