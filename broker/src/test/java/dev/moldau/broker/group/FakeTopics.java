package dev.moldau.broker.group;

import dev.moldau.common.Uuid;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Topics by hand; one offsets partition, so that every group is in shard 0. */
public final class FakeTopics implements Topics {

    private final Map<String, Integer> partitions = new HashMap<>();
    private final Map<String, Uuid> ids = new HashMap<>();

    public FakeTopics() {
        with(GroupCoordinator.OFFSETS_TOPIC, 1);
    }

    public FakeTopics with(String topic, int partitionCount) {
        partitions.put(topic, partitionCount);
        ids.put(topic, new Uuid(topic.hashCode(), 7));
        return this;
    }

    /** Deletes a topic. */
    public void without(String topic) {
        partitions.remove(topic);
        ids.remove(topic);
    }

    /** Deletes a topic and makes it again under another id. */
    public void recreate(String topic) {
        ids.put(topic, new Uuid(topic.hashCode(), 8));
    }

    @Override
    public Collection<String> names() {
        return List.copyOf(partitions.keySet());
    }

    @Override
    public long version() {
        return 7;
    }

    @Override
    public int partitionCount(String topic) {
        return partitions.getOrDefault(topic, 0);
    }

    @Override
    public Optional<Uuid> id(String topic) {
        return Optional.ofNullable(ids.get(topic));
    }

    @Override
    public Optional<String> name(Uuid id) {
        return ids.entrySet().stream()
                .filter(entry -> entry.getValue().equals(id))
                .map(Map.Entry::getKey)
                .findFirst();
    }
}
