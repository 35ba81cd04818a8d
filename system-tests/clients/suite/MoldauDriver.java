import dev.moldau.client.Header;
import dev.moldau.client.producer.Producer;
import dev.moldau.client.producer.ProducerRecord;
import dev.moldau.client.serialization.ByteArraySerializer;
import java.util.List;
import java.util.Map;

/** The driver on our client. */
final class MoldauDriver implements Sends {

    private final Producer<byte[], byte[]> producer;

    private MoldauDriver(Map<String, String> settings) {
        producer = Producer.create(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    public static void main(String[] args) throws Exception {
        ProducerDriver.main(args, MoldauDriver::new);
    }

    @Override
    public void send(String topic, int partition, long timestampMs, byte[] key, byte[] value, byte[] header, Told told) {
        List<Header> headers = header == null ? List.of() : List.of(new Header("n", header));
        producer.send(
                new ProducerRecord<>(topic, partition, timestampMs, key, value, headers),
                (metadata, error) -> told.told(error == null ? metadata.offset() : -1, error));
    }

    @Override
    public boolean ordersFailures() {
        return true;
    }

    @Override
    public void close() {
        producer.close();
    }
}
