package dev.moldau.cluster.controller;

import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ConfigResource;
import dev.moldau.cluster.image.Endpoint;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.cluster.store.RecordBytes;
import dev.moldau.cluster.store.StoreKey;
import dev.moldau.common.Uuid;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Which records the controller keeps in the store, under which names and in which form. */
final class StoreRecords {

    static final String TOPICS = "topics";
    static final String DELETED_TOPICS = "deleted-topics";
    static final String BROKERS = "brokers";
    static final String PRESENCE = "presence";
    static final String BROKER_CONFIGS = "broker-configs";
    static final String GROUP_CONFIGS = "group-configs";

    static final StoreKey CLUSTER_ID = new StoreKey("cluster", "id");
    static final StoreKey CONTROLLER = new StoreKey("cluster", "controller");
    static final StoreKey PRODUCER_IDS = new StoreKey("cluster", "producer-ids");

    /** The name under which the settings for all brokers are kept; no broker's number. */
    private static final String ALL_BROKERS = "default";

    private static final int FORMAT = 1;

    /**
     * The form of topics and brokers with what clusters of several brokers need: moves and eligible
     * replicas, incarnations, data folders. What has none of these keeps the first form, so that an
     * older release reads it.
     */
    private static final int CLUSTER_FORMAT = 2;

    private static final int ALIVE = 1;
    private static final int STOPPING = 2;

    private StoreRecords() {}

    static StoreKey topicKey(String name) {
        return new StoreKey(TOPICS, name);
    }

    static StoreKey deletedTopicKey(Uuid id) {
        return new StoreKey(DELETED_TOPICS, id.toString());
    }

    static StoreKey brokerKey(int id) {
        return new StoreKey(BROKERS, Integer.toString(id));
    }

    static StoreKey presenceKey(int id) {
        return new StoreKey(PRESENCE, Integer.toString(id));
    }

    static StoreKey configKey(ConfigResource resource) {
        return resource.type() == ConfigResource.Type.GROUP
                ? new StoreKey(GROUP_CONFIGS, resource.name())
                : new StoreKey(
                        BROKER_CONFIGS, resource.name().isEmpty() ? ALL_BROKERS : resource.name());
    }

    static ConfigResource configResource(StoreKey key) {
        if (key.collection().equals(GROUP_CONFIGS)) {
            return ConfigResource.group(key.name());
        }
        return key.name().equals(ALL_BROKERS)
                ? ConfigResource.ALL_BROKERS
                : new ConfigResource(ConfigResource.Type.BROKER, key.name());
    }

    static byte[] encode(TopicImage topic) {
        boolean plain = topic.partitions().stream().allMatch(StoreRecords::isPlain);
        RecordBytes.Writer out = new RecordBytes.Writer(plain ? FORMAT : CLUSTER_FORMAT);
        put(out, topic.id());
        out.unsigned(topic.partitions().size());
        for (PartitionImage partition : topic.partitions()) {
            out.numbers(partition.replicas())
                    .numbers(partition.isr())
                    .unsigned(partition.leader() + 1)
                    .unsigned(partition.leaderEpoch())
                    .unsigned(partition.partitionEpoch());
            if (!plain) {
                out.numbers(partition.addingReplicas())
                        .numbers(partition.removingReplicas())
                        .numbers(partition.elr());
                put(out, partition.awaitedFolder());
            }
        }
        return out.texts(topic.configs()).bytes();
    }

    private static boolean isPlain(PartitionImage partition) {
        return !partition.moving() && partition.elr().isEmpty() && !partition.awaitsFolder();
    }

