import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;

/**
 * Apache Kafka's admin client, which outlives the brokers it talks to. Argument: bootstrap servers. A line of standard input is a
 * command, a line of standard output its answer: "ok " and what it brought, or "failed " and why.
 *
 * <ul>
 *   <li>{@code create NAME PARTITIONS FACTOR}
 *   <li>{@code place NAME 1,2,3 2,3,1 ...}: a topic whose partitions have these replicas
 *   <li>{@code partitions NAME...}: {@code NAME-0=LEADER:ISR,ISR} and so on; leader -1 for none
 *   <li>{@code controller}: its number
 * </ul>
 */
final class ClusterAsker {

    private static final long DEADLINE_S = 15;

    private final Admin admin;

    private ClusterAsker(Admin admin) {
        this.admin = admin;
    }

    public static void main(String[] args) throws Exception {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", args[0], "request.timeout.ms", "3000", "default.api.timeout.ms", "12000", "reconnect.backoff.max.ms", "200");
        try (Admin admin = Admin.create(settings);
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            ClusterAsker asker = new ClusterAsker(admin);
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                System.out.println(asker.answer(Arrays.asList(line.split(" "))));
            }
        }
    }

    private String answer(List<String> words) {
        try {
            return "ok " + run(words.get(0), words.subList(1, words.size()));
        } catch (Exception e) {
            return "failed " + String.valueOf(e).replace('\n', ' ');
        }
    }

    private String run(String command, List<String> words) throws Exception {
        switch (command) {
            case "create":
                return create(new NewTopic(words.get(0), Integer.parseInt(words.get(1)), Short.parseShort(words.get(2))));
            case "place":
                return create(new NewTopic(words.get(0), replicas(words.subList(1, words.size()))));
            case "partitions":
                return partitions(words);
            case "controller":
                return Integer.toString(admin.describeCluster().controller().get(DEADLINE_S, TimeUnit.SECONDS).id());
            default:
                throw new IllegalArgumentException(command);
        }
    }

    private String create(NewTopic topic) throws Exception {
        admin.createTopics(List.of(topic)).all().get(DEADLINE_S, TimeUnit.SECONDS);
        return topic.name();
    }

    private static Map<Integer, List<Integer>> replicas(List<String> words) {
        Map<Integer, List<Integer>> replicas = new HashMap<>();
        for (String word : words) {
            replicas.put(replicas.size(), Arrays.stream(word.split(",")).map(Integer::valueOf).collect(Collectors.toList()));
        }
        return replicas;
    }

    private String partitions(List<String> names) throws Exception {
        Map<String, TopicDescription> topics = admin.describeTopics(names).allTopicNames().get(DEADLINE_S, TimeUnit.SECONDS);
        List<String> all = new ArrayList<>();
        for (String name : names) {
            for (TopicPartitionInfo partition : topics.get(name).partitions()) {
                Node leader = partition.leader();
                String inSync = partition.isr().stream().map(node -> Integer.toString(node.id())).collect(Collectors.joining(","));
                all.add(name + "-" + partition.partition() + "=" + (leader == null ? -1 : leader.id()) + ":" + inSync);
            }
        }
        return String.join(" ", all);
    }
}
