package dev.moldau.broker.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.lane.ManualLane;
import dev.moldau.broker.lane.ManualTimer;
import dev.moldau.broker.lane.ThreadLane;
import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.Uuid;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.storage.LogDirectory;
import dev.moldau.storage.LogEnvironment;
import dev.moldau.storage.disk.MemoryDisk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of a replica when its broker starts anew, and when others get the partition. */
@Timeout(60)
class ReplicaLifeTest implements LeadershipListener {

    private static final Path DATA = Path.of("/data");
    private static final Uuid TOPIC = new Uuid(1, 1);

    private final ManualLane lane = new ManualLane();
    private final ThreadLane partitionLane =
            new ThreadLane(
                    "partitions",
                    (failed, bug) -> {
                        throw new AssertionError(bug);
                    });
    private final ManualTimer timer = new ManualTimer();
    private final MemoryDisk disk = new MemoryDisk(timer);
    private final List<String> events = new ArrayList<>();
    private PartitionRegistry registry = new PartitionRegistry();
    private LogDirectory directory = openDirectory();
    private PartitionHost host = host();
    private int eventsToldOf;
    private ClusterImage image = ClusterImage.empty("cluster");

    @AfterEach
    void close() {
        partitionLane.close();
    }

    @Override
    public void elected(Partition partition, int leaderEpoch) {
        events.add("elected in " + leaderEpoch);
    }

    @Override
    public void follows(Partition partition, Leadership now) {
        events.add("follows " + now.leaderId() + " in " + now.leaderEpoch());
    }

    @Override
    public void told() {
        eventsToldOf = events.size();
    }

    @Override
    public void left(List<Partition> partitions) {
        events.add("left " + partitions);
    }

    @Override
    public void topicsDeleted(List<String> names) {
        events.add("deleted " + names);
    }

    private LogDirectory openDirectory() {
        return LogDirectory.open(
                DATA,
                new LogDirectory.Identity("cluster", 1),
                new LogEnvironment(disk, timer, Runnable::run, new Random(5), 100));
    }

    private PartitionHost host() {
        return host(Uuid.ZERO);
    }

    /** The host of one of this broker's processes. */
    private PartitionHost host(Uuid incarnation) {
        return new PartitionHost(
                lane,
                1,
                registry,
                new PartitionOpener(
                        directory,
                        new PartitionLanes(List.of(partitionLane)),
                        PartitionsUnderTest.portsWith(timer),
                        Runnable::run),
                new EffectiveConfigs(BrokerConfig.of(Map.of("log.dirs", DATA.toString()))),
                incarnation,
                this);
    }

    private void apply(PartitionImage... partitions) {
        image =
                image.next()
                        .topic(new TopicImage("t", TOPIC, List.of(partitions), Map.of()))
                        .build();
        host.onImage(image);
        lane.runAll();
    }

    private Partition partition() {
        LocalTopic topic = Objects.requireNonNull(registry.topic("t"));
        return Objects.requireNonNull(topic.partition(0));
    }

    private static PartitionImage led(int by, int epoch, List<Integer> replicas) {
        return new PartitionImage(replicas, replicas, by, epoch, epoch);
    }

    private AppendResult produce(String value, boolean allReplicas) throws Exception {
        CompletableFuture<AppendResult> told = new CompletableFuture<>();
        partition()
                .append(
                        PendingAppend.produced(
                                TestBatches.of(value).bytes(),
                                9,
                                allReplicas,
                                30_000,
                                told::complete));
        return told.get(30, TimeUnit.SECONDS);
    }

    private void fetched(int epoch, long offset) throws Exception {
        partition().followerFetched(new FollowerFetch(2, 1, epoch, offset, -1, 0));
        partition().ask(log -> true).get(30, TimeUnit.SECONDS);
    }

