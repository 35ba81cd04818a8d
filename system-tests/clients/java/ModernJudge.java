import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * What an application on kafka-clients 2.1 or newer does, judged from the outside. Compiled against 2.1.1 and run with the class path of
 * each release. Prints {@code PROVED <capability>} for each thing seen to work and ends with 1 at the first that does not.
 *
 * <p>Arguments: bootstrap servers, a prefix for topics and groups, the client's version.
 */
public final class ModernJudge {

    private static final int RECORDS = 2_000;
    private static final Duration TICK = Duration.ofMillis(200);
    private static final long DEADLINE_MS = 30_000;

    private final String bootstrap;
    private final String prefix;
    private final int[] version;

    private ModernJudge(String bootstrap, String prefix, String version) {
        this.bootstrap = bootstrap;
        this.prefix = prefix;
        this.version = Arrays.stream(version.split("\\.")).mapToInt(Integer::parseInt).toArray();
    }

    public static void main(String[] args) throws Exception {
        ModernJudge judge = new ModernJudge(args[0], args[1], args[2]);
        judge.topics();
        for (String codec : new String[] {"none", "gzip", "snappy", "lz4", "zstd"}) {
            judge.producesAndConsumes(codec);
        }
        judge.producesWithAcks("0");
        judge.producesWithAcks("1");
        judge.idempotent();
        judge.timesAndEnds();
        judge.groupSharesPartitions();
        judge.groupGoesOnFromItsOffsets();
        if (judge.atLeast(2, 4)) {
            judge.cooperativeRebalance();
            judge.staticMembers();
        }
        judge.recordTooLarge();
        judge.deleteRecords();
        judge.configs();
        judge.groupsAdministered();
        judge.topicsDeleted();
        System.out.println("DONE");
    }

    private boolean atLeast(int major, int minor) {
        return version[0] > major || (version[0] == major && version[1] >= minor);
    }

    private void topics() throws Exception {
        try (AdminClient admin = admin()) {
            check(admin.describeCluster().nodes().get().size() >= 1, "a cluster has nodes");
            create(admin, "topics", 3);
            TopicDescription description = describe(admin, "topics");
            check(description.partitions().size() == 3, "3 partitions described");
            admin.createPartitions(Collections.singletonMap(name("topics"), NewPartitions.increaseTo(5))).all().get();
            check(describe(admin, "topics").partitions().size() == 5, "5 partitions after growth");
            try {
                create(admin, "topics", 1);
                throw new AssertionError("a topic was created twice");
            } catch (java.util.concurrent.ExecutionException e) {
                check(e.getCause() instanceof org.apache.kafka.common.errors.TopicExistsException, "TopicExists, not " + e.getCause());
            }
            check(admin.listTopics().names().get().contains(name("topics")), "the topic is listed");
        }
        proved("admin: topics created, listed, described, grown");
    }

