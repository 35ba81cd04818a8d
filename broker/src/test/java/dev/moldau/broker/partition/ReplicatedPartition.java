package dev.moldau.broker.partition;

import dev.moldau.broker.lane.ManualLane;
import dev.moldau.broker.lane.ManualTimer;
import dev.moldau.cluster.controller.IsrOutcome;
import dev.moldau.cluster.controller.IsrProposal;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ImagePublisher;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.storage.FileRecords;
import dev.moldau.storage.LogDirectory;
import dev.moldau.storage.LogEnvironment;
import dev.moldau.storage.LogView;
import dev.moldau.storage.PartitionLog;
import dev.moldau.storage.ReadBound;
import dev.moldau.storage.ReadOutcome;
import dev.moldau.storage.disk.MemoryDisk;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One partition of a broker in a cluster whose other brokers, and whose controller, are the test's:
 * it fetches as followers do, and answers proposals when it likes.
 */
public final class ReplicatedPartition {

    public static final TopicPartition NAME = new TopicPartition("t", 0);
    public static final Uuid TOPIC_ID = new Uuid(9, 9);

    /** A proposal that waits for the controller. */
    public record Proposed(IsrProposal proposal, Consumer<IsrOutcome> answer) {}

    public final int brokerId;
    public final ManualLane lane = new ManualLane();
    public final ManualTimer timer;
    public final ArrayDeque<Proposed> proposals = new ArrayDeque<>();
    public final Set<Integer> absent = new HashSet<>();
    public final Partition partition;
    public final FollowerLog follower;
    public final MemoryDisk disk;
    public final LogDirectory directory;
    public final ImagePublisher images = new ImagePublisher(ClusterImage.empty("cluster"));
    public final PartitionLookup lookup;

    public ReplicatedPartition(int brokerId, int minInSyncReplicas) {
        this(brokerId, minInSyncReplicas, new ManualTimer());
    }

    public ReplicatedPartition(int brokerId, int minInSyncReplicas, ManualTimer timer) {
        this.brokerId = brokerId;
        this.timer = timer;
        this.disk = new MemoryDisk(timer);
        this.directory =
                LogDirectory.open(
                        Path.of("/data"),
                        new LogDirectory.Identity("cluster", brokerId),
                        new LogEnvironment(disk, timer, Runnable::run, new Random(5), 100));
        PartitionSettings settings = settings(minInSyncReplicas);
        PartitionLog log = directory.create(NAME, TOPIC_ID, settings.log(), lane);
        PartitionPorts ports =
                new PartitionPorts(
                        brokerId,
                        timer,
                        timer,
                        id -> !absent.contains(id),
                        (proposal, answer) -> proposals.add(new Proposed(proposal, answer)),
                        PartitionPorts.DEFAULT_MAX_LAG_MS,
                        new InSyncChanges());
        this.partition =
                new Partition(log, lane, new RecordAdmission(new Codecs()), ports, settings);
        this.follower = new FollowerLog(partition);
        PartitionRegistry registry = new PartitionRegistry();
        registry.update(
                List.of(new LocalTopic(NAME.topic(), TOPIC_ID, List.of(partition), Set.of())),
                List.of());
        this.lookup = new PartitionLookup(registry, images);
    }

    /** There is a broker in a rack. */
    public void broker(int id, long epoch, String rack) {
        images.publish(
                images.current()
                        .next()
                        .broker(new BrokerRegistration(id, epoch, List.of(), rack, true))
                        .build());
    }

    private static PartitionSettings settings(int minInSyncReplicas) {
        PartitionSettings defaults = PartitionSettings.DEFAULTS;
        return new PartitionSettings(
                defaults.log(),
                defaults.batches(),
                minInSyncReplicas,
                defaults.recompression(),
                defaults.downConverts());
    }

    /** The cluster's image says this. */
    public void image(
            int leader, int leaderEpoch, int partitionEpoch, List<Integer> replicas, int... isr) {
        List<Integer> inSync = Arrays.stream(isr).boxed().toList();
        become(new PartitionImage(replicas, inSync, leader, leaderEpoch, partitionEpoch));
    }

    /** The cluster's image says this. */
    public void become(PartitionImage image) {
        var became = partition.become(Leadership.of(brokerId, image));
        lane.runAll();
        became.join();
    }

    /** Sends a batch; what it is told is added to the list. */
    public void produce(boolean allReplicas, int timeoutMs, List<AppendResult> told, String value) {
        partition.append(
                PendingAppend.produced(
                        TestBatches.of(value).bytes(), 9, allReplicas, timeoutMs, told::add));
        lane.runAll();
    }

    /** Sends a batch with acks=all. */
    public List<AppendResult> produceToAll(String value) {
        List<AppendResult> told = new ArrayList<>();
        produce(true, 1_000, told, value);
        return told;
    }

    /** A follower's fetch, in the present epoch. */
    public void fetched(int replicaId, long offset) {
        fetched(replicaId, leadership().leaderEpoch(), offset, -1);
    }

    /** The fetch of a follower that tells which of its registrations it is, -1 if none yet. */
    public void fetchedAs(int replicaId, long registration, long offset) {
        partition.followerFetched(
                new FollowerFetch(
                        replicaId, registration, leadership().leaderEpoch(), offset, -1, 0));
        lane.runAll();
    }

    /** A follower's fetch. */
    public void fetched(int replicaId, int leaderEpoch, long offset, int lastFetchedEpoch) {
        partition.followerFetched(
                new FollowerFetch(replicaId, 1, leaderEpoch, offset, lastFetchedEpoch, 0));
        lane.runAll();
    }

    /** Time passes, and the upkeep comes round. */
    public void passes(long ms) {
        timer.advance(ms);
        lane.runAll();
        partition.checkFollowers();
        lane.runAll();
    }

    /** The controller does what the oldest proposal says. */
    public PartitionImage accept() {
        IsrProposal proposal = proposals.getFirst().proposal;
        PartitionImage now =
                new PartitionImage(
                        leadership().replicas(),
                        proposal.isr(),
                        brokerId,
                        proposal.leaderEpoch(),
                        proposal.partitionEpoch() + 1);
        answer(ErrorCode.NONE, now);
        return now;
    }

    /** The controller answers the oldest proposal. */
    public void answer(ErrorCode error, @Nullable PartitionImage now) {
        proposals.removeFirst().answer.accept(new IsrOutcome(error, now));
        lane.runAll();
    }

    public Leadership leadership() {
        return partition.leadership();
    }

    public LogView view() {
        return partition.view();
    }

    public long highWatermark() {
        return view().highWatermark();
    }

    /** What a follower that fetches from there would get. */
    public ByteBuffer read(long offset) {
        return switch (view().read(offset, 1 << 20, ReadBound.LOG_END, true)) {
            case ReadOutcome.Data(FileRecords records) -> {
                try (records) {
                    yield records.toMemory();
                }
            }
            case ReadOutcome.AtEnd _ -> MemoryRecords.EMPTY.bytes();
            case ReadOutcome.OutOfRange _ -> throw new AssertionError("no offset " + offset);
        };
    }
}
