package dev.moldau.broker.controller;

import dev.moldau.cluster.controller.Controller;
import dev.moldau.cluster.controller.ControllerCommand.ForgetDeletedTopics;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.common.Uuid;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Collects which brokers have no files of a deleted topic any more, and has the controller forget
 * the topic when that goes for all: one that is away for a week must still find out, when it comes
 * back, that the folder it has is of a deleted topic and of no stranger's.
 *
 * <p>It lives as long as a controller's term. Brokers tell again with each image, so that nothing
 * is lost with it. Safe for use by any thread.
 */
public final class ClearedTopics {

    private final Controller controller;

    /** Guarded by this. */
    private final Map<Uuid, Set<Integer>> brokersByTopic = new HashMap<>();

    ClearedTopics(Controller controller) {
        this.controller = controller;
    }

    /**
     * A broker has nothing left of these topics.
     *
     * @param brokerId which broker
     * @param brokerEpoch which of its registrations; one that is not the present one counts nothing
     * @param topics which topics
     */
    public void add(int brokerId, long brokerEpoch, Collection<Uuid> topics) {
        ClusterImage image = controller.images().current();
        BrokerRegistration broker = image.brokers().get(brokerId);
        if (topics.isEmpty() || broker == null || broker.epoch() != brokerEpoch) {
            return;
        }
        List<Uuid> forgotten = collect(image, brokerId, topics);
        if (!forgotten.isEmpty()) {
            // Should it fail, the brokers tell again.
            var _ = controller.submit(new ForgetDeletedTopics(forgotten));
        }
    }

    private synchronized List<Uuid> collect(
            ClusterImage image, int brokerId, Collection<Uuid> topics) {
        brokersByTopic.keySet().removeIf(id -> !image.isDeletedTopic(id));
        List<Uuid> complete = new ArrayList<>();
        for (Uuid id : topics) {
            if (image.isDeletedTopic(id)) {
                Set<Integer> clear = brokersByTopic.computeIfAbsent(id, key -> new HashSet<>());
                clear.add(brokerId);
                if (clear.containsAll(image.brokers().keySet())) {
                    complete.add(id);
                }
            }
        }
        return complete;
    }
}
