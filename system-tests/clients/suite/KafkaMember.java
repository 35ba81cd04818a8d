import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** A member on Apache Kafka's consumer. */
final class KafkaMember implements Member {

    private final KafkaConsumer<byte[], String> consumer;

    private KafkaMember(Map<String, Object> settings) {
        consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new StringDeserializer());
    }

    public static void main(String[] args) throws Exception {
        GroupMember.run(args, KafkaMember::new);
    }

    @Override
    public void subscribe(Collection<String> topics, Changes changes) {
        consumer.subscribe(topics, new ConsumerRebalanceListener() {
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
        } catch (CommitFailedException | RebalanceInProgressException | FencedInstanceIdException | RetriableException e) {
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
