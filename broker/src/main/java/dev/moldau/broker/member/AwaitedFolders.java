package dev.moldau.broker.member;

import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says, when a broker starts with another data folder than before, what nobody else has, and what
 * can be done about it.
 */
final class AwaitedFolders {

    private static final Logger LOG = LoggerFactory.getLogger(AwaitedFolders.class);

    private AwaitedFolders() {}

    /**
     * Logs one error for each folder that is missed.
     *
     * @param directory the identity of the data folder that the broker has
     */
    static void report(ClusterImage image, int brokerId, Uuid directory) {
        missed(image, brokerId, directory)
                .forEach((folder, partitions) -> report(folder, partitions, directory));
    }

    private static void report(Uuid folder, List<TopicPartition> partitions, Uuid directory) {
        TopicPartition one = partitions.getFirst();
        LOG.error(
                "{} partitions have no leader, {} among them: this broker alone had all that was"
                        + " acknowledged, in data folder {}; the one it has now is {}. Have that"
                        + " folder back under log.dirs and start the broker again. If it is lost,"
                        + " let each of them go on without what was in it, which is lost then:"
                        + " kafka-leader-election.sh --election-type unclean --topic {}"
                        + " --partition {}",
                partitions.size(),
                one,
                folder,
                directory,
                one.topic(),
                one.partition());
    }

    private static Map<Uuid, List<TopicPartition>> missed(
            ClusterImage image, int brokerId, Uuid directory) {
        Map<Uuid, List<TopicPartition>> missed = new LinkedHashMap<>();
        for (TopicImage topic : image.topics()) {
            for (int index = 0; index < topic.partitions().size(); index++) {
                PartitionImage partition = topic.partitions().get(index);
                if (partition.awaitsFolder()
                        && partition.isr().contains(brokerId)
                        && !partition.awaitedFolder().equals(directory)) {
                    missed.computeIfAbsent(partition.awaitedFolder(), folder -> new ArrayList<>())
                            .add(new TopicPartition(topic.name(), index));
                }
            }
        }
        return missed;
    }
}
