import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Apache Kafka's producer, writing to each partition records that carry their number there, which is their offset too. Argument:
 * bootstrap servers. A line of standard input is a command, a line of standard output its answer: "ok " and what it brought, or
 * "failed " and why.
 *
 * <ul>
 *   <li>{@code create NAME PARTITIONS}
 *   <li>{@code write MS}: from now on a record to each partition of all topics, every so many ms
 *   <li>{@code protocol GROUP}: which one the broker says that the group speaks, {@code Classic} or {@code Consumer}
 *   <li>{@code stop}: no more; {@code NAME-0=COUNT} and so on
 * </ul>
 */
final class NumberedWriter {

    private static final long DEADLINE_S = 30;

    private final Admin admin;
    private final KafkaProducer<byte[], String> producer;
    private final Map<String, Long> written = new TreeMap<>();
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private volatile boolean stopped;
    private Thread writer;

    private NumberedWriter(String bootstrap) {
        admin = Admin.create(Map.of("bootstrap.servers", bootstrap));
        producer = new KafkaProducer<>(Map.of("bootstrap.servers", bootstrap), new ByteArraySerializer(), new StringSerializer());
    }

    public static void main(String[] args) throws Exception {
        NumberedWriter writer = new NumberedWriter(args[0]);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(writer.answer(Arrays.asList(line.split(" "))));
        }
        System.exit(0);
    }

    private String answer(List<String> words) {
        try {
            return "ok " + run(words);
        } catch (Exception e) {
            return "failed " + String.valueOf(e).replace('\n', ' ');
        }
    }

    private String run(List<String> words) throws Exception {
        switch (words.get(0)) {
            case "create":
                int partitions = Integer.parseInt(words.get(2));
                admin.createTopics(List.of(new NewTopic(words.get(1), partitions, (short) 1))).all().get(DEADLINE_S, TimeUnit.SECONDS);
                for (int p = 0; p < partitions; p++) {
                    written.put(words.get(1) + "-" + p, 0L);
                }
                return "";
            case "write":
                int everyMs = Integer.parseInt(words.get(1));
                writer = new Thread(() -> write(everyMs), "writer");
                writer.start();
                return "";
            case "protocol":
                return admin.listGroups().all().get(DEADLINE_S, TimeUnit.SECONDS).stream()
                        .filter(g -> g.groupId().equals(words.get(1)))
                        .map(g -> String.valueOf(g.type().orElse(null)))
                        .findAny()
                        .orElse("none");
            case "stop":
                stopped = true;
                writer.join();
                producer.flush();
                if (failure.get() != null) {
                    throw failure.get();
                }
                return String.join(" ", written.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList());
            default:
                throw new IllegalArgumentException("no command " + words);
        }
    }

    private void write(int everyMs) {
        while (!stopped) {
            written.replaceAll((partition, number) -> {
                int dash = partition.lastIndexOf('-');
                producer.send(
                        new ProducerRecord<>(partition.substring(0, dash), Integer.parseInt(partition.substring(dash + 1)), null, "" + number),
                        (metadata, problem) -> check(number, metadata == null ? -1 : metadata.offset(), problem));
                return number + 1;
            });
            try {
                Thread.sleep(everyMs);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void check(long number, long offset, Exception problem) {
        if (problem != null) {
            failure.compareAndSet(null, problem);
        } else if (offset != number) {
            failure.compareAndSet(null, new IllegalStateException("record " + number + " is at offset " + offset));
        }
    }
}
