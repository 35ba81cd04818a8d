package dev.moldau.client.admin;

import dev.moldau.common.Uuid;
import java.util.List;

/**
 * A topic and where its partitions are.
 *
 * @param name its name
 * @param id {@link Uuid#ZERO} if the brokers are too old for ids
 * @param internal whether the brokers keep it for themselves
 * @param partitions by index
 */
public record TopicDescription(
        String name, Uuid id, boolean internal, List<PartitionDescription> partitions) {

    /** Copies the list. */
    public TopicDescription {
        partitions = List.copyOf(partitions);
    }
}