    @Test
    void aReplicaBeginsWithTheHighWatermarkThatWasNoted() throws Exception {
        apply(led(1, 3, List.of(1, 2)));
        produce("a", false);
        produce("b", false);
        fetched(3, 1);
        assertThat(partition().view().highWatermark()).isEqualTo(1);
        directory.writeHighWatermarks();

        disk.endProcess();
        registry = new PartitionRegistry();
        directory = openDirectory();
        host = host();
        apply(led(1, 4, List.of(1, 2)));
        assertThat(partition().view().logEndOffset()).isEqualTo(2);
        assertThat(partition().view().highWatermark()).isEqualTo(1);
        assertThat(partition().knowsHighWatermark()).isFalse();
    }

    @Test
    void aReplicaThatIsAloneHasCommittedAllThatItHas() throws Exception {
        apply(led(1, 3, List.of(1)));
        produce("a", true);
        disk.endProcess();
        registry = new PartitionRegistry();
        directory = openDirectory();
        host = host();
        apply(led(1, 3, List.of(1)));
        assertThat(partition().view().highWatermark()).isEqualTo(1);
        assertThat(partition().knowsHighWatermark()).isTrue();
    }

    @Test
    void listenersHearOfEveryChangeOfLeaders() {
        apply(led(1, 3, List.of(1, 2)));
        apply(led(2, 4, List.of(1, 2)));
        apply(led(Leadership.NO_LEADER, 5, List.of(1, 2)));
        apply(led(1, 6, List.of(1, 2)));
        apply(led(1, 7, List.of(1, 2)));
        assertThat(events)
                .containsExactly(
                        "elected in 3",
                        "follows 2 in 4",
                        "follows -1 in 5",
                        "elected in 6",
                        "elected in 7");
        assertThat(eventsToldOf).as("those that were followed by the end").isEqualTo(5);
    }

    @Test
    void aPartitionThatOthersHaveIsGivenUpWithItsFiles() throws Exception {
        apply(led(1, 3, List.of(1, 2)), led(1, 3, List.of(1, 2)));
        produce("a", false);
        apply(led(2, 4, List.of(2, 3)), led(1, 3, List.of(1, 2)));
        LocalTopic topic = Objects.requireNonNull(registry.topic("t"));
        assertThat(topic.partition(0)).isNull();
        assertThat(topic.partition(1)).isNotNull();
        assertThat(events).contains("left [t-0]");
        apply(led(2, 4, List.of(2, 3)), led(2, 4, List.of(2, 3)));
        assertThat(registry.topic("t")).isNull();
        apply(led(2, 5, List.of(2, 1)), led(2, 4, List.of(2, 3)));
        assertThat(partition().view().logEndOffset()).as("begins anew").isZero();
    }

    private void registered(Uuid incarnation, long epoch) {
        image =
                image.next()
                        .broker(
                                new BrokerRegistration(
                                        1,
                                        epoch,
                                        List.of(),
                                        null,
                                        true,
                                        incarnation,
                                        false,
                                        Uuid.ZERO))
                        .build();
    }

    /**
     * The process before this one led, and may have acknowledged what its disk lost. Until this
     * process is registered, and the controller knows that the other is gone, it must not lead.
     */
    @Test
    void anImageThatSpeaksOfTheProcessBeforeDoesNotMakeThisOneLeader() throws Exception {
        Uuid before = new Uuid(5, 1);
        Uuid now = new Uuid(5, 2);
        registered(before, 0);
        host = host(now);
        apply(led(1, 3, List.of(1, 2)));
        assertThat(partition().leadership().local()).isFalse();
        assertThat(partition().leadership().leaderId()).isEqualTo(Leadership.NO_LEADER);
        assertThat(events).containsExactly("follows -1 in 3");
        assertThat(produce("a", false).error()).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);

        registered(now, 1);
        apply(led(1, 4, List.of(1, 2)));
        assertThat(partition().leadership().local()).isTrue();
        assertThat(events).containsExactly("follows -1 in 3", "elected in 4");
        assertThat(produce("a", false).error()).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void whomAPartitionFollowsIsBelievedBeforeThisProcessIsRegistered() {
        registered(new Uuid(5, 1), 0);
        host = host(new Uuid(5, 2));
        apply(led(2, 3, List.of(1, 2)));
        assertThat(events).containsExactly("follows 2 in 3");
    }
}
