import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** Makes topics with Apache Kafka's admin client. Arguments: bootstrap servers, number of partitions, names. */
final class SuiteTopics {

    private SuiteTopics() {}

    public static void main(String[] args) throws Exception {
        List<NewTopic> topics = new ArrayList<>();
        for (int i = 2; i < args.length; i++) {
            topics.add(new NewTopic(args[i], Integer.parseInt(args[1]), (short) 1));
        }
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", args[0]))) {
            admin.createTopics(topics).all().get(60, TimeUnit.SECONDS);
        }
        System.exit(0);
    }
}
