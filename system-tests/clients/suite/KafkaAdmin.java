import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.protocol.Errors;

/** Apache Kafka's admin client: what it answers is what ours has to answer. */
final class KafkaAdmin implements AdminOps {

    private final Admin admin;

    private KafkaAdmin(String bootstrap) {
        admin = Admin.create(Map.of("bootstrap.servers", bootstrap));
    }

    public static void main(String[] args) throws Exception {
        AdminScript.main(args, new KafkaAdmin(args[0]));
    }

    @Override
    public String createTopic(String name, int partitions, int replicas, Map<String, String> configs, boolean validateOnly) throws Exception {
        return told(() -> {
            NewTopic topic =
                    new NewTopic(
                            name,
                            partitions == -1 ? Optional.empty() : Optional.of(partitions),
                            replicas == -1 ? Optional.empty() : Optional.of((short) replicas));
            var result = admin.createTopics(List.of(topic.configs(configs)), new CreateTopicsOptions().validateOnly(validateOnly));
            return result.numPartitions(name).get() + " partitions, " + result.replicationFactor(name).get() + " replicas";
        });
    }

    @Override
    public String deleteTopic(String name) throws Exception {
        return done(() -> admin.deleteTopics(List.of(name)).all());
    }

    @Override
    public String listTopics(String prefix) throws Exception {
        return told(() -> admin.listTopics().listings().get().stream()
                .filter(t -> t.name().startsWith(prefix))
                .map(t -> t.name() + (t.isInternal() ? " internal" : ""))
                .sorted()
                .toList());
    }

    @Override
    public String describeTopic(String name) throws Exception {
        return told(() -> {
            var topic = admin.describeTopics(List.of(name)).allTopicNames().get().get(name);
            return topic.name()
                    + " internal "
                    + topic.isInternal()
                    + topic.partitions().stream()
                            .map(p -> "; " + p.partition() + " leader " + node(p.leader()) + " replicas " + ids(p.replicas()) + " in sync " + ids(p.isr()))
                            .collect(Collectors.joining());
        });
    }

    @Override
    public String topicId(String name) throws Exception {
        return told(() -> {
            var id = admin.describeTopics(List.of(name)).allTopicNames().get().get(name).topicId();
            return Long.toHexString(id.getMostSignificantBits()) + " " + Long.toHexString(id.getLeastSignificantBits());
        });
    }

    @Override
    public String createPartitions(String name, int total) throws Exception {
        return done(() -> admin.createPartitions(Map.of(name, NewPartitions.increaseTo(total))).all());
    }

    @Override
    public String deleteRecords(String topic, int partition, long before) throws Exception {
        TopicPartition where = new TopicPartition(topic, partition);
        return told(() ->
                admin.deleteRecords(Map.of(where, RecordsToDelete.beforeOffset(before))).lowWatermarks().get(where).get().lowWatermark());
    }

    @Override
    public String describeConfigs(boolean ofTopic, String name) throws Exception {
        ConfigResource resource = new ConfigResource(ofTopic ? ConfigResource.Type.TOPIC : ConfigResource.Type.BROKER, name);
        return told(() -> {
            Map<String, String> sorted = new TreeMap<>();
            for (ConfigEntry e : admin.describeConfigs(List.of(resource)).all().get().get(resource).entries()) {
                sorted.put(e.name(), e.value() + (e.isReadOnly() ? " read-only" : "") + (e.isSensitive() ? " sensitive" : "") + " " + source(e));
            }
            return sorted;
        });
    }

    private static String source(ConfigEntry entry) {
        return switch (entry.source()) {
            case DYNAMIC_TOPIC_CONFIG -> "topic";
            case DYNAMIC_BROKER_CONFIG -> "broker";
            case DYNAMIC_DEFAULT_BROKER_CONFIG -> "brokers";
            case STATIC_BROKER_CONFIG -> "file";
            case DEFAULT_CONFIG -> "default";
            default -> entry.source().name();
        };
    }

    @Override
    public String alterConfig(String topic, String name, String value) throws Exception {
        return alter(topic, name, value, value == null ? AlterConfigOp.OpType.DELETE : AlterConfigOp.OpType.SET);
    }

    @Override
    public String appendConfig(String topic, String name, String value) throws Exception {
        return alter(topic, name, value, AlterConfigOp.OpType.APPEND);
    }

    private String alter(String topic, String name, String value, AlterConfigOp.OpType type) throws Exception {
        return done(() ->
                admin.incrementalAlterConfigs(
                                Map.of(
                                        new ConfigResource(ConfigResource.Type.TOPIC, topic),
                                        List.of(new AlterConfigOp(new ConfigEntry(name, value), type))))
                        .all());
    }

    @Override
    public String listOffset(String topic, int partition, long timestampMs) throws Exception {
        TopicPartition where = new TopicPartition(topic, partition);
        OffsetSpec spec =
                timestampMs == -1
                        ? OffsetSpec.latest()
                        : timestampMs == -2
                                ? OffsetSpec.earliest()
                                : timestampMs == -3 ? OffsetSpec.maxTimestamp() : OffsetSpec.forTimestamp(timestampMs);
        // Kafka's client waits for a partition that is not there to come; so long it need not be. Ours says before its
        // time is over what is the matter.
        String told = told(() -> {
            var found =
                    admin.listOffsets(Map.of(where, spec), new org.apache.kafka.clients.admin.ListOffsetsOptions().timeoutMs(3_000))
                            .partitionResult(where)
                            .get();
            return found.offset() + " at " + found.timestamp() + " epoch " + found.leaderEpoch().orElse(-1);
        });
        return told.equals("REQUEST_TIMED_OUT") ? "UNKNOWN_TOPIC_OR_PARTITION" : told;
    }

