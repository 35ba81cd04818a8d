package dev.moldau.cluster.image;

import dev.moldau.common.Uuid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds what differs between two images. Confined to one thread. */
final class ImageDifference {

    private final ClusterImage before;
    private final ClusterImage now;
    private final List<BrokerRegistration> brokers = new ArrayList<>();
    private final List<Integer> brokersGone = new ArrayList<>();
    private final List<TopicChange> topics = new ArrayList<>();
    private final List<String> topicsGone = new ArrayList<>();
    private final Map<ConfigResource, Map<String, String>> configs = new HashMap<>();
    private final List<Uuid> deletedTopics = new ArrayList<>();
    private final List<Uuid> forgottenTopics = new ArrayList<>();

    ImageDifference(ClusterImage before, ClusterImage now) {
        if (!before.clusterId().equals(now.clusterId())) {
            throw new IllegalArgumentException(before + " and " + now + " are of two clusters");
        }
        this.before = before;
        this.now = now;
        compareBrokers();
        compareTopics();
        compareConfigs();
        compareDeletedTopics();
    }

    ImageDelta delta(long baseVersion) {
        return new ImageDelta(
                now.clusterId(),
                baseVersion,
                now.version(),
                now.controllerId(),
                brokers,
                brokersGone,
                topics,
                topicsGone,
                configs,
                deletedTopics,
                forgottenTopics);
    }

    private void compareBrokers() {
        for (BrokerRegistration broker : now.brokers().values()) {
            if (!broker.equals(before.brokers().get(broker.id()))) {
                brokers.add(broker);
            }
        }
        for (int id : before.brokers().keySet()) {
            if (!now.brokers().containsKey(id)) {
                brokersGone.add(id);
            }
        }
    }

    private void compareTopics() {
        now.topicMap()
                .differences(
                        before.topicMap(),
                        (name, old, topic) -> {
                            if (topic == null) {
                                topicsGone.add(name);
                            } else {
                                TopicChange.between(old, topic).ifPresent(topics::add);
                            }
                        });
    }

    private void compareConfigs() {
        now.configMap()
                .differences(
                        before.configMap(),
                        (resource, old, configured) -> {
                            if (configured == null) {
                                configs.put(resource, Map.of());
                            } else if (!configured.equals(old)) {
                                configs.put(resource, configured.values());
                            }
                        });
    }

    private void compareDeletedTopics() {
        now.deletedTopicMap()
                .differences(
                        before.deletedTopicMap(),
                        (id, old, deleted) -> {
                            if (deleted == null) {
                                forgottenTopics.add(id);
                            } else if (old == null) {
                                deletedTopics.add(id);
                            }
                        });
    }
}
