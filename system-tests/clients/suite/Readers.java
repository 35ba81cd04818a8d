import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Apache Kafka's consumer as a plain reader and as the two members of a group, who come and go. Each keeps a {@link Reading} of what it
 * saw and watches over what can be told at once: a plain reader gets every offset, once, in order; the same offset is the same record
 * when it is read again; a group never goes on before what it has committed.
 *
 * <p>Arguments: bootstrap servers, a folder, a seed, topics. Prints {@code WRONG what} at once. When "stop" comes on standard input
 * all is read to its end, the readings are written as plain.reading and group.reading, and {@code DONE} is printed.
 */
final class Readers {

    private static final int MEMBERS = 2;
    private static final int STAY_MS = 8_000;
    private static final long TO_THE_END_MS = 60_000;
    private static final Duration POLL = Duration.ofMillis(100);

    private final String bootstrap;
    private final List<String> topics;
    private final Reading plain = new Reading();
    private final Reading group = new Reading();
    /** What the group knows to be committed. */
    private final Map<TopicPartition, Long> committed = new ConcurrentHashMap<>();
    /** Where the partitions end, when nothing more is written. */
    private volatile Map<TopicPartition, Long> ends;
    private volatile long deadlineMs = Long.MAX_VALUE;

    private Readers(String bootstrap, List<String> topics) {
        this.bootstrap = bootstrap;
        this.topics = topics;
    }

    public static void main(String[] args) throws Exception {
        Readers readers = new Readers(args[0], Arrays.asList(args).subList(3, args.length));
        List<Thread> threads = new ArrayList<>();
        threads.add(new Thread(readers::readPlainly, "plain"));
        for (int i = 0; i < MEMBERS; i++) {
            Random random = new Random(Long.parseLong(args[2]) + i);
            threads.add(new Thread(() -> readers.readAsMember(random), "member " + i));
        }
        for (Thread thread : threads) {
            thread.setUncaughtExceptionHandler((which, e) -> {
                wrong(which.getName() + " ended: " + e);
                e.printStackTrace();
            });
            thread.start();
        }
        Thread input = new Thread(readers::awaitStop, "input");
        input.setDaemon(true);
        input.start();
        for (Thread thread : threads) {
            thread.join();
        }
        Path folder = Paths.get(args[1]);
        readers.plain.write(folder.resolve("plain.reading"));
        readers.group.write(folder.resolve("group.reading"));
        System.out.println("DONE");
        System.exit(0);
    }

    private static void wrong(String what) {
        System.out.println("WRONG " + what);
    }

    private void awaitStop() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
                KafkaConsumer<byte[], byte[]> consumer = consumer(Map.of())) {
            in.readLine();
            deadlineMs = System.currentTimeMillis() + TO_THE_END_MS;
            ends = consumer.endOffsets(partitions(consumer));
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private boolean done(Reading reading) {
        Map<TopicPartition, Long> known = ends;
        return System.currentTimeMillis() > deadlineMs || (known != null && reading.covers(known));
    }

    private KafkaConsumer<byte[], byte[]> consumer(Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", bootstrap);
        settings.put("enable.auto.commit", "false");
        settings.put("fetch.max.wait.ms", "100");
        settings.put("reconnect.backoff.max.ms", "200");
        settings.put("request.timeout.ms", "5000");
        settings.putAll(more);
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer) {
        return topics.stream()
                .flatMap(topic -> consumer.partitionsFor(topic).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .collect(Collectors.toList());
    }

    static int number(ConsumerRecord<byte[], byte[]> record) {
        String key = new String(record.key(), StandardCharsets.UTF_8);
        return Integer.parseInt(key.substring(key.lastIndexOf('/') + 1));
    }

    private void readPlainly() {
        // There is nothing to reset to: whatever is out of range has been lost.
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(Map.of("auto.offset.reset", "none"))) {
            List<TopicPartition> all = partitions(consumer);
            Map<TopicPartition, Long> next = new HashMap<>();
            consumer.assign(all);
            all.forEach(partition -> consumer.seek(partition, 0));
            while (!done(plain)) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    TopicPartition partition = new TopicPartition(record.topic(), record.partition());
                    long expected = next.getOrDefault(partition, 0L);
                    if (record.offset() != expected) {
                        wrong("the plain reader was given " + partition + " offset " + record.offset() + " instead of " + expected);
                    }
                    next.put(partition, record.offset() + 1);
                    plain.note(partition, record.offset(), number(record));
                }
            }
        }
    }

    private void readAsMember(Random random) {
        Map<String, Object> settings = Map.of("group.id", "suite-group", "auto.offset.reset", "earliest", "session.timeout.ms", "6000");
        while (!done(group)) {
            try (KafkaConsumer<byte[], byte[]> consumer = consumer(settings)) {
                new Membership(consumer).last(System.currentTimeMillis() + STAY_MS + random.nextInt(STAY_MS));
            }
        }
    }

    /** One stay in the group. */
    private final class Membership implements ConsumerRebalanceListener {
        private final KafkaConsumer<byte[], byte[]> consumer;
        /** What was committed when a partition came, until its first record. */
        private final Map<TopicPartition, Long> floors = new HashMap<>();

        Membership(KafkaConsumer<byte[], byte[]> consumer) {
            this.consumer = consumer;
        }

        void last(long untilMs) {
            consumer.subscribe(topics, this);
            while (System.currentTimeMillis() < untilMs && !done(group)) {
                ConsumerRecords<byte[], byte[]> some = consumer.poll(POLL);
                some.forEach(this::see);
                if (!some.isEmpty()) {
                    commit();
                }
            }
        }

        private void see(ConsumerRecord<byte[], byte[]> record) {
            TopicPartition partition = new TopicPartition(record.topic(), record.partition());
            Long floor = floors.remove(partition);
            if (floor != null && record.offset() < floor) {
                wrong("the group goes on in " + partition + " at " + record.offset() + ", though " + floor + " was committed");
            }
            int before = group.note(partition, record.offset(), number(record));
            if (before != Reading.UNREAD && before != number(record)) {
                wrong(partition + " offset " + record.offset() + " was record " + before + " and is record " + number(record));
            }
        }

        private void commit() {
            try {
                Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
                consumer.assignment().forEach(p -> positions.put(p, new OffsetAndMetadata(consumer.position(p))));
                consumer.commitSync(positions, Duration.ofSeconds(5));
                positions.forEach((p, position) -> committed.merge(p, position.offset(), Math::max));
            } catch (CommitFailedException | RebalanceInProgressException | RetriableException unknown) {
                // Whoever has the partition next may read all of it again; the next commit says it anew.
                return;
            }
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            partitions.forEach(p -> floors.put(p, committed.getOrDefault(p, 0L)));
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            partitions.forEach(floors::remove);
        }
    }
}
