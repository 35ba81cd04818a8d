import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The driver on Apache Kafka's client: shows that the suite asks of ours what another client can do. */
final class KafkaDriver implements Sends {

    private final KafkaProducer<byte[], byte[]> producer;

    private KafkaDriver(Map<String, String> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        producer = new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
    }

    public static void main(String[] args) throws Exception {
        ProducerDriver.main(args, KafkaDriver::new);
    }

    @Override
    public void send(String topic, int partition, long timestampMs, byte[] key, byte[] value, byte[] header, Told told) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, partition, timestampMs, key, value);
        if (header != null) {
            record.headers().add("n", header);
        }
        producer.send(record, (metadata, error) -> told.told(error == null && metadata.hasOffset() ? metadata.offset() : -1, error));
    }

    @Override
    public boolean ordersFailures() {
        // Batches that expire in the queue are called back before those that are in flight.
        return false;
    }

    @Override
    public void close() {
        producer.close();
    }
}
