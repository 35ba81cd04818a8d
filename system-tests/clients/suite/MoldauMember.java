import dev.moldau.client.consumer.Consumer;
import dev.moldau.client.consumer.OffsetAndMetadata;
import dev.moldau.client.consumer.RebalanceListener;
import dev.moldau.client.errors.CommitFailedException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.serialization.ByteArrayDeserializer;
import dev.moldau.client.serialization.StringDeserializer;
import dev.moldau.common.TopicPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A member on our consumer. */
final class MoldauMember implements Member {

    private final Consumer<byte[], String> consumer;

    private MoldauMember(Map<String, Object> settings) {
        consumer = Consumer.create(settings, new ByteArrayDeserializer(), new StringDeserializer());
    }

    public static void main(String[] args) throws Exception {
        GroupMember.run(args, MoldauMember::new);
    }

    @Override
    public void subscribe(Collection<String> topics, Changes changes) {
        consumer.subscribe(topics, new RebalanceListener() {
            @Override
            public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                changes.revoked(places(partitions));
            }

            @Override
            public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                changes.assigned(places(partitions));
            }

            @Override
            public void onPartitionsLost(Collection<TopicPartition> partitions) {
                changes.lost(places(partitions));
            }
        });
    }

    private static List<Place> places(Collection<TopicPartition> partitions) {
        return partitions.stream().map(p -> new Place(p.topic(), p.partition(), 0)).toList();
    }

    @Override
    public List<Numbered> poll(int ms) {
        List<Numbered> records = new ArrayList<>();
        consumer.poll(Duration.ofMillis(ms))
                .forEach(r -> records.add(new Numbered(new Place(r.topic(), r.partition(), r.offset()), r.value())));
        return records;
    }

    @Override
    public boolean commitSync(Map<String, Place> next) {
        try {
            consumer.commitSync(offsets(next));
            return true;
        } catch (CommitFailedException | RetriableException e) {
            // Others have the partitions, or nobody knows: what was processed may come again.
            return false;
        }
    }

    @Override
    public void commitAsync(Map<String, Place> next, Runnable committed) {
        consumer.commitAsync(offsets(next), (offsets, failure) -> {
            if (failure == null) {
                committed.run();
            }
        });
    }

    private static Map<TopicPartition, OffsetAndMetadata> offsets(Map<String, Place> next) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        next.values().forEach(p -> offsets.put(new TopicPartition(p.topic(), p.partition()), new OffsetAndMetadata(p.offset())));
        return offsets;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
