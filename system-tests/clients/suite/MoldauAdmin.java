import dev.moldau.client.Node;
import dev.moldau.client.admin.Admin;
import dev.moldau.client.admin.CommittedOffset;
import dev.moldau.client.admin.ConfigChange;
import dev.moldau.client.admin.ConfigResource;
import dev.moldau.client.admin.ConfigSetting;
import dev.moldau.client.admin.GroupFilter;
import dev.moldau.client.admin.Isolation;
import dev.moldau.client.admin.NewPartitions;
import dev.moldau.client.admin.NewTopic;
import dev.moldau.client.admin.OffsetPlan;
import dev.moldau.client.admin.OffsetReset;
import dev.moldau.client.admin.OffsetSpec;
import dev.moldau.client.admin.Options;
import dev.moldau.client.errors.ClientException;
import dev.moldau.common.TopicPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/** Our admin client. */
final class MoldauAdmin implements AdminOps {

    private final Admin admin;

    private MoldauAdmin(String bootstrap) {
        admin = Admin.create(Map.of("bootstrap.servers", bootstrap));
    }

    public static void main(String[] args) throws Exception {
        AdminScript.main(args, new MoldauAdmin(args[0]));
    }

    @Override
    public String createTopic(String name, int partitions, int replicas, Map<String, String> configs, boolean validateOnly) throws Exception {
        return told(() -> {
            NewTopic topic = new NewTopic(name, partitions, replicas).withConfigs(configs);
            var created = admin.createTopics(List.of(topic), validateOnly, Options.DEFAULT).of(name).get();
            return created.partitions() + " partitions, " + created.replicationFactor() + " replicas";
        });
    }

    @Override
    public String deleteTopic(String name) throws Exception {
        return done(() -> admin.deleteTopics(List.of(name)).all());
    }

    @Override
    public String listTopics(String prefix) throws Exception {
        return told(() -> admin.listTopics().get().values().stream()
                .filter(t -> t.name().startsWith(prefix))
                .map(t -> t.name() + (t.internal() ? " internal" : ""))
                .sorted()
                .toList());
    }

    @Override
    public String describeTopic(String name) throws Exception {
        return told(() -> {
            var topic = admin.describeTopics(List.of(name)).of(name).get();
            return topic.name()
                    + " internal "
                    + topic.internal()
                    + topic.partitions().stream()
                            .map(p -> "; " + p.index() + " leader " + node(p.leader()) + " replicas " + p.replicas() + " in sync " + p.inSyncReplicas())
                            .collect(Collectors.joining());
        });
    }

    @Override
    public String topicId(String name) throws Exception {
        return told(() -> {
            var id = admin.describeTopics(List.of(name)).of(name).get().id();
            return Long.toHexString(id.mostSignificantBits()) + " " + Long.toHexString(id.leastSignificantBits());
        });
    }

    @Override
    public String createPartitions(String name, int total) throws Exception {
        return done(() -> admin.createPartitions(Map.of(name, new NewPartitions(total)), false, Options.DEFAULT).all());
    }

    @Override
    public String deleteRecords(String topic, int partition, long before) throws Exception {
        TopicPartition where = new TopicPartition(topic, partition);
        return told(() -> admin.deleteRecords(Map.of(where, before), Options.DEFAULT).of(where).get());
    }

    @Override
    public String describeConfigs(boolean ofTopic, String name) throws Exception {
        ConfigResource resource = ofTopic ? ConfigResource.topic(name) : ConfigResource.broker(Integer.parseInt(name));
        return told(() -> {
            Map<String, String> sorted = new TreeMap<>();
            admin.describeConfigs(List.of(resource))
                    .of(resource)
                    .get()
                    .forEach(
                            (setting, c) ->
                                    sorted.put(
                                            setting,
                                            c.value() + (c.readOnly() ? " read-only" : "") + (c.sensitive() ? " sensitive" : "") + " " + source(c)));
            return sorted;
        });
    }

    private static String source(ConfigSetting setting) {
        return switch (setting.source()) {
            case TOPIC -> "topic";
            case BROKER -> "broker";
            case DEFAULT_OF_BROKERS -> "brokers";
            case BROKER_FILE -> "file";
            case BUILT_IN_DEFAULT -> "default";
            default -> setting.source().name();
        };
    }

    @Override
    public String alterConfig(String topic, String name, String value) throws Exception {
        return alter(topic, value == null ? ConfigChange.remove(name) : ConfigChange.set(name, value));
    }

    @Override
    public String appendConfig(String topic, String name, String value) throws Exception {
        return alter(topic, new ConfigChange(name, ConfigChange.Kind.APPEND, value));
    }

    private String alter(String topic, ConfigChange change) throws Exception {
        return done(() -> admin.incrementalAlterConfigs(Map.of(ConfigResource.topic(topic), List.of(change)), false, Options.DEFAULT).all());
    }

