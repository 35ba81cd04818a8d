import java.util.Map;

/**
 * What the admin script asks of an admin client. Answers are texts in one form for all clients: a refusal is the protocol's name of the
 * error.
 */
interface AdminOps extends AutoCloseable {

    String createTopic(String name, int partitions, int replicas, Map<String, String> configs, boolean validateOnly) throws Exception;

    String deleteTopic(String name) throws Exception;

    /** Names and whether they are internal, sorted; only topics that begin with the prefix. */
    String listTopics(String prefix) throws Exception;

    String describeTopic(String name) throws Exception;

    /** Whether the topic's id is the one that the other client sees too. */
    String topicId(String name) throws Exception;

    String createPartitions(String name, int total) throws Exception;

    String deleteRecords(String topic, int partition, long before) throws Exception;

    /** All settings of a topic or, by number, of a broker, sorted. */
    String describeConfigs(boolean ofTopic, String name) throws Exception;

    /** Sets a value, or removes it if it is null. */
    String alterConfig(String topic, String name, String value) throws Exception;

    String appendConfig(String topic, String name, String value) throws Exception;

    /** The offset at a time, or at one of the protocol's special places, which are negative. */
    String listOffset(String topic, int partition, long timestampMs) throws Exception;

    String describeCluster() throws Exception;

    /** Sizes of the topic's partitions on broker 1's disks. */
    String logDirs(String topic) throws Exception;

    String listGroups(String prefix) throws Exception;

    /** As {@link #listGroups(String)}, only those in this state and of this type. */
    String listGroups(String prefix, String state, String type) throws Exception;

    String describeGroup(String group) throws Exception;

    /** Where the group goes on after a reset: to one of the protocol's special places, which are negative, or to a time. */
    String resetToTime(String group, String topic, int partition, long timestampMs) throws Exception;

    /** Where the group goes on after a reset by so many records. */
    String resetByShift(String group, String topic, int partition, long records) throws Exception;

    String alterGroupOffset(String group, String topic, int partition, long offset) throws Exception;

    String groupOffsets(String group) throws Exception;

    String deleteGroupOffset(String group, String topic, int partition) throws Exception;

    String deleteGroup(String group) throws Exception;

    @Override
    void close();
}
