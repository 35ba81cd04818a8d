import java.util.Map;

/**
 * The same operations for each admin client, on topics and groups under a prefix of its own, and what it answered, a line each with the
 * prefix left out: the lines of two clients on one broker have to be the same.
 *
 * <p>Arguments: bootstrap servers, prefix, a topic that is there with records in partition 0 (which nobody changes), and the prefix's own
 * topic with records, which is cut.
 */
final class AdminScript {

    private static final long LATEST = -1;
    private static final long EARLIEST = -2;
    private static final long MAX_TIMESTAMP = -3;
    private static final long HEARD_WITHIN_NS = 20_000_000_000L;

    private final String prefix;

    private AdminScript(String prefix) {
        this.prefix = prefix;
    }

    /** Something that is asked. */
    private interface Question {
        String ask() throws Exception;
    }

    static void main(String[] args, AdminOps admin) throws Exception {
        try (admin) {
            new AdminScript(args[1]).run(admin, args[2], args[3]);
        }
        System.out.println("DONE");
        System.exit(0);
    }

    private void run(AdminOps admin, String shared, String own) throws Exception {
        String topic = prefix + "topic";
        String group = prefix + "group";
        answer("cluster", admin::describeCluster);
        answer("validate only", () -> admin.createTopic(topic, 3, 1, Map.of(), true));
        answer("not there", () -> admin.describeTopic(topic));
        answer("create", () -> admin.createTopic(topic, 3, 1, Map.of("retention.ms", "3600000"), false));
        answer("create again", () -> admin.createTopic(topic, 3, 1, Map.of(), false));
        answer("create, bad name", () -> admin.createTopic(prefix + "a/b", 1, 1, Map.of(), false));
        answer("create, bad setting", () -> admin.createTopic(prefix + "bad", 1, 1, Map.of("retention.ms", "long"), false));
        answer("create, no partitions", () -> admin.createTopic(prefix + "bad", 0, 1, Map.of(), false));
        answer("create, too many replicas", () -> admin.createTopic(prefix + "bad", 1, 3, Map.of(), false));
        answer("create, defaults", () -> admin.createTopic(prefix + "default", -1, -1, Map.of(), false));
        answerWith("; 2 leader", "describe", () -> admin.describeTopic(topic));
        answerWith("; 0 leader", "describe, defaults", () -> admin.describeTopic(prefix + "default"));
        answer("id of " + shared, () -> admin.topicId(shared));
        answer("list", () -> admin.listTopics(prefix));
        answer("grow", () -> admin.createPartitions(topic, 5));
        answer("shrink", () -> admin.createPartitions(topic, 2));
        answer("grow what is not there", () -> admin.createPartitions(prefix + "none", 2));
        answerWith("; 4 leader", "describe after growth", () -> admin.describeTopic(topic));

        answer("configs", () -> admin.describeConfigs(true, topic));
        answer("configs of a broker", () -> admin.describeConfigs(false, "1"));
        answer("configs, not there", () -> admin.describeConfigs(true, prefix + "none"));
        answer("set", () -> admin.alterConfig(topic, "max.message.bytes", "100000"));
        answer("append", () -> admin.appendConfig(topic, "cleanup.policy", "compact"));
        answer("set, bad value", () -> admin.alterConfig(topic, "max.message.bytes", "-5"));
        answer("set, bad name", () -> admin.alterConfig(topic, "no.such.setting", "1"));
        answer("remove", () -> admin.alterConfig(topic, "retention.ms", null));
        answer("configs after changes", () -> admin.describeConfigs(true, topic));

        for (long place : new long[] {EARLIEST, LATEST, MAX_TIMESTAMP, 0, Long.MAX_VALUE / 2}) {
            answer("offset of " + shared + " at " + place, () -> admin.listOffset(shared, 0, place));
        }
        answer("offset, no such partition", () -> admin.listOffset(shared, 99, LATEST));
        answer("log dirs", () -> admin.logDirs(shared));
        answer("delete records", () -> admin.deleteRecords(own, 0, 10));
        answer("delete records, too far", () -> admin.deleteRecords(own, 0, 1_000_000));
        answer("begins later", () -> admin.listOffset(own, 0, EARLIEST));
        answer("delete all records", () -> admin.deleteRecords(own, 0, -1));
        answer("is empty", () -> admin.listOffset(own, 0, EARLIEST));

        answer("offsets of no group", () -> admin.groupOffsets(group));
        answer("commit", () -> admin.alterGroupOffset(group, shared, 0, 7));
        answer("commit", () -> admin.alterGroupOffset(group, shared, 1, 8));
        answer("commit, no such partition", () -> admin.alterGroupOffset(group, shared, 99, 8));
        answer("committed", () -> admin.groupOffsets(group));
        answer("groups", () -> admin.listGroups(prefix));
        answer("groups, empty and classic", () -> admin.listGroups(prefix, "Empty", "classic"));
        answer("groups, stable", () -> admin.listGroups(prefix, "Stable", "classic"));
        answer("groups, new ones", () -> admin.listGroups(prefix, "Empty", "consumer"));
        answer("group", () -> admin.describeGroup(group));
        answer("group, not there", () -> admin.describeGroup(prefix + "none"));
        for (long place : new long[] {EARLIEST, LATEST, 0, Long.MAX_VALUE / 2}) {
            answer("reset to " + place, () -> admin.resetToTime(group, shared, 0, place));
        }
        for (long records : new long[] {-3, 2, -1_000_000, 1_000_000}) {
            answer("reset by " + records, () -> admin.resetByShift(group, shared, 0, records));
        }
        answer("committed after resets", () -> admin.groupOffsets(group));
        answer("forget", () -> admin.deleteGroupOffset(group, shared, 1));
        answer("committed still", () -> admin.groupOffsets(group));
        answer("delete group", () -> admin.deleteGroup(group));
        answer("delete group again", () -> admin.deleteGroup(group));
        answer("groups left", () -> admin.listGroups(prefix));

        answer("delete", () -> admin.deleteTopic(topic));
        answer("delete again", () -> admin.deleteTopic(topic));
        answer("list after deletion", () -> admin.listTopics(prefix));
    }

    /** What was made a moment ago: Apache Kafka's brokers may hear of it after the client was told that it is done. */
    private void answerWith(String words, String name, Question question) throws Exception {
        long deadlineNs = System.nanoTime() + HEARD_WITHIN_NS;
        String told = question.ask();
        while (!told.contains(words) && System.nanoTime() < deadlineNs) {
            Thread.sleep(50);
            told = question.ask();
        }
        String last = told;
        answer(name, () -> last);
    }

    private void answer(String name, Question question) throws Exception {
        System.out.println(name + ": " + question.ask().replace(prefix, "~"));
    }
}