    @Override
    public String describeCluster() throws Exception {
        return told(() -> {
            var cluster = admin.describeCluster();
            return cluster.clusterId().get()
                    + " controller "
                    + node(cluster.controller().get())
                    + " brokers "
                    + cluster.nodes().get().stream().map(KafkaAdmin::node).sorted().toList();
        });
    }

    @Override
    public String logDirs(String topic) throws Exception {
        return told(() -> {
            Map<String, String> sorted = new TreeMap<>();
            admin.describeLogDirs(List.of(1))
                    .allDescriptions()
                    .get()
                    .get(1)
                    .forEach(
                            (path, dir) ->
                                    dir.replicaInfos()
                                            .forEach(
                                                    (p, replica) -> {
                                                        if (p.topic().equals(topic)) {
                                                            sorted.put(
                                                                    p.toString(),
                                                                    replica.size() + " bytes lag " + replica.offsetLag() + " of a disk "
                                                                            + dir.totalBytes().isPresent());
                                                        }
                                                    }));
            return sorted;
        });
    }

    @Override
    public String listGroups(String prefix) throws Exception {
        return listGroups(prefix, new ListGroupsOptions());
    }

    @Override
    public String listGroups(String prefix, String state, String type) throws Exception {
        return listGroups(
                prefix, new ListGroupsOptions().inGroupStates(Set.of(GroupState.parse(state))).withTypes(Set.of(GroupType.parse(type))));
    }

    private String listGroups(String prefix, ListGroupsOptions options) throws Exception {
        return told(() -> admin.listGroups(options).all().get().stream()
                .filter(g -> g.groupId().startsWith(prefix))
                .map(g -> g.groupId() + " " + g.protocol() + " " + g.groupState().map(Object::toString).orElse("") + " " + g.type().map(type -> type.toString().toLowerCase(Locale.ROOT)).orElse(""))
                .sorted()
                .toList());
    }

    @Override
    public String describeGroup(String group) throws Exception {
        return told(() -> {
            var found = admin.describeClassicGroups(List.of(group)).all().get().get(group);
            return found.groupId()
                    + " "
                    + found.state()
                    + " "
                    + found.protocol()
                    + " assignor "
                    + found.protocolData()
                    + " coordinator "
                    + node(found.coordinator())
                    + " members "
                    + found.members().size();
        });
    }

    @Override
    public String resetToTime(String group, String topic, int partition, long timestampMs) throws Exception {
        TopicPartition where = new TopicPartition(topic, partition);
        return told(() -> {
            OffsetSpec spec =
                    timestampMs == -1
                            ? OffsetSpec.latest()
                            : timestampMs == -2 ? OffsetSpec.earliest() : OffsetSpec.forTimestamp(timestampMs);
            long found = offset(where, spec);
            return reset(group, where, found < 0 ? offset(where, OffsetSpec.latest()) : found);
        });
    }

    @Override
    public String resetByShift(String group, String topic, int partition, long records) throws Exception {
        TopicPartition where = new TopicPartition(topic, partition);
        return told(() -> {
            long from = admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get().get(where).offset();
            long earliest = offset(where, OffsetSpec.earliest());
            return reset(group, where, Math.max(earliest, Math.min(offset(where, OffsetSpec.latest()), from + records)));
        });
    }

    private long offset(TopicPartition where, OffsetSpec spec) throws Exception {
        return admin.listOffsets(Map.of(where, spec)).partitionResult(where).get().offset();
    }

    private long reset(String group, TopicPartition where, long offset) throws Exception {
        admin.alterConsumerGroupOffsets(group, Map.of(where, new OffsetAndMetadata(offset))).all().get();
        return offset;
    }

    @Override
    public String alterGroupOffset(String group, String topic, int partition, long offset) throws Exception {
        return done(() ->
                admin.alterConsumerGroupOffsets(group, Map.of(new TopicPartition(topic, partition), new OffsetAndMetadata(offset, "note"))).all());
    }

    @Override
    public String groupOffsets(String group) throws Exception {
        return told(() -> {
            Map<String, String> sorted = new TreeMap<>();
            admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .forEach((p, offset) -> sorted.put(p.toString(), offset.offset() + " " + offset.metadata()));
            return sorted;
        });
    }

    @Override
    public String deleteGroupOffset(String group, String topic, int partition) throws Exception {
        TopicPartition where = new TopicPartition(topic, partition);
        return done(() -> admin.deleteConsumerGroupOffsets(group, Set.of(where)).partitionResult(where));
    }

    @Override
    public String deleteGroup(String group) throws Exception {
        return done(() -> admin.deleteConsumerGroups(List.of(group)).all());
    }

    @Override
    public void close() {
        admin.close();
    }

    private static String node(Node node) {
        return node == null || node.isEmpty() ? "none" : node.id() + "@" + node.host() + ":" + node.port();
    }

    private static List<Integer> ids(Collection<Node> nodes) {
        return nodes.stream().map(Node::id).toList();
    }

    private static String done(Callable<KafkaFuture<Void>> operation) throws Exception {
        return told(() -> {
            operation.call().get();
            return "done";
        });
    }

    private static String told(Callable<Object> operation) throws Exception {
        try {
            return operation.call().toString();
        } catch (ExecutionException refused) {
            return Errors.forException(refused.getCause()).name();
        }
    }
}