    static TopicImage decodeTopic(String name, byte[] bytes) {
        RecordBytes.Reader in = new RecordBytes.Reader(bytes, FORMAT, CLUSTER_FORMAT);
        Uuid id = uuid(in);
        int count = in.count();
        List<PartitionImage> partitions = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            partitions.add(decodePartition(in));
        }
        TopicImage topic = new TopicImage(name, id, partitions, in.texts());
        in.end();
        return topic;
    }

    private static PartitionImage decodePartition(RecordBytes.Reader in) {
        List<Integer> replicas = in.numbers();
        List<Integer> isr = in.numbers();
        int leader = in.unsigned() - 1;
        int leaderEpoch = in.unsigned();
        int partitionEpoch = in.unsigned();
        return in.format() < CLUSTER_FORMAT
                ? new PartitionImage(replicas, isr, leader, leaderEpoch, partitionEpoch)
                : new PartitionImage(
                        replicas,
                        isr,
                        leader,
                        leaderEpoch,
                        partitionEpoch,
                        in.numbers(),
                        in.numbers(),
                        in.numbers(),
                        uuid(in));
    }

    private static void put(RecordBytes.Writer out, Uuid id) {
        out.fixed(id.mostSignificantBits()).fixed(id.leastSignificantBits());
    }

    private static Uuid uuid(RecordBytes.Reader in) {
        return new Uuid(in.fixed(), in.fixed());
    }

    static byte[] encode(BrokerRegistration broker) {
        boolean plain = broker.incarnation().equals(Uuid.ZERO);
        RecordBytes.Writer out = new RecordBytes.Writer(plain ? FORMAT : CLUSTER_FORMAT);
        if (!plain) {
            put(out, broker.incarnation());
            put(out, broker.directory());
            out.unsigned((broker.alive() ? ALIVE : 0) | (broker.stopping() ? STOPPING : 0));
        }
        out.fixed(broker.epoch()).unsigned(broker.endpoints().size());
        for (Endpoint endpoint : broker.endpoints()) {
            out.text(endpoint.listener())
                    .text(endpoint.securityProtocol())
                    .text(endpoint.host())
                    .unsigned(endpoint.port());
        }
        String rack = broker.rack();
        out.unsigned(rack == null ? 0 : 1);
        return rack == null ? out.bytes() : out.text(rack).bytes();
    }

    /**
     * @param present whether the broker's own controller has marked it as present; a broker of a
     *     cluster of several is alive if its record says so
     */
    static BrokerRegistration decodeBroker(int id, boolean present, byte[] bytes) {
        RecordBytes.Reader in = new RecordBytes.Reader(bytes, FORMAT, CLUSTER_FORMAT);
        boolean plain = in.format() < CLUSTER_FORMAT;
        Uuid incarnation = plain ? Uuid.ZERO : uuid(in);
        Uuid directory = plain ? Uuid.ZERO : uuid(in);
        int flags = plain ? (present ? ALIVE : 0) : in.unsigned();
        long epoch = in.fixed();
        int count = in.count();
        List<Endpoint> endpoints = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            endpoints.add(new Endpoint(in.text(), in.text(), in.text(), in.unsigned()));
        }
        boolean hasRack = in.unsigned() == 1;
        BrokerRegistration broker =
                new BrokerRegistration(
                        id,
                        epoch,
                        endpoints,
                        hasRack ? in.text() : null,
                        (flags & ALIVE) != 0,
                        incarnation,
                        (flags & STOPPING) != 0,
                        directory);
        in.end();
        return broker;
    }

    static byte[] encode(Map<String, String> configs) {
        return new RecordBytes.Writer(FORMAT).texts(configs).bytes();
    }

    static Map<String, String> decodeConfigs(byte[] bytes) {
        RecordBytes.Reader in = new RecordBytes.Reader(bytes, FORMAT);
        Map<String, String> configs = in.texts();
        in.end();
        return configs;
    }

    static byte[] encode(long number) {
        return new RecordBytes.Writer(FORMAT).fixed(number).bytes();
    }

    static long decodeNumber(byte[] bytes) {
        RecordBytes.Reader in = new RecordBytes.Reader(bytes, FORMAT);
        long number = in.fixed();
        in.end();
        return number;
    }

    static byte[] encode(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String decodeText(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
