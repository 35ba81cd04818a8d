import java.nio.file.Paths;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads what is there in the end and compares it with what readers saw while it came about: at each offset the same record, and none
 * left out.
 *
 * <p>Arguments: bootstrap servers, topics with commas, files of readings. Prints {@code JUDGED file offsets} or {@code WRONG file what}
 * for each and {@code DONE}.
 */
final class ReadingJudge {

    private static final long DEADLINE_MS = 60_000;

    private ReadingJudge() {}

    public static void main(String[] args) throws Exception {
        Map<TopicPartition, Long> ends;
        Reading truth = new Reading();
        Map<String, Object> settings = Map.of("bootstrap.servers", args[0], "enable.auto.commit", "false");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> all = new ArrayList<>();
            for (String topic : args[1].split(",")) {
                consumer.partitionsFor(topic).forEach(info -> all.add(new TopicPartition(topic, info.partition())));
            }
            ends = consumer.endOffsets(all);
            consumer.assign(all);
            consumer.seekToBeginning(all);
            long deadline = System.currentTimeMillis() + DEADLINE_MS;
            while (!truth.covers(ends) && System.currentTimeMillis() < deadline) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(50))) {
                    truth.note(new TopicPartition(record.topic(), record.partition()), record.offset(), Readers.number(record));
                }
            }
        }
        System.out.println(truth.covers(ends) ? "TRUTH " + ends : "WRONG truth: not all could be read of " + ends);
        for (String file : Arrays.asList(args).subList(2, args.length)) {
            System.out.println(verdict(file, Reading.read(Paths.get(file)), truth, ends));
        }
        System.out.println("DONE");
        System.exit(0);
    }

    private static String verdict(String file, Reading reading, Reading truth, Map<TopicPartition, Long> ends) {
        long offsets = 0;
        for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
            String partition = end.getKey().toString();
            for (long offset = 0; offset < end.getValue(); offset++) {
                int saw = reading.at(partition, offset);
                int is = truth.at(partition, offset);
                if (saw != is) {
                    String what = saw == Reading.UNREAD ? "was skipped" : "was read as record " + saw;
                    return "WRONG " + file + " " + partition + " offset " + offset + " is record " + is + " and " + what;
                }
                offsets++;
            }
            if (reading.at(partition, end.getValue()) != Reading.UNREAD) {
                return "WRONG " + file + " " + partition + " ends at " + end.getValue() + ", but more was read";
            }
        }
        return "JUDGED " + file + " " + offsets;
    }
}