    private void producesAndConsumes(String codec) throws Exception {
        String topic = name("codec-" + codec);
        try (AdminClient admin = admin()) {
            create(admin, "codec-" + codec, 2);
        }
        Properties extra = new Properties();
        extra.put("compression.type", codec);
        extra.put("linger.ms", "5");
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (KafkaProducer<byte[], byte[]> producer = producer(extra)) {
            for (int i = 0; i < RECORDS; i++) {
                ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, i % 2, 1_700_000_000_000L + i, key(i), value(i));
                record.headers().add("n", Integer.toString(i).getBytes(StandardCharsets.UTF_8)).add("null", null);
                sent.add(producer.send(record));
            }
        }
        for (int i = 0; i < RECORDS; i++) {
            RecordMetadata where = sent.get(i).get();
            check(where.partition() == i % 2 && where.offset() == i / 2, "record " + i + " at " + where);
        }
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(null, new Properties())) {
            List<TopicPartition> both = Arrays.asList(new TopicPartition(topic, 0), new TopicPartition(topic, 1));
            consumer.assign(both);
            consumer.seekToBeginning(both);
            int[] next = {0, 1};
            int seen = 0;
            long deadline = System.currentTimeMillis() + DEADLINE_MS;
            while (seen < RECORDS) {
                check(System.currentTimeMillis() < deadline, "only " + seen + " records of " + RECORDS + " came back with " + codec);
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(TICK)) {
                    int i = next[record.partition()];
                    check(Arrays.equals(record.key(), key(i)) && Arrays.equals(record.value(), value(i)), "content of record " + i);
                    check(record.timestamp() == 1_700_000_000_000L + i, "timestamp of record " + i);
                    check(record.offset() == i / 2, "offset of record " + i);
                    check(new String(record.headers().lastHeader("n").value(), StandardCharsets.UTF_8).equals(Integer.toString(i)), "header");
                    check(record.headers().lastHeader("null").value() == null, "null header");
                    next[record.partition()] += 2;
                    seen++;
                }
            }
        }
        proved("produce and consume, " + codec);
    }

    private void producesWithAcks(String acks) throws Exception {
        String topic = name("acks-" + acks);
        try (AdminClient admin = admin()) {
            create(admin, "acks-" + acks, 1);
        }
        Properties extra = new Properties();
        extra.put("acks", acks);
        if (version[0] >= 3) {
            extra.put("enable.idempotence", "false");
        }
        try (KafkaProducer<byte[], byte[]> producer = producer(extra)) {
            for (int i = 0; i < RECORDS; i++) {
                producer.send(new ProducerRecord<>(topic, key(i), value(i)));
            }
        }
        check(readAll(topic, 1, RECORDS).size() == RECORDS, "all records with acks " + acks);
        proved("acks=" + acks);
    }

    private void idempotent() throws Exception {
        String topic = name("idempotent");
        try (AdminClient admin = admin()) {
            create(admin, "idempotent", 3);
        }
        Properties extra = new Properties();
        extra.put("enable.idempotence", "true");
        extra.put("max.in.flight.requests.per.connection", "5");
        extra.put("batch.size", "1000");
        try (KafkaProducer<byte[], byte[]> producer = producer(extra)) {
            for (int i = 0; i < 5 * RECORDS; i++) {
                producer.send(new ProducerRecord<>(topic, i % 3, key(i), value(i)));
            }
        }
        int[] next = {0, 1, 2};
        for (ConsumerRecord<byte[], byte[]> record : readAll(topic, 3, 5 * RECORDS)) {
            check(Arrays.equals(record.key(), key(next[record.partition()])), "order in " + record.partition());
            next[record.partition()] += 3;
        }
        proved("idempotent producer, 5 in flight");
    }

    private void timesAndEnds() {
        TopicPartition partition = new TopicPartition(name("codec-none"), 1);
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(null, new Properties())) {
            check(consumer.beginningOffsets(Collections.singleton(partition)).get(partition) == 0L, "beginning offset");
            check(consumer.endOffsets(Collections.singleton(partition)).get(partition) == RECORDS / 2, "end offset");
            OffsetAndTimestamp found =
                    consumer.offsetsForTimes(Collections.singletonMap(partition, 1_700_000_000_000L + 500)).get(partition);
            check(found.offset() == 250 && found.timestamp() == 1_700_000_000_501L, "offset for a time: " + found);
            check(
                    consumer.offsetsForTimes(Collections.singletonMap(partition, 1_800_000_000_000L)).get(partition) == null,
                    "no offset for a time after the end");
            Properties none = new Properties();
            none.put("auto.offset.reset", "none");
            try (KafkaConsumer<byte[], byte[]> strict = consumer(null, none)) {
                strict.assign(Collections.singleton(partition));
                strict.seek(partition, 1_000_000L);
                long deadline = System.currentTimeMillis() + DEADLINE_MS;
                while (true) {
                    check(System.currentTimeMillis() < deadline, "an offset out of range is reported");
                    strict.poll(TICK);
                }
            } catch (OffsetOutOfRangeException expected) {
                check(expected.offsetOutOfRangePartitions().containsKey(partition), "the partition is named");
            }
        }
        proved("offsets by time, ends, out of range");
    }

    /** Two members read one topic; then one leaves and the other takes over all of it. */
    private void groupSharesPartitions() throws Exception {
        String topic = name("shared");
        try (AdminClient admin = admin()) {
            create(admin, "shared", 4);
        }
        String group = name("group");
        Set<String> seen = Collections.synchronizedSet(new HashSet<>());
        AtomicInteger doubles = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            AtomicInteger withPartitions = new AtomicInteger();
            List<Future<?>> members = new ArrayList<>();
            for (int m = 0; m < 2; m++) {
                members.add(threads.submit(member(topic, group, seen, doubles, withPartitions)));
            }
            long deadline = System.currentTimeMillis() + DEADLINE_MS;
            while (withPartitions.get() < 2) {
                check(System.currentTimeMillis() < deadline, "both members get partitions");
                for (Future<?> member : members) {
                    if (member.isDone()) {
                        member.get();
                    }
                }
                Thread.sleep(20);
            }
            try (KafkaProducer<byte[], byte[]> producer = producer(new Properties())) {
                for (int i = 0; i < RECORDS; i++) {
                    producer.send(new ProducerRecord<>(topic, i % 4, key(i), value(i)));
                }
            }
            for (Future<?> member : members) {
                member.get(2 * DEADLINE_MS, TimeUnit.MILLISECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        check(seen.size() == RECORDS && doubles.get() == 0, seen.size() + " of " + RECORDS + " seen, " + doubles + " twice");
        proved("consumer group: partitions shared by two members");
    }

    private Callable<Void> member(
            String topic, String group, Set<String> seen, AtomicInteger doubles, AtomicInteger withPartitions) {
        return () -> {
            try (KafkaConsumer<byte[], byte[]> consumer = consumer(group, new Properties())) {
                consumer.subscribe(
                        Collections.singleton(topic),
                        new ConsumerRebalanceListener() {
                            @Override
                            public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                                consumer.commitSync();
                            }

                            @Override
                            public void onPartitionsAssigned(Collection<TopicPartition> partitions) {}
                        });
                boolean counted = false;
                long deadline = System.currentTimeMillis() + DEADLINE_MS;
                while (seen.size() < RECORDS) {
                    check(System.currentTimeMillis() < deadline, "the group reads all records; so far " + seen.size());
                    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(TICK)) {
                        if (!seen.add(record.partition() + ":" + record.offset())) {
                            doubles.incrementAndGet();
                        }
                    }
                    int mine = consumer.assignment().size();
                    if (!counted && mine == 2) {
                        counted = true;
                        withPartitions.incrementAndGet();
                    }
                }
                consumer.commitSync();
            }
            return null;
        };
    }

    private void groupGoesOnFromItsOffsets() throws Exception {
        String topic = name("shared");
        String group = name("group");
        try (KafkaProducer<byte[], byte[]> producer = producer(new Properties())) {
            for (int i = 0; i < 100; i++) {
                producer.send(new ProducerRecord<>(topic, i % 4, key(i), value(i)));
            }
        }
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(group, new Properties())) {
            consumer.subscribe(Collections.singleton(topic));
            int seen = 0;
            long deadline = System.currentTimeMillis() + DEADLINE_MS;
            while (seen < 100) {
                check(System.currentTimeMillis() < deadline, "the group goes on after its offsets; so far " + seen);
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(TICK)) {
                    check(record.offset() >= RECORDS / 4, "a committed record came again: " + record.offset());
                    seen++;
                }
            }
            TopicPartition first = new TopicPartition(topic, 0);
            consumer.commitSync(Collections.singletonMap(first, new OffsetAndMetadata(7L, "by hand")));
            OffsetAndMetadata kept = committed(consumer, first);
            check(kept.offset() == 7L && kept.metadata().equals("by hand"), "the commit by hand is kept: " + kept);
        }
        proved("consumer group: offsets committed and resumed");
    }

    private void cooperativeRebalance() throws Exception {
        String topic = name("cooperative");
        try (AdminClient admin = admin()) {
            create(admin, "cooperative", 4);
        }
        Properties extra = new Properties();
        extra.put("partition.assignment.strategy", "org.apache.kafka.clients.consumer.CooperativeStickyAssignor");
        try (KafkaConsumer<byte[], byte[]> first = consumer(name("cooperative"), extra);
                KafkaConsumer<byte[], byte[]> second = consumer(name("cooperative"), extra)) {
            Set<TopicPartition> revoked = new HashSet<>();
            first.subscribe(
                    Collections.singleton(topic),
                    new ConsumerRebalanceListener() {
                        @Override
                        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                            revoked.addAll(partitions);
                        }

                        @Override
                        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {}
                    });
            long deadline = System.currentTimeMillis() + DEADLINE_MS;
            while (first.assignment().size() < 4) {
                check(System.currentTimeMillis() < deadline, "the first member gets all partitions");
                first.poll(TICK);
            }
            second.subscribe(Collections.singleton(topic));
            while (first.assignment().size() != 2 || second.assignment().size() != 2) {
                check(System.currentTimeMillis() < deadline, "two and two: " + first.assignment() + second.assignment());
                first.poll(Duration.ofMillis(50));
                second.poll(Duration.ofMillis(50));
            }
            check(revoked.size() == 2, "only what moves is revoked, not " + revoked);
        }
        proved("consumer group: cooperative rebalance");
    }

    private void staticMembers() throws Exception {
        String topic = name("cooperative");
        Properties extra = new Properties();
        extra.put("group.instance.id", "instance-1");
        Properties other = new Properties();
        other.put("group.instance.id", "instance-2");
        Set<TopicPartition> before;
        try (KafkaConsumer<byte[], byte[]> second = consumer(name("static"), other)) {
            second.subscribe(Collections.singleton(topic));
            AtomicInteger rebalances = new AtomicInteger();
            long deadline = System.currentTimeMillis() + DEADLINE_MS;
            try (KafkaConsumer<byte[], byte[]> first = consumer(name("static"), extra)) {
                first.subscribe(Collections.singleton(topic));
                while (first.assignment().size() != 2 || second.assignment().size() != 2) {
                    check(System.currentTimeMillis() < deadline, "static members share");
                    first.poll(Duration.ofMillis(50));
                    second.poll(Duration.ofMillis(50));
                }
                before = new HashSet<>(first.assignment());
            }
            second.unsubscribe();
            second.subscribe(
                    Collections.singleton(topic),
                    new ConsumerRebalanceListener() {
                        @Override
                        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                            rebalances.incrementAndGet();
                        }

                        @Override
                        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {}
                    });
            try (KafkaConsumer<byte[], byte[]> again = consumer(name("static"), extra)) {
                again.subscribe(Collections.singleton(topic));
                while (again.assignment().size() != 2 || second.assignment().size() != 2) {
                    check(System.currentTimeMillis() < deadline, "the instance comes back");
                    again.poll(Duration.ofMillis(50));
                    second.poll(Duration.ofMillis(50));
                }
                check(again.assignment().equals(before), "the instance gets what it had: " + again.assignment() + " was " + before);
            }
        }
        proved("consumer group: static members keep their partitions");
    }

    private void recordTooLarge() throws Exception {
        String topic = name("acks-1");
        Properties extra = new Properties();
        extra.put("max.request.size", "4000000");
        try (KafkaProducer<byte[], byte[]> producer = producer(extra)) {
            try {
                producer.send(new ProducerRecord<>(topic, new byte[2_000_000])).get();
                throw new AssertionError("a record of 2 MB was taken");
            } catch (java.util.concurrent.ExecutionException e) {
                check(e.getCause() instanceof RecordTooLargeException, "too large, not " + e.getCause());
            }
            producer.send(new ProducerRecord<>(topic, new byte[900_000])).get();
        }
        proved("records over the limit refused");
    }

    private void deleteRecords() throws Exception {
        TopicPartition partition = new TopicPartition(name("codec-none"), 0);
        try (AdminClient admin = admin();
                KafkaConsumer<byte[], byte[]> consumer = consumer(null, new Properties())) {
            long low =
                    admin.deleteRecords(Collections.singletonMap(partition, RecordsToDelete.beforeOffset(100)))
                            .lowWatermarks()
                            .get(partition)
                            .get()
                            .lowWatermark();
            check(low == 100, "low watermark " + low);
            check(consumer.beginningOffsets(Collections.singleton(partition)).get(partition) == 100L, "the log starts at 100");
        }
        proved("admin: records deleted");
    }

    @SuppressWarnings({"unchecked", "deprecation", "rawtypes"})
    private void configs() throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, name("topics"));
        try (AdminClient admin = admin()) {
            ConfigEntry entry = new ConfigEntry("retention.ms", "123456");
            if (atLeast(2, 3)) {
                Class<?> op = Class.forName("org.apache.kafka.clients.admin.AlterConfigOp");
                Class<?> type = Class.forName("org.apache.kafka.clients.admin.AlterConfigOp$OpType");
                Object set = op.getConstructor(ConfigEntry.class, type).newInstance(entry, Enum.valueOf((Class) type, "SET"));
                Object result =
                        AdminClient.class
                                .getMethod("incrementalAlterConfigs", Map.class)
                                .invoke(admin, Collections.singletonMap(resource, Collections.singleton(set)));
                ((org.apache.kafka.common.KafkaFuture<Void>) result.getClass().getMethod("all").invoke(result)).get();
            } else {
                admin.alterConfigs(Collections.singletonMap(resource, new Config(Collections.singleton(entry)))).all().get();
            }
            Config config = admin.describeConfigs(Collections.singleton(resource)).all().get().get(resource);
            check(config.get("retention.ms").value().equals("123456"), "the setting is kept");
            check(!config.get("retention.ms").isDefault(), "the setting is told from a default");
            check(config.get("cleanup.policy").value().equals("delete"), "a default is described");
        }
        proved("admin: configurations altered and described");
    }

    private void groupsAdministered() throws Exception {
        String group = name("group");
        try (AdminClient admin = admin()) {
            check(admin.listConsumerGroups().all().get().stream().anyMatch(g -> g.groupId().equals(group)), "the group is listed");
            check(
                    admin.describeConsumerGroups(Collections.singleton(group)).all().get().get(group).members().isEmpty(),
                    "the group has no members");
            check(
                    admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get().size() == 4,
                    "offsets of 4 partitions");
            admin.deleteConsumerGroups(Collections.singleton(group)).all().get();
            check(admin.listConsumerGroups().all().get().stream().noneMatch(g -> g.groupId().equals(group)), "the group is gone");
        }
        proved("admin: groups listed, described, deleted");
    }

    private void topicsDeleted() throws Exception {
        try (AdminClient admin = admin()) {
            admin.deleteTopics(Collections.singleton(name("topics"))).all().get();
            check(!admin.listTopics().names().get().contains(name("topics")), "the topic is gone");
            create(admin, "topics", 1);
            check(describe(admin, "topics").partitions().size() == 1, "a new topic by the old name");
        }
        proved("admin: topics deleted and made again");
    }

    private List<ConsumerRecord<byte[], byte[]>> readAll(String topic, int partitions, int count) {
        List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(null, new Properties())) {
            List<TopicPartition> assigned = new ArrayList<>();
            for (int p = 0; p < partitions; p++) {
                assigned.add(new TopicPartition(topic, p));
            }
            consumer.assign(assigned);
            consumer.seekToBeginning(assigned);
            long deadline = System.currentTimeMillis() + DEADLINE_MS;
            while (all.size() < count) {
                check(System.currentTimeMillis() < deadline, "only " + all.size() + " of " + count + " came back");
                consumer.poll(TICK).forEach(all::add);
            }
            consumer.poll(TICK).forEach(all::add);
            check(all.size() == count, all.size() + " records instead of " + count);
        }
        return all;
    }

    @SuppressWarnings("unchecked")
    private static OffsetAndMetadata committed(KafkaConsumer<?, ?> consumer, TopicPartition partition) throws Exception {
        // committed(Set) came with 2.4 and committed(TopicPartition) went with 4.0: no one source compiles against both.
        for (java.lang.reflect.Method method : KafkaConsumer.class.getMethods()) {
            if (method.getName().equals("committed") && method.getParameterCount() == 1) {
                if (method.getParameterTypes()[0] == Set.class) {
                    return ((Map<TopicPartition, OffsetAndMetadata>) method.invoke(consumer, Collections.singleton(partition))).get(partition);
                }
                if (method.getParameterTypes()[0] == TopicPartition.class) {
                    return (OffsetAndMetadata) method.invoke(consumer, partition);
                }
            }
        }
        throw new AssertionError("this client cannot say what is committed");
    }

    private void create(AdminClient admin, String topic, int partitions) throws Exception {
        admin.createTopics(Collections.singleton(new NewTopic(name(topic), partitions, (short) 1))).all().get();
    }

    @SuppressWarnings("unchecked")
    private TopicDescription describe(AdminClient admin, String topic) throws Exception {
        // all() became allTopicNames() with 3.1 and went with 4.0.
        Object result = admin.describeTopics(Collections.singleton(name(topic)));
        String all = atLeast(3, 1) ? "allTopicNames" : "all";
        Object future = result.getClass().getMethod(all).invoke(result);
        return ((org.apache.kafka.common.KafkaFuture<Map<String, TopicDescription>>) future).get().get(name(topic));
    }

    private AdminClient admin() {
        Map<String, Object> config = new HashMap<>();
        config.put("bootstrap.servers", bootstrap);
        return AdminClient.create(config);
    }

    private KafkaProducer<byte[], byte[]> producer(Properties extra) {
        Properties config = new Properties();
        config.put("bootstrap.servers", bootstrap);
        config.put("acks", "all");
        config.putAll(extra);
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private KafkaConsumer<byte[], byte[]> consumer(String group, Properties extra) {
        Properties config = new Properties();
        config.put("bootstrap.servers", bootstrap);
        config.put("enable.auto.commit", "false");
        config.put("auto.offset.reset", "earliest");
        config.put("session.timeout.ms", "10000");
        config.put("heartbeat.interval.ms", "500");
        if (group != null) {
            config.put("group.id", group);
        }
        config.putAll(extra);
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private String name(String what) {
        return prefix + "-" + what;
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
