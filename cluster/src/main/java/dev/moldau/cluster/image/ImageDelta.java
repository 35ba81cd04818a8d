package dev.moldau.cluster.image;

import dev.moldau.common.Uuid;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What turns one image into a later one. A whole image is the delta from nothing.
 *
 * @param clusterId the cluster
 * @param baseVersion the version of the image that it applies to; {@link ImageVersion#NONE} for any
 * @param version the version that it leads to
 * @param controllerId the broker that is controller then; -1 for none
 * @param brokers those that are new or changed
 * @param brokersGone the numbers of those that were taken out of the cluster
 * @param topics those that are new or changed
 * @param topicsGone the names of those that are gone
 * @param configs all settings of other resources whose settings changed; none if they are gone
 * @param deletedTopics topics that became {@linkplain ClusterImage#deletedTopics deleted ones}
 * @param forgottenTopics deleted topics that no longer need to be remembered
 */
public record ImageDelta(
        String clusterId,
        long baseVersion,
        long version,
        int controllerId,
        List<BrokerRegistration> brokers,
        List<Integer> brokersGone,
        List<TopicChange> topics,
        List<String> topicsGone,
        Map<ConfigResource, Map<String, String>> configs,
        List<Uuid> deletedTopics,
        List<Uuid> forgottenTopics) {

    /** Copies the collections. */
    public ImageDelta {
        brokers = List.copyOf(brokers);
        brokersGone = List.copyOf(brokersGone);
        topics = List.copyOf(topics);
        topicsGone = List.copyOf(topicsGone);
        configs = Map.copyOf(configs);
        deletedTopics = List.copyOf(deletedTopics);
        forgottenTopics = List.copyOf(forgottenTopics);
    }

    /**
     * The difference. It costs what changed and a look at the 256 parts of each map, however many
     * topics there are.
     *
     * @throws IllegalArgumentException if the images are of two clusters
     */
    public static ImageDelta between(ClusterImage before, ClusterImage now) {
        return new ImageDifference(before, now).delta(before.version());
    }

    /** The whole image, for whoever has none or one that is too old. */
    public static ImageDelta whole(ClusterImage image) {
        return new ImageDifference(ClusterImage.empty(image.clusterId()), image)
                .delta(ImageVersion.NONE);
    }

    /** Whether it applies to every image. */
    public boolean isWhole() {
        return baseVersion == ImageVersion.NONE;
    }

    /**
     * The image that this leads to. Topics that did not change are the same objects as before,
     * after a whole image too.
     *
     * @throws IllegalArgumentException if it cannot follow on that image: another cluster, another
     *     base, a version that is not higher, or parts that are missing
     */
    public ClusterImage applyTo(ClusterImage before) {
        checkFollows(before);
        ClusterImage.Builder next = isWhole() ? before.nextFromNothing() : before.next();
        next.version(version).controllerId(controllerId);
        brokersGone.forEach(next::withoutBroker);
        brokers.forEach(next::broker);
        topicsGone.forEach(next::withoutTopic);
        topics.forEach(change -> next.topic(changed(change, before)));
        configs.forEach(next::configs);
        forgottenTopics.forEach(next::forgottenTopic);
        deletedTopics.forEach(next::deletedTopic);
        return next.build();
    }

    private void checkFollows(ClusterImage before) {
        if (!clusterId.equals(before.clusterId())) {
            throw new IllegalArgumentException(
                    "it is of cluster " + clusterId + ", this broker of " + before.clusterId());
        }
        if (version <= before.version() || (!isWhole() && baseVersion != before.version())) {
            throw new IllegalArgumentException(
                    "it leads from version "
                            + ImageVersion.describe(baseVersion)
                            + " to "
                            + ImageVersion.describe(version)
                            + " and cannot follow on "
                            + ImageVersion.describe(before.version()));
        }
    }

    private TopicImage changed(TopicChange change, ClusterImage before) {
        Optional<TopicImage> old = before.topic(change.name());
        TopicImage topic = change.applyTo(isWhole() ? null : old.orElse(null));
        return old.filter(topic::equals).orElse(topic);
    }
}
