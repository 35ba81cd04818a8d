package dev.moldau.broker.group;

import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.TopicImage;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** What the next image of the cluster changes for those who subscribe to topics. */
final class TopicChanges {

    private TopicChanges() {}

    /** The names of topics that came, went, were made anew or have other partitions. */
    static Set<String> between(ClusterImage before, ClusterImage now) {
        Set<String> changed = new HashSet<>();
        for (TopicImage topic : now.topics()) {
            if (isOther(before.topic(topic.name()), topic)) {
                changed.add(topic.name());
            }
        }
        for (TopicImage topic : before.topics()) {
            if (now.topic(topic.name()).isEmpty()) {
                changed.add(topic.name());
            }
        }
        return changed;
    }

    /** A topic that did not change is the same object in both. */
    @SuppressWarnings("ReferenceEquality")
    private static boolean isOther(Optional<TopicImage> before, TopicImage now) {
        return before.isEmpty()
                || (before.get() != now
                        && (!before.get().id().equals(now.id())
                                || before.get().partitions().size() != now.partitions().size()));
    }
}
