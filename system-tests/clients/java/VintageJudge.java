import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * What an application on kafka-clients 0.9 to 0.11 does, judged from the outside: message sets of formats v0 (0.9) and v1 (0.10), the
 * first record batches (0.11), groups with the first versions of their requests. Compiled against and run with the class path of
 * each release. Topics come into being by being used, as they did then.
 *
 * <p>Arguments: bootstrap servers, a prefix for topics and groups, the client's version.
 */
public final class VintageJudge {

    private static final int RECORDS = 2_000;
    private static final long DEADLINE_MS = 30_000;

    private final String bootstrap;
    private final String prefix;
    private final int minor;

    private VintageJudge(String bootstrap, String prefix, String version) {
        this.bootstrap = bootstrap;
        this.prefix = prefix;
        this.minor = Integer.parseInt(version.split("\\.")[1]);
    }

    public static void main(String[] args) throws Exception {
        VintageJudge judge = new VintageJudge(args[0], args[1], args[2]);
        for (String codec : new String[] {"none", "gzip", "snappy", "lz4"}) {
            judge.producesAndConsumes(codec);
        }
        judge.producesWithAcks("0");
        judge.producesWithAcks("1");
        if (judge.minor >= 11) {
            judge.idempotent();
        }
        judge.group();
        judge.tooLarge();
        System.out.println("DONE");
    }

    private void producesAndConsumes(String codec) throws Exception {
        String topic = prefix + "-codec-" + codec;
        Properties extra = new Properties();
        extra.put("compression.type", codec);
        extra.put("linger.ms", "5");
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (KafkaProducer<byte[], byte[]> producer = producer(extra)) {
            for (int i = 0; i < RECORDS; i++) {
                sent.add(producer.send(new ProducerRecord<>(topic, 0, key(i), value(i))));
            }
        }
        for (int i = 0; i < RECORDS; i++) {
            check(sent.get(i).get().offset() == i, "record " + i + " at offset " + sent.get(i).get().offset());
        }
        int next = 0;
        for (ConsumerRecord<byte[], byte[]> record : readAll(topic, RECORDS)) {
            check(record.offset() == next, "offset " + record.offset() + " instead of " + next);
            check(Arrays.equals(record.key(), key(next)) && Arrays.equals(record.value(), value(next)), "content of " + next);
            next++;
        }
        proved("produce and consume, " + codec);
    }

    private void producesWithAcks(String acks) {
        String topic = prefix + "-acks-" + acks;
        Properties extra = new Properties();
        extra.put("acks", acks);
        try (KafkaProducer<byte[], byte[]> producer = producer(extra)) {
            for (int i = 0; i < RECORDS; i++) {
                producer.send(new ProducerRecord<>(topic, 0, key(i), value(i)));
            }
        }
        check(readAll(topic, RECORDS).size() == RECORDS, "all records with acks " + acks);
        proved("acks=" + acks);
    }

    private void idempotent() {
        String topic = prefix + "-idempotent";
        Properties extra = new Properties();
        extra.put("enable.idempotence", "true");
        // What 0.11 demands: more in flight came with 1.0.
        extra.put("max.in.flight.requests.per.connection", "1");
        extra.put("batch.size", "1000");
        try (KafkaProducer<byte[], byte[]> producer = producer(extra)) {
            for (int i = 0; i < RECORDS; i++) {
                producer.send(new ProducerRecord<>(topic, 0, key(i), value(i)));
            }
        }
        int next = 0;
        for (ConsumerRecord<byte[], byte[]> record : readAll(topic, RECORDS)) {
            check(Arrays.equals(record.key(), key(next)), "order at " + next);
            next++;
        }
        proved("idempotent producer");
    }

    /** A group reads half, commits and leaves; its successor goes on there. */
    private void group() {
        String topic = prefix + "-codec-none";
        Set<Long> seen = new HashSet<>();
        long deadline = System.currentTimeMillis() + 2 * DEADLINE_MS;
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(prefix + "-group")) {
            consumer.subscribe(Collections.singletonList(topic));
            while (seen.size() < RECORDS / 2) {
                check(System.currentTimeMillis() < deadline, "the group reads; so far " + seen.size());
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(200)) {
                    check(seen.add(record.offset()), "offset " + record.offset() + " twice");
                }
            }
            consumer.commitSync();
        }
        int first = seen.size();
        try (KafkaProducer<byte[], byte[]> producer = producer(new Properties())) {
            for (int i = 0; i < 100; i++) {
                producer.send(new ProducerRecord<>(topic, 0, key(i), value(i)));
            }
        }
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(prefix + "-group")) {
            consumer.subscribe(Collections.singletonList(topic));
            while (seen.size() < RECORDS + 100) {
                check(System.currentTimeMillis() < deadline, "the group goes on at " + first + "; so far " + seen.size());
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(200)) {
                    check(seen.add(record.offset()), "offset " + record.offset() + " twice");
                }
            }
            TopicPartition partition = new TopicPartition(topic, 0);
            consumer.commitSync(Collections.singletonMap(partition, new OffsetAndMetadata(7L, "by hand")));
            OffsetAndMetadata kept = consumer.committed(partition);
            check(kept.offset() == 7L && kept.metadata().equals("by hand"), "the commit by hand is kept: " + kept);
        }
        proved("consumer group: offsets committed and resumed");
    }

    private void tooLarge() throws Exception {
        Properties extra = new Properties();
        extra.put("max.request.size", "4000000");
        try (KafkaProducer<byte[], byte[]> producer = producer(extra)) {
            try {
                producer.send(new ProducerRecord<byte[], byte[]>(prefix + "-acks-1", new byte[2_000_000])).get();
                throw new AssertionError("a record of 2 MB was taken");
            } catch (java.util.concurrent.ExecutionException e) {
                check(
                        e.getCause() instanceof org.apache.kafka.common.errors.RecordTooLargeException,
                        "too large, not " + e.getCause());
            }
        }
        proved("records over the limit refused");
    }

    private List<ConsumerRecord<byte[], byte[]>> readAll(String topic, int count) {
        List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(prefix + "-reader")) {
            TopicPartition partition = new TopicPartition(topic, 0);
            consumer.assign(Collections.singletonList(partition));
            consumer.seek(partition, 0L);
            long deadline = System.currentTimeMillis() + DEADLINE_MS;
            while (all.size() < count) {
                check(System.currentTimeMillis() < deadline, "only " + all.size() + " of " + count + " came back");
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(200)) {
                    all.add(record);
                }
            }
            check(all.size() == count, all.size() + " records instead of " + count);
        }
        return all;
    }

    private KafkaProducer<byte[], byte[]> producer(Properties extra) {
        Properties config = new Properties();
        config.put("bootstrap.servers", bootstrap);
        config.put("acks", "all");
        config.put("retries", "3");
        config.putAll(extra);
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private KafkaConsumer<byte[], byte[]> consumer(String group) {
        Properties config = new Properties();
        config.put("bootstrap.servers", bootstrap);
        config.put("enable.auto.commit", "false");
        config.put("auto.offset.reset", "earliest");
        config.put("session.timeout.ms", "10000");
        config.put("heartbeat.interval.ms", "500");
        config.put("group.id", group);
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private static byte[] key(int i) {
        return ("key-" + i).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] value(int i) {
        StringBuilder text = new StringBuilder("value-").append(i);
        for (int n = 0; n < i % 50; n++) {
            text.append(" and so on");
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void proved(String capability) {
        System.out.println("PROVED " + capability);
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError("not so: " + what);
        }
    }
}
