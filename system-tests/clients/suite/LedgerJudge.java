import java.nio.file.Paths;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads back with Apache Kafka's consumer what ledgers speak of, and judges: whatever a producer was told to be there is there, at the
 * offset that it was told; nothing is there twice, in another place, changed, or out of the order of sending; nothing is there that the
 * producer refused or never sent.
 *
 * <p>Arguments: bootstrap servers, how many ms to stay at the partitions' ends for records that are still to come, ledger files. Prints
 * {@code JUDGED file records} or {@code WRONG file what} per ledger and, if none is wrong, {@code DONE}; else it ends with 1.
 */
final class LedgerJudge {

    private final Ledger ledger;
    private final BitSet[][] seen;
    private final int[][] last;
    private long records;

    private LedgerJudge(Ledger ledger) {
        this.ledger = ledger;
        this.seen = new BitSet[ledger.topics.length][ledger.partitions];
        this.last = new int[ledger.topics.length][ledger.partitions];
        for (int t = 0; t < seen.length; t++) {
            Arrays.setAll(seen[t], p -> new BitSet());
            Arrays.fill(last[t], -1);
        }
    }

    public static void main(String[] args) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", args[0]);
        settings.put("auto.offset.reset", "earliest");
        settings.put("enable.auto.commit", "false");
        settings.put("max.poll.records", "20000");
        settings.put("max.partition.fetch.bytes", "4194304");
        settings.put("fetch.max.wait.ms", "20");
        boolean wrong = false;
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            for (String file : Arrays.asList(args).subList(2, args.length)) {
                LedgerJudge judge = new LedgerJudge(Ledger.read(Paths.get(file)));
                try {
                    judge.read(consumer, Long.parseLong(args[1]));
                    judge.conclude();
                    System.out.println("JUDGED " + file + " " + judge.records);
                } catch (AssertionError fault) {
                    wrong = true;
                    System.out.println("WRONG " + file + " " + fault.getMessage());
                }
            }
        } catch (Throwable broken) {
            broken.printStackTrace();
            System.exit(2);
        }
        if (wrong) {
            System.exit(1);
        }
        System.out.println("DONE");
        System.exit(0);
    }

    private void read(KafkaConsumer<byte[], byte[]> consumer, long patienceMs) {
        Map<String, Integer> indexes = new HashMap<>();
        List<TopicPartition> all = new ArrayList<>();
        for (int t = 0; t < ledger.topics.length; t++) {
            indexes.put(ledger.topics[t], t);
            for (int p = 0; p < ledger.partitions; p++) {
                all.add(new TopicPartition(ledger.topics[t], p));
            }
        }
        consumer.assign(all);
        consumer.seekToBeginning(all);
        long told = ledger.count(what -> what >= Ledger.WITHOUT_OFFSET);
        // Counts from when all that is there was read: however slow the machine, that takes as long as it takes.
        long giveUpMs = Long.MAX_VALUE;
        while (true) {
            ConsumerRecords<byte[], byte[]> some = consumer.poll(Duration.ofMillis(20));
            for (ConsumerRecord<byte[], byte[]> record : some) {
                judge(record, indexes.get(record.topic()));
            }
            // With acks=0 the last ones may still be on their way when the producer has closed: the ends are asked anew each time.
            if (!atEnd(consumer, all)) {
                continue;
            }
            if (records >= told) {
                return;
            }
            giveUpMs = Math.min(giveUpMs, System.currentTimeMillis() + patienceMs);
            check(System.currentTimeMillis() < giveUpMs, "only " + records + " records came back of at least " + told + " " + missing());
        }
    }

    private static boolean atEnd(KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> all) {
        Map<TopicPartition, Long> ends = consumer.endOffsets(all);
        return all.stream().allMatch(p -> consumer.position(p) >= ends.get(p));
    }

    private void judge(ConsumerRecord<byte[], byte[]> record, int topic) {
        int partition = record.partition();
        String place = record.topic() + "-" + partition + " offset " + record.offset();
        String key = new String(record.key(), java.nio.charset.StandardCharsets.UTF_8);
        String prefix = record.topic() + '/' + partition + '/';
        check(key.startsWith(prefix), place + " has a record that was sent as " + key);
        int number = Integer.parseInt(key.substring(prefix.length()));
        check(number < ledger.sent[topic][partition], place + " has a record that nobody sent: " + key);
        check(
                Arrays.equals(record.value(), Payload.value(record.topic(), partition, number, ledger.mostBytes)),
                place + " has another value than was sent as " + key);
        check(record.timestamp() == Payload.timestampMs(ledger.baseMs, number), place + " has another timestamp than " + key);
        check(header(record, number), place + " has other headers than " + key);
        check(!seen[topic][partition].get(number), place + " has a record a second time: " + key);
        check(number > last[topic][partition], place + " has " + key + " after number " + last[topic][partition]);
        seen[topic][partition].set(number);
        last[topic][partition] = number;
        long told = ledger.told[topic][partition][number];
        check(told < 0 || told == record.offset(), place + " has " + key + ", but the producer was told offset " + told);
        check(told != Ledger.REFUSED, place + " has " + key + ", but the call had refused it");
        records++;
    }

    private static boolean header(ConsumerRecord<byte[], byte[]> record, int number) {
        org.apache.kafka.common.header.Header[] headers = record.headers().toArray();
        if (!Payload.hasHeader(number)) {
            return headers.length == 0;
        }
        return headers.length == 1 && headers[0].key().equals("n") && Arrays.equals(headers[0].value(), Payload.header(number));
    }

    private void conclude() {
        String missing = missing();
        check(missing.isEmpty(), "acknowledged, but not there: " + missing);
    }

    private String missing() {
        StringBuilder missing = new StringBuilder();
        for (int t = 0; t < ledger.topics.length; t++) {
            for (int p = 0; p < ledger.partitions; p++) {
                for (int n = 0; n < ledger.sent[t][p] && missing.length() < 500; n++) {
                    if (ledger.told[t][p][n] >= Ledger.WITHOUT_OFFSET && !seen[t][p].get(n)) {
                        missing.append(ledger.topics[t]).append('-').append(p).append(" record ").append(n).append(" told ");
                        missing.append(ledger.told[t][p][n]).append("; ");
                    }
                }
            }
        }
        return missing.toString();
    }

    private static void check(boolean right, String otherwise) {
        if (!right) {
            throw new AssertionError(otherwise);
        }
    }
}
