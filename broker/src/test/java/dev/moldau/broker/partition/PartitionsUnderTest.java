package dev.moldau.broker.partition;

import dev.moldau.broker.api.ConnectionInfo;
import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.lane.ManualLane;
import dev.moldau.broker.lane.ManualTimer;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.Endpoint;
import dev.moldau.cluster.image.ImagePublisher;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.storage.LogDirectory;
import dev.moldau.storage.LogEnvironment;
import dev.moldau.storage.disk.MemoryDisk;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

/** Real partitions over a disk in memory, on one lane and one clock that the test moves. */
public final class PartitionsUnderTest {

    /** The broker under test. */
    public static final int NODE_ID = 1;

    public final ManualLane lane = new ManualLane();
    public final ManualTimer timer = new ManualTimer();
    public final PartitionRegistry registry = new PartitionRegistry();
    public final ImagePublisher images = new ImagePublisher(ClusterImage.empty("cluster"));
    public final PartitionLookup lookup = new PartitionLookup(registry, images);
    public final List<ErrorCode> errors = new ArrayList<>();
    public final MemoryDisk disk = new MemoryDisk(timer);
    public final LogDirectory directory;
    public final PartitionPorts ports = portsWith(timer);
    private final PartitionLanes lanes = new PartitionLanes(List.of(lane));
    private int topics;

    public PartitionsUnderTest() {
        this.directory =
                LogDirectory.open(
                        Path.of("/data"),
                        new LogDirectory.Identity("cluster", NODE_ID),
                        new LogEnvironment(disk, timer, Runnable::run, new Random(5), 100));
        images.publish(
                images.current()
                        .next()
                        .broker(broker(NODE_ID, "here", 9092))
                        .broker(broker(2, "there", 9093))
                        .build());
    }

    /** Ports of a broker whose partitions have no other replicas. */
    public static PartitionPorts portsWith(ManualTimer timer) {
        return new PartitionPorts(
                NODE_ID,
                timer,
                timer,
                _ -> true,
                (proposal, _) -> {
                    throw new AssertionError(proposal);
                },
                PartitionPorts.DEFAULT_MAX_LAG_MS,
                new InSyncChanges());
    }

    private static BrokerRegistration broker(int id, String host, int port) {
        return new BrokerRegistration(
                id, 1, List.of(new Endpoint("PLAINTEXT", "PLAINTEXT", host, port)), null, true);
    }

    /** Makes a topic led here, with Kafka's defaults. */
    public LocalTopic topic(String name, int partitions) {
        return topic(name, partitions, PartitionSettings.DEFAULTS);
    }

    /** Makes a topic led here. */
    public LocalTopic topic(String name, int partitions, PartitionSettings settings) {
        Uuid id = new Uuid(77, ++topics);
        List<Partition> made = new ArrayList<>();
        for (int index = 0; index < partitions; index++) {
            Partition partition =
                    new Partition(
                            directory.create(
                                    new TopicPartition(name, index), id, settings.log(), lane),
                            lane,
                            lanes.placeOf(id, index).admission(),
                            ports,
                            settings);
            var led = partition.become(ledBy(NODE_ID, 5));
            lane.runAll();
            led.join();
            made.add(partition);
        }
        LocalTopic local = new LocalTopic(name, id, made, Set.of());
        registry.update(List.of(local), List.of());
        publish(name, id, partitions, NODE_ID, 5);
        return local;
    }

    /** The state of a partition with one replica. */
    public static Leadership ledBy(int leader, int epoch) {
        return new Leadership(NODE_ID, leader, epoch, epoch, List.of(leader), List.of(leader));
    }

    /** Says in the image who leads a topic. */
    public void publish(String name, Uuid id, int partitions, int leader, int epoch) {
        PartitionImage partition =
                new PartitionImage(List.of(leader), List.of(leader), leader, epoch, 0);
        images.publish(
                images.current()
                        .next()
                        .topic(
                                new TopicImage(
                                        name,
                                        id,
                                        Collections.nCopies(partitions, partition),
                                        Map.of()))
                        .build());
    }

    /** Of these replicas of the first partition of topic t only this one is in sync. */
    public void alone(List<Integer> replicas) {
        Partition partition = Objects.requireNonNull(lookup.find("t", 0));
        int epoch = partition.leadership().leaderEpoch();
        var led =
                partition.become(
                        new Leadership(
                                NODE_ID, NODE_ID, epoch, epoch + 1, replicas, List.of(NODE_ID)));
        lane.runAll();
        led.join();
    }

    /** Another broker leads from now on. */
    public void moveAway(Partition partition, int epoch) {
        var moved = partition.become(ledBy(2, epoch));
        lane.runAll();
        moved.join();
        publish(partition.name().topic(), partition.topicId(), 1, 2, epoch);
    }

    /** Appends one batch. */
    public AppendResult append(Partition partition, String... values) {
        return append(partition, TestBatches.of(values));
    }

    /** Appends one batch. */
    public AppendResult append(Partition partition, MemoryRecords batch) {
        List<AppendResult> result = new ArrayList<>();
        partition.append(PendingAppend.produced(batch.bytes(), 9, true, 1_000, result::add));
        lane.runAll();
        return result.getFirst();
    }

    /** A request in some version. */
    public RequestContext context(ApiKey api, int version) {
        return context(api, version, "test");
    }

    /** A request of some client. */
    public RequestContext context(ApiKey api, int version, String clientId) {
        return new RequestContext(
                api,
                (short) version,
                1,
                clientId,
                new ConnectionInfo(
                        1,
                        new InetSocketAddress("10.0.0.7", 5000),
                        new InetSocketAddress("10.0.0.1", 9092),
                        "PLAINTEXT",
                        ConnectionInfo.ANONYMOUS),
                0,
                errors::add);
    }
}
