package dev.moldau.broker.topic;

import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.Uuid;
import java.util.concurrent.CompletionStage;

/**
 * What those who serve partitions promise to those who make and change them: an answer to
 * CreateTopics means that the partitions serve, one to AlterConfigs that they go by it. Implemented
 * by the owner of this broker's partitions. Safe for use by any thread.
 */
public interface PartitionReadiness {

    /**
     * Completes when every partition of the topic that this broker leads takes records, or when
     * there is nothing to wait for: the topic is gone from the current image, or none of its
     * partitions is led here. Fails if a partition cannot be opened.
     *
     * @param topic the topic as the image shows it that was published before this call
     */
    CompletionStage<Void> serving(TopicImage topic);

    /**
     * Completes when no partition of the topic answers requests any more. Its files may go later.
     *
     * @param name the topic's name
     * @param id the topic's identity; another topic may have the name by now
     */
    CompletionStage<Void> removed(String name, Uuid id);

    /**
     * Completes when the settings of the image that was published before this call are in force for
     * every partition here.
     */
    CompletionStage<Void> configured();
}
