package dev.moldau.cluster.propagation;

import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ConfigResource;
import dev.moldau.cluster.image.Endpoint;
import dev.moldau.cluster.image.ImageDelta;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicChange;
import dev.moldau.protocol.message.ClusterImageDelta;
import dev.moldau.protocol.message.ClusterImageDeltaCodec;
import dev.moldau.protocol.wire.MalformedMessageException;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Writes and reads differences of images: the number of the version in two bytes, then a record
 * that is declared like every message. So it has versions, tagged fields for what comes later, and
 * counts that are checked against the bytes at hand; the store's records are shorter, but only the
 * controller reads those, and a controller is never older than what it reads.
 */
public final class ImageDeltaCodec {

    private static final ClusterImageDeltaCodec CODEC = ClusterImageDeltaCodec.INSTANCE;

    private ImageDeltaCodec() {}

    /** The bytes; nobody else has them. */
    public static ByteBuffer encode(ImageDelta delta) {
        WireWriter out = new WireWriter();
        short version = CODEC.highestVersion();
        out.writeInt16(version);
        CODEC.write(written(delta), out, version);
        return out.toBuffer();
    }

    /**
     * The difference that the bytes stand for. The buffer's position does not move, and nothing
     * refers to it afterwards.
     *
     * @throws IllegalArgumentException if the bytes are no difference that this release knows
     */
    public static ImageDelta decode(ByteBuffer bytes) {
        try {
            WireReader in = new WireReader(bytes);
            short version = in.readInt16();
            if (version < CODEC.lowestVersion() || version > CODEC.highestVersion()) {
                throw new IllegalArgumentException(
                        "its version is "
                                + version
                                + ", and this release reads "
                                + CODEC.lowestVersion()
                                + " to "
                                + CODEC.highestVersion());
            }
            ClusterImageDelta delta = CODEC.read(in, version);
            if (in.remaining() > 0) {
                throw new IllegalArgumentException("it has more bytes than it should");
            }
            return read(delta);
        } catch (MalformedMessageException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static ClusterImageDelta written(ImageDelta delta) {
        List<ClusterImageDelta.Resource> resources = new ArrayList<>();
        delta.configs()
                .forEach(
                        (resource, values) ->
                                resources.add(
                                        new ClusterImageDelta.Resource(
                                                resource.type().id(),
                                                resource.name(),
                                                entries(values))));
        return new ClusterImageDelta(
                delta.clusterId(),
                delta.baseVersion(),
                delta.version(),
                delta.controllerId(),
                delta.brokers().stream().map(ImageDeltaCodec::written).toList(),
                delta.brokersGone(),
                delta.topics().stream().map(ImageDeltaCodec::written).toList(),
                delta.topicsGone(),
                resources,
                delta.deletedTopics(),
                delta.forgottenTopics());
    }

    private static ImageDelta read(ClusterImageDelta delta) {
        Map<ConfigResource, Map<String, String>> configs = new HashMap<>();
        for (ClusterImageDelta.Resource resource : delta.configs()) {
            configs.put(resource(resource), map(resource.entries()));
        }
        return new ImageDelta(
                delta.clusterId(),
                delta.baseVersion(),
                delta.version(),
                delta.controllerId(),
                delta.brokers().stream().map(ImageDeltaCodec::read).toList(),
                delta.brokersGone(),
                delta.topics().stream().map(ImageDeltaCodec::read).toList(),
                delta.topicsGone(),
                configs,
                delta.deletedTopics(),
                delta.forgottenTopics());
    }

    private static ConfigResource resource(ClusterImageDelta.Resource resource) {
        ConfigResource.Type type =
                ConfigResource.Type.of(resource.type())
                        .filter(known -> known != ConfigResource.Type.TOPIC)
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "it has settings of a resource of kind "
                                                        + resource.type()));
        return new ConfigResource(type, resource.name());
    }

    private static ClusterImageDelta.Broker written(BrokerRegistration broker) {
        return new ClusterImageDelta.Broker(
                broker.id(),
                broker.epoch(),
                broker.endpoints().stream()
                        .map(
                                e ->
                                        new ClusterImageDelta.Endpoint(
                                                e.listener(),
                                                e.securityProtocol(),
                                                e.host(),
                                                e.port()))
                        .toList(),
                broker.rack(),
                broker.alive(),
                broker.incarnation(),
                broker.stopping(),
                broker.directory());
    }

    private static BrokerRegistration read(ClusterImageDelta.Broker broker) {
        return new BrokerRegistration(
                broker.id(),
                broker.epoch(),
                broker.endpoints().stream()
                        .map(
                                e ->
                                        new Endpoint(
                                                e.listener(),
                                                e.securityProtocol(),
                                                e.host(),
                                                e.port()))
                        .toList(),
                broker.rack(),
                broker.alive(),
                broker.incarnation(),
                broker.stopping(),
                broker.directory());
    }

    private static ClusterImageDelta.Topic written(TopicChange topic) {
        List<ClusterImageDelta.Partition> partitions = new ArrayList<>();
        topic.partitions().forEach((index, partition) -> partitions.add(written(index, partition)));
        Map<String, String> configs = topic.configs();
        return new ClusterImageDelta.Topic(
                topic.name(), topic.id(), partitions, configs == null ? null : entries(configs));
    }

    private static TopicChange read(ClusterImageDelta.Topic topic) {
        SortedMap<Integer, PartitionImage> partitions = new TreeMap<>();
        topic.partitions().forEach(p -> partitions.put(p.index(), read(p)));
        List<ClusterImageDelta.Entry> configs = topic.configs();
        return new TopicChange(
                topic.name(), topic.topicId(), partitions, configs == null ? null : map(configs));
    }

    private static ClusterImageDelta.Partition written(int index, PartitionImage partition) {
        return new ClusterImageDelta.Partition(
                index,
                partition.leader(),
                partition.leaderEpoch(),
                partition.partitionEpoch(),
                partition.replicas(),
                partition.isr(),
                partition.addingReplicas(),
                partition.removingReplicas(),
                partition.elr(),
                partition.awaitedFolder());
    }

    private static PartitionImage read(ClusterImageDelta.Partition partition) {
        return new PartitionImage(
                partition.replicas(),
                partition.isr(),
                partition.leader(),
                partition.leaderEpoch(),
                partition.partitionEpoch(),
                partition.addingReplicas(),
                partition.removingReplicas(),
                partition.elr(),
                partition.awaitedFolder());
    }

    private static List<ClusterImageDelta.Entry> entries(Map<String, String> values) {
        List<ClusterImageDelta.Entry> entries = new ArrayList<>();
        new TreeMap<>(values).forEach((k, v) -> entries.add(new ClusterImageDelta.Entry(k, v)));
        return entries;
    }

    private static Map<String, String> map(List<ClusterImageDelta.Entry> entries) {
        Map<String, String> values = new HashMap<>();
        entries.forEach(entry -> values.put(entry.key(), entry.value()));
        return values;
    }
}