    @Override
    public String listOffset(String topic, int partition, long timestampMs) throws Exception {
        TopicPartition where = new TopicPartition(topic, partition);
        OffsetSpec spec = new OffsetSpec(timestampMs);
        return told(() -> {
            var found = admin.listOffsets(Map.of(where, spec), Isolation.READ_UNCOMMITTED, Options.timeout(Duration.ofSeconds(3))).of(where).get();
            return found.offset() + " at " + found.timestampMs() + " epoch " + found.leaderEpoch();
        });
    }

    @Override
    public String describeCluster() throws Exception {
        return told(() -> {
            var cluster = admin.describeCluster().get();
            return cluster.clusterId()
                    + " controller "
                    + node(cluster.controller())
                    + " brokers "
                    + cluster.brokers().stream().map(MoldauAdmin::node).sorted().toList();
        });
    }

    @Override
    public String logDirs(String topic) throws Exception {
        return told(() -> {
            Map<String, String> sorted = new TreeMap<>();
            for (var dir : admin.describeLogDirs(List.of(1), Options.DEFAULT).of(1).get()) {
                dir.replicas()
                        .forEach(
                                (p, replica) -> {
                                    if (p.topic().equals(topic)) {
                                        sorted.put(
                                                p.topic() + "-" + p.partition(),
                                                replica.sizeBytes() + " bytes lag " + replica.offsetLag() + " of a disk " + (dir.totalBytes() >= 0));
                                    }
                                });
            }
            return sorted;
        });
    }

    @Override
    public String listGroups(String prefix) throws Exception {
        return listGroups(prefix, GroupFilter.ALL);
    }

    @Override
    public String listGroups(String prefix, String state, String type) throws Exception {
        return listGroups(prefix, new GroupFilter(Set.of(state), Set.of(type)));
    }

    private String listGroups(String prefix, GroupFilter filter) throws Exception {
        return told(() -> admin.listGroups(filter, Options.DEFAULT).get().stream()
                .filter(g -> g.id().startsWith(prefix))
                .map(g -> g.id() + " " + g.protocolType() + " " + g.state() + " " + g.type())
                .sorted()
                .toList());
    }

    @Override
    public String describeGroup(String group) throws Exception {
        return told(() -> {
            var found = admin.describeGroups(List.of(group)).of(group).get();
            return found.id()
                    + " "
                    + found.state()
                    + " "
                    + found.protocolType()
                    + " assignor "
                    + found.assignor()
                    + " coordinator "
                    + node(found.coordinator())
                    + " members "
                    + found.members().size();
        });
    }

    @Override
    public String resetToTime(String group, String topic, int partition, long timestampMs) throws Exception {
        OffsetReset to =
                timestampMs == -1
                        ? OffsetReset.toLatest()
                        : timestampMs == -2 ? OffsetReset.toEarliest() : OffsetReset.to(Instant.ofEpochMilli(timestampMs));
        return reset(group, new TopicPartition(topic, partition), to);
    }

    @Override
    public String resetByShift(String group, String topic, int partition, long records) throws Exception {
        return reset(group, new TopicPartition(topic, partition), OffsetReset.shift(records));
    }

    private String reset(String group, TopicPartition where, OffsetReset to) throws Exception {
        return told(() -> {
            OffsetPlan plan = admin.planOffsetReset(group, to, List.of(where), Options.DEFAULT).get();
            admin.carryOut(plan, Options.DEFAULT).get();
            return plan.partitions().get(where).to();
        });
    }

    @Override
    public String alterGroupOffset(String group, String topic, int partition, long offset) throws Exception {
        return done(() ->
                admin.alterGroupOffsets(group, Map.of(new TopicPartition(topic, partition), new CommittedOffset(offset, -1, "note")), Options.DEFAULT)
                        .all());
    }

    @Override
    public String groupOffsets(String group) throws Exception {
        return told(() -> {
            Map<String, String> sorted = new TreeMap<>();
            admin.listGroupOffsets(group, Options.DEFAULT)
                    .get()
                    .forEach((p, offset) -> sorted.put(p.topic() + "-" + p.partition(), offset.offset() + " " + offset.metadata()));
            return sorted;
        });
    }

    @Override
    public String deleteGroupOffset(String group, String topic, int partition) throws Exception {
        TopicPartition where = new TopicPartition(topic, partition);
        return done(() -> admin.deleteGroupOffsets(group, List.of(where), Options.DEFAULT).of(where));
    }

    @Override
    public String deleteGroup(String group) throws Exception {
        return done(() -> admin.deleteGroups(List.of(group), Options.DEFAULT).of(group));
    }

    @Override
    public void close() {
        admin.close();
    }

    private static String node(Node node) {
        return node == null ? "none" : node.id() + "@" + node.host() + ":" + node.port();
    }

    private static String done(Callable<Future<?>> operation) throws Exception {
        return told(() -> {
            operation.call().get();
            return "done";
        });
    }

    private static String told(Callable<Object> operation) throws Exception {
        try {
            return operation.call().toString();
        } catch (ExecutionException refused) {
            if (refused.getCause() instanceof ClientException told && told.error().isPresent()) {
                return told.error().get().name();
            }
            return refused.getCause().toString();
        }
    }
}
