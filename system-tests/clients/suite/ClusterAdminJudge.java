import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;

/**
 * Apache Kafka's admin client on a cluster of three brokers. Prints {@code PROVED <capability>} for each thing whose effect was seen and
 * ends with 1 at the first that has none.
 *
 * <p>Arguments: bootstrap servers; "whole" while all brokers are there, or "missing ID" while one has ended, which is then unregistered.
 */
final class ClusterAdminJudge {

    private static final long DEADLINE_S = 30;

    private final Admin admin;

    private ClusterAdminJudge(Admin admin) {
        this.admin = admin;
    }

    public static void main(String[] args) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", args[0]))) {
            ClusterAdminJudge judge = new ClusterAdminJudge(admin);
            if (args[1].equals("whole")) {
                judge.whole();
            } else {
                judge.missing(Integer.parseInt(args[2]));
            }
        } catch (Throwable failed) {
            failed.printStackTrace();
            System.exit(1);
        }
        System.out.println("DONE");
        System.exit(0);
    }

    private void whole() throws Exception {
        topics();
        reassignment();
        elections();
        configs();
        Collection<Node> nodes = get(admin.describeCluster().nodes());
        check(nodes.size() == 3 && nodes.stream().noneMatch(Node::isFenced), "nodes " + nodes);
        check(get(admin.describeCluster().controller()) != null, "a controller");
        proved("cluster described");
    }

    private void topics() throws Exception {
        create(new NewTopic("placed", Map.of(0, List.of(3, 1), 1, List.of(2, 3))));
        check(replicas("placed", 0).equals(List.of(3, 1)) && leader("placed", 0) == 3, "placement of placed-0");
        check(replicas("placed", 1).equals(List.of(2, 3)) && leader("placed", 1) == 2, "placement of placed-1");
        proved("topic with an assignment");
        create(new NewTopic("spread", Optional.of(6), Optional.of((short) 3)));
        Set<Integer> leaders = new TreeSet<>();
        for (TopicPartitionInfo partition : describe("spread").partitions()) {
            check(partition.replicas().size() == 3, "replicas " + partition);
            leaders.add(partition.leader().id());
        }
        check(leaders.equals(Set.of(1, 2, 3)), "leaders " + leaders);
        proved("topic with a replication factor");
        get(admin.createPartitions(Map.of("placed", NewPartitions.increaseTo(3, List.of(List.of(1, 2))))).all());
        await("the new partition", () -> describe("placed").partitions().size() == 3 && replicas("placed", 2).equals(List.of(1, 2)));
        proved("partitions added");
        get(admin.deleteTopics(List.of("spread")).all());
        await("the deletion", () -> !get(admin.listTopics().names()).contains("spread"));
        proved("topic deleted");
    }

    private void reassignment() throws Exception {
        create(new NewTopic("moved", Map.of(0, List.of(1, 2))));
        TopicPartition partition = new TopicPartition("moved", 0);
        get(admin.alterPartitionReassignments(Map.of(partition, Optional.of(new NewPartitionReassignment(List.of(3, 2))))).all());
        await("the new replicas", () -> replicas("moved", 0).equals(List.of(3, 2)) && inSync("moved", 0).equals(Set.of(2, 3)));
        await("the end of it", () -> get(admin.listPartitionReassignments().reassignments()).isEmpty());
        await("a leader among them", () -> leader("moved", 0) == 3 || leader("moved", 0) == 2);
        proved("partition reassigned");
    }

    private void elections() throws Exception {
        create(new NewTopic("elected", Map.of(0, List.of(1, 2, 3))));
        TopicPartition partition = new TopicPartition("elected", 0);
        // The same replicas in another order: the leader stays until it is asked for.
        get(admin.alterPartitionReassignments(Map.of(partition, Optional.of(new NewPartitionReassignment(List.of(2, 1, 3))))).all());
        await("the new order", () -> replicas("elected", 0).equals(List.of(2, 1, 3)));
        check(leader("elected", 0) == 1, "leader before the election is " + leader("elected", 0));
        get(admin.electLeaders(ElectionType.PREFERRED, Set.of(partition)).all());
        await("the preferred leader", () -> leader("elected", 0) == 2);
        proved("preferred leader elected");
    }

    private void configs() throws Exception {
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, "placed");
        alter(topic, "retention.ms", "12345678");
        await("the topic's setting", () -> value(topic, "retention.ms").equals("12345678"));
        proved("topic configured");
        ConfigResource one = new ConfigResource(ConfigResource.Type.BROKER, "2");
        alter(one, "log.retention.ms", "7654321");
        await("the broker's setting", () -> value(one, "log.retention.ms").equals("7654321"));
        ConfigResource other = new ConfigResource(ConfigResource.Type.BROKER, "3");
        check(!"7654321".equals(value(other, "log.retention.ms")), "the setting of one broker is another's too");
        proved("broker configured");
        ConfigResource all = new ConfigResource(ConfigResource.Type.BROKER, "");
        alter(all, "message.max.bytes", "2000000");
        await("the cluster's setting", () -> value(one, "message.max.bytes").equals("2000000") && value(other, "message.max.bytes").equals("2000000"));
        ConfigResource inherits = new ConfigResource(ConfigResource.Type.TOPIC, "moved");
        await("what a topic inherits", () -> value(inherits, "max.message.bytes").equals("2000000"));
        get(admin.incrementalAlterConfigs(Map.of(all, List.of(new AlterConfigOp(new ConfigEntry("message.max.bytes", null), AlterConfigOp.OpType.DELETE)))).all());
        await("the default again", () -> !value(one, "message.max.bytes").equals("2000000"));
        proved("cluster configured");
    }

    private void missing(int id) throws Exception {
        DescribeClusterOptions all = new DescribeClusterOptions().includeFencedBrokers(true);
        await("a fenced broker", () -> get(admin.describeCluster(all).nodes()).stream().anyMatch(node -> node.id() == id && node.isFenced()));
        check(get(admin.describeCluster().nodes()).stream().noneMatch(node -> node.id() == id), "a fenced broker is no node for clients");
        proved("fenced broker described");
        get(admin.unregisterBroker(id).all());
        await("its end", () -> get(admin.describeCluster(all).nodes()).stream().noneMatch(node -> node.id() == id));
        proved("broker unregistered");
    }

    private void create(NewTopic topic) throws Exception {
        get(admin.createTopics(List.of(topic)).all());
    }

    private void alter(ConfigResource resource, String name, String value) throws Exception {
        get(admin.incrementalAlterConfigs(Map.of(resource, List.of(new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET)))).all());
    }

    private String value(ConfigResource resource, String name) throws Exception {
        Config config = get(admin.describeConfigs(List.of(resource)).all()).get(resource);
        return String.valueOf(config.get(name) == null ? null : config.get(name).value());
    }

    private TopicDescription describe(String topic) throws Exception {
        return get(admin.describeTopics(List.of(topic)).allTopicNames()).get(topic);
    }

    private TopicPartitionInfo partition(String topic, int partition) throws Exception {
        return describe(topic).partitions().get(partition);
    }

    private List<Integer> replicas(String topic, int partition) throws Exception {
        return partition(topic, partition).replicas().stream().map(Node::id).collect(Collectors.toList());
    }

    private Set<Integer> inSync(String topic, int partition) throws Exception {
        return partition(topic, partition).isr().stream().map(Node::id).collect(Collectors.toSet());
    }

    private int leader(String topic, int partition) throws Exception {
        Node leader = partition(topic, partition).leader();
        return leader == null ? -1 : leader.id();
    }

    private static void await(String what, Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_S);
        while (!condition.call()) {
            check(System.nanoTime() < deadline, "waited in vain for " + what);
            Thread.sleep(50);
        }
    }

    private static <T> T get(KafkaFuture<T> future) throws Exception {
        return future.get(DEADLINE_S, TimeUnit.SECONDS);
    }

    private static void check(boolean right, String otherwise) {
        if (!right) {
            throw new AssertionError(otherwise);
        }
    }

    private static void proved(String what) {
        System.out.println("PROVED " + what);
    }
}
