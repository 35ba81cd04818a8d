package dev.moldau.cluster.image;

import dev.moldau.common.Uuid;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The whole cluster at one moment. Immutable: a change makes a new image that shares all but what
 * changed, and has a higher version. Two images are compared topic by topic by identity: an
 * unchanged topic is the same object in both.
 */
public final class ClusterImage {

    private final long version;
    private final String clusterId;
    private final int controllerId;
    private final Map<Integer, BrokerRegistration> brokers;
    private final PersistentMap<String, TopicImage> topics;
    private final PersistentMap<Uuid, TopicImage> topicsById;
    private final PersistentMap<String, String> namesByCollisionForm;
    private final PersistentMap<ConfigResource, Configured> configs;
    private final PersistentMap<Uuid, Uuid> deletedTopics;
    private final int partitionCount;

    /** A resource that is not a topic, with the settings made on it. */
    record Configured(ConfigResource resource, Map<String, String> values) {}

    private ClusterImage(Builder builder) {
        this.version = builder.version;
        this.clusterId = builder.clusterId;
        this.controllerId = builder.controllerId;
        this.brokers = builder.brokers;
        this.topics = builder.topics;
        this.topicsById = builder.topicsById;
        this.namesByCollisionForm = builder.namesByCollisionForm;
        this.configs = builder.configs;
        this.deletedTopics = builder.deletedTopics;
        this.partitionCount = builder.partitionCount;
    }

    /** A cluster without brokers and topics, version 0. */
    public static ClusterImage empty(String clusterId) {
        return empty(clusterId, ImageVersion.NONE);
    }

    /** A cluster without brokers and topics, from which others of higher versions are made. */
    public static ClusterImage empty(String clusterId, long version) {
        return new Builder(clusterId, version).build();
    }

    /**
     * Rises with every published change, by one or more, also when the controller changes; see
     * {@link ImageVersion}.
     */
    public long version() {
        return version;
    }

    /** The cluster's identity. */
    public String clusterId() {
        return clusterId;
    }

    /** The broker that is controller; -1 if none is. */
    public int controllerId() {
        return controllerId;
    }

    /** All registered brokers by number, those included that are not there now. */
    public Map<Integer, BrokerRegistration> brokers() {
        return brokers;
    }

    /** The brokers that are there now, by number. */
    public List<BrokerRegistration> aliveBrokers() {
        return brokers.values().stream().filter(BrokerRegistration::alive).toList();
    }

    /** The brokers that may lead partitions and be in sync, by number. */
    public List<BrokerRegistration> electableBrokers() {
        return brokers.values().stream().filter(BrokerRegistration::electable).toList();
    }

    /** All topics, in no particular order. */
    public Collection<TopicImage> topics() {
        return topics.values();
    }

    /** The topic of that name. */
    public Optional<TopicImage> topic(String name) {
        return Optional.ofNullable(topics.get(name));
    }

    /** The topic of that identity. */
    public Optional<TopicImage> topic(Uuid id) {
        return Optional.ofNullable(topicsById.get(id));
    }

    /** The name of another topic that metrics could not tell from the given one. */
    public Optional<String> collidingTopic(String name) {
        String taken = namesByCollisionForm.get(TopicNames.collisionForm(name));
        return Optional.ofNullable(taken).filter(other -> !other.equals(name));
    }

    /**
     * The identities of topics that are deleted and of which a broker may still have files; they
     * are what tells an interrupted deletion from a folder that nobody knows.
     */
    public Collection<Uuid> deletedTopics() {
        return deletedTopics.values();
    }

    /** Whether the topic is one of {@link #deletedTopics}. */
    public boolean isDeletedTopic(Uuid id) {
        return deletedTopics.get(id) != null;
    }

    /** How many partitions all topics have together. */
    public int partitionCount() {
        return partitionCount;
    }

    /** The settings made on a resource; empty if there are none or it does not exist. */
    public Map<String, String> configs(ConfigResource resource) {
        if (resource.type() == ConfigResource.Type.TOPIC) {
            return topic(resource.name()).map(TopicImage::configs).orElse(Map.of());
        }
        Configured found = configs.get(resource);
        return found == null ? Map.of() : found.values();
    }

    /** The names of the resources of a kind that have settings, or, for topics, exist. */
    public List<String> configuredResources(ConfigResource.Type type) {
        if (type == ConfigResource.Type.TOPIC) {
            return topics().stream().map(TopicImage::name).sorted().toList();
        }
        return configs.values().stream()
                .map(Configured::resource)
                .filter(resource -> resource.type() == type)
                .map(ConfigResource::name)
                .sorted()
                .toList();
    }

    PersistentMap<String, TopicImage> topicMap() {
        return topics;
    }

