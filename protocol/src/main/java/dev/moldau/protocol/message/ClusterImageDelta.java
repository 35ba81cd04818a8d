package dev.moldau.protocol.message;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Data;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Tagged;
import java.util.List;

/**
 * What turns one image of the cluster into a later one; from version 0, which is nothing, it is a
 * whole image. New fields are tagged, so that brokers of two releases follow one controller.
 *
 * @param clusterId the cluster's identity, so that no broker follows another cluster's controller
 * @param baseVersion the version of the image that it applies to; 0 for any
 * @param version the version of the image that it leads to
 * @param controllerId the controller, -1 for none
 * @param brokers those that are new or changed
 * @param brokersGone those that were taken out of the cluster
 * @param topics those that are new or changed
 * @param topicsGone the names of those that are not there any more
 * @param configs all settings of brokers and groups whose settings changed
 * @param deletedTopics those of which files may be left, as far as they are new
 * @param forgottenTopics those of which no files are left
 */
@Data(versions = "0", flexible = "0+")
public record ClusterImageDelta(
        String clusterId,
        long baseVersion,
        long version,
        @Default("-1") int controllerId,
        List<Broker> brokers,
        List<Integer> brokersGone,
        List<Topic> topics,
        List<String> topicsGone,
        List<Resource> configs,
        List<Uuid> deletedTopics,
        List<Uuid> forgottenTopics)
        implements ApiMessage {

    /**
     * A broker.
     *
     * @param epoch which of its registrations this is
     * @param incarnation which of its processes this is; zero for unknown
     * @param stopping whether it is about to stop
     * @param directory the identity of its data folder; zero for unknown
     */
    public record Broker(
            int id,
            long epoch,
            List<Endpoint> endpoints,
            @Nullable("0+") @Default("null") String rack,
            boolean alive,
            Uuid incarnation,
            boolean stopping,
            @Tagged(tag = 0, versions = "0+") Uuid directory) {}

    /** An address of a broker. */
    public record Endpoint(String listener, String securityProtocol, String host, int port) {}

    /**
     * A topic, with those of its partitions that are new or changed.
     *
     * @param topicId another one than before if the topic was deleted and made again; all
     *     partitions and settings are there then
     * @param configs all settings made on it; null if they are what they were
     */
    public record Topic(
            String name,
            Uuid topicId,
            List<Partition> partitions,
            @Nullable("0+") @Default("null") List<Entry> configs) {}

    /**
     * A partition as it is now.
     *
     * @param leader -1 for none
     * @param addingReplicas replicas that a reassignment adds
     * @param removingReplicas replicas that a reassignment takes away
     * @param elr replicas that are not in sync but have all that was acknowledged
     * @param awaitedFolder the identity of the data folder without which nobody leads; zero if none
     */
    public record Partition(
            int index,
            @Default("-1") int leader,
            int leaderEpoch,
            int partitionEpoch,
            List<Integer> replicas,
            List<Integer> isr,
            @Tagged(tag = 0, versions = "0+") List<Integer> addingReplicas,
            @Tagged(tag = 1, versions = "0+") List<Integer> removingReplicas,
            @Tagged(tag = 2, versions = "0+") List<Integer> elr,
            @Tagged(tag = 3, versions = "0+") Uuid awaitedFolder) {}

    /**
     * The settings of a broker, of all brokers or of a group.
     *
     * @param entries all of them; none if they went away
     */
    public record Resource(byte type, String name, List<Entry> entries) {}

    /** A setting. */
    public record Entry(String key, String value) {}
}