    PersistentMap<ConfigResource, Configured> configMap() {
        return configs;
    }

    PersistentMap<Uuid, Uuid> deletedTopicMap() {
        return deletedTopics;
    }

    /** Starts the next image from nothing, as if the cluster were read anew. */
    public Builder nextFromNothing() {
        return new Builder(clusterId, version + 1);
    }

    /** Starts the next image. */
    public Builder next() {
        return new Builder(this);
    }

    @Override
    public String toString() {
        return "image "
                + ImageVersion.describe(version)
                + " of cluster "
                + clusterId
                + ": "
                + brokers.size()
                + " brokers, "
                + topics.size()
                + " topics, "
                + partitionCount
                + " partitions";
    }

    /** Collects changes for the next image. Confined to one thread. */
    public static final class Builder {
        private long version;
        private final String clusterId;
        private int controllerId = -1;
        private Map<Integer, BrokerRegistration> brokers = Map.of();
        private PersistentMap<String, TopicImage> topics = PersistentMap.empty();
        private PersistentMap<Uuid, TopicImage> topicsById = PersistentMap.empty();
        private PersistentMap<String, String> namesByCollisionForm = PersistentMap.empty();
        private PersistentMap<ConfigResource, Configured> configs = PersistentMap.empty();
        private PersistentMap<Uuid, Uuid> deletedTopics = PersistentMap.empty();
        private int partitionCount;

        private Builder(String clusterId, long version) {
            this.version = version;
            this.clusterId = clusterId;
        }

        private Builder(ClusterImage from) {
            this.version = from.version + 1;
            this.clusterId = from.clusterId;
            this.controllerId = from.controllerId;
            this.brokers = from.brokers;
            this.topics = from.topics;
            this.topicsById = from.topicsById;
            this.namesByCollisionForm = from.namesByCollisionForm;
            this.configs = from.configs;
            this.deletedTopics = from.deletedTopics;
            this.partitionCount = from.partitionCount;
        }

        /** Says which version it is, where that is not the next one. */
        public Builder version(long newVersion) {
            this.version = newVersion;
            return this;
        }

        /** Says who is controller. */
        public Builder controllerId(int id) {
            this.controllerId = id;
            return this;
        }

        /** Adds or replaces a broker. */
        public Builder broker(BrokerRegistration broker) {
            Map<Integer, BrokerRegistration> changed = new TreeMap<>(brokers);
            changed.put(broker.id(), broker);
            this.brokers = Collections.unmodifiableMap(changed);
            return this;
        }

        /** Takes a broker away. */
        public Builder withoutBroker(int id) {
            Map<Integer, BrokerRegistration> changed = new TreeMap<>(brokers);
            changed.remove(id);
            this.brokers = Collections.unmodifiableMap(changed);
            return this;
        }

        /** Adds or replaces a topic. */
        public Builder topic(TopicImage topic) {
            TopicImage old = topics.get(topic.name());
            if (old != null && !old.id().equals(topic.id())) {
                withoutTopic(old.name());
                old = null;
            }
            this.partitionCount += topic.partitions().size();
            this.partitionCount -= old == null ? 0 : old.partitions().size();
            this.topics = topics.with(topic.name(), topic);
            this.topicsById = topicsById.with(topic.id(), topic);
            if (old == null) {
                this.namesByCollisionForm =
                        namesByCollisionForm.with(
                                TopicNames.collisionForm(topic.name()), topic.name());
            }
            return this;
        }

        /** Takes a topic away, with its settings. */
        public Builder withoutTopic(String name) {
            TopicImage old = topics.get(name);
            if (old != null) {
                this.partitionCount -= old.partitions().size();
                this.topics = topics.without(name);
                this.topicsById = topicsById.without(old.id());
                this.namesByCollisionForm =
                        namesByCollisionForm.without(TopicNames.collisionForm(name));
            }
            return this;
        }

        /** Remembers that a topic was deleted, until its files are gone. */
        public Builder deletedTopic(Uuid id) {
            this.deletedTopics = deletedTopics.with(id, id);
            return this;
        }

        /** No broker has files of the topic any more. */
        public Builder forgottenTopic(Uuid id) {
            this.deletedTopics = deletedTopics.without(id);
            return this;
        }

        /** Sets all settings of a resource other than a topic; none takes it away. */
        public Builder configs(ConfigResource resource, Map<String, String> values) {
            if (resource.type() == ConfigResource.Type.TOPIC) {
                throw new IllegalArgumentException("a topic's settings are part of the topic");
            }
            this.configs =
                    values.isEmpty()
                            ? configs.without(resource)
                            : configs.with(resource, new Configured(resource, Map.copyOf(values)));
            return this;
        }

        /** The next image. */
        public ClusterImage build() {
            return new ClusterImage(this);
        }
    }
}
