package dev.moldau.broker.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.lane.ManualLane;
import dev.moldau.broker.lane.ManualTimer;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.record.MemoryRecords;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A coordinator with one shard on a virtual clock, a lane that runs on the test's thread and a log
 * in memory; and the words in which tests speak of groups.
 */
final class GroupsUnderTest {

    static final String GROUP = "g";
    static final int SESSION_MS = 10_000;
    static final int REBALANCE_MS = 60_000;

    final ManualLane lane = new ManualLane();
    final ManualTimer time = new ManualTimer();
    final FakeShardLog log;
    final FakeTopics topics;
    final GroupCoordinator coordinator;

    /** What is set for single groups. */
    final Map<String, Map<String, String>> overrides = new HashMap<>();

    GroupsUnderTest() {
        this(config(0));
    }

    GroupsUnderTest(GroupConfig config) {
        this(config, new FakeShardLog(), 1);
    }

    GroupsUnderTest(GroupConfig config, FakeShardLog log, long seed) {
        this(config, log, seed, new FakeTopics().with("t", 4).with("u", 4));
    }

    private GroupsUnderTest(GroupConfig config, FakeShardLog log, long seed, FakeTopics topics) {
        this.log = log;
        this.topics = topics;
        coordinator =
                new GroupCoordinator(
                        config,
                        List.of(lane),
                        time,
                        time,
                        new SplittableRandom(seed),
                        topics,
                        groupId -> overrides.getOrDefault(groupId, Map.of()));
        coordinator.onElected(0, 1, log);
        lane.runAll();
    }

    /** A coordinator of one shard's lane, with the defaults. */
    static GroupCoordinator coordinator(ManualLane lane, ManualTimer time, FakeTopics topics) {
        return new GroupCoordinator(
                GroupConfig.DEFAULT,
                List.of(lane),
                time,
                time,
                new SplittableRandom(1),
                topics,
                GroupOverrides.NONE);
    }

    /** Applies a slice, however many turns that takes. */
    static void applyAll(ShardLoader loader, MemoryRecords slice) {
        loader.begin(slice);
        boolean more = true;
        while (more) {
            more = loader.applySome();
        }
    }

    static GroupConfig config(int initialDelayMs) {
        return config(initialDelayMs, Integer.MAX_VALUE);
    }

    static GroupConfig config(int initialDelayMs, int maxSize) {
        return config(initialDelayMs, maxSize, ConsumerGroupConfig.DEFAULT);
    }

    static GroupConfig config(int initialDelayMs, int maxSize, ConsumerGroupConfig consumers) {
        GroupConfig defaults = GroupConfig.DEFAULT;
        return new GroupConfig(
                defaults.minSessionTimeoutMs(),
                defaults.maxSessionTimeoutMs(),
                maxSize,
                initialDelayMs,
                defaults.offsetMetadataMaxBytes(),
                defaults.offsetsRetentionMs(),
                defaults.retentionCheckIntervalMs(),
                1,
                4_096,
                defaults.maxWaitingCommands(),
                consumers);
    }

    /** Lets time pass, and the lane do what falls due. */
    void pass(long ms) {
        long step = ms <= 120_000 ? 10 : Math.max(10, ms / 2_000);
        for (long left = ms; left > 0; left -= step) {
            time.advance(Math.min(step, left));
            lane.runAll();
        }
    }

    /** The result, which must be there. */
    <R> R now(CompletionStage<R> stage) {
        lane.runAll();
        CompletableFuture<R> future = stage.toCompletableFuture();
        assertThat(future).as("the answer").isDone();
        return future.join();
    }

    boolean waits(CompletionStage<?> stage) {
        lane.runAll();
        return !stage.toCompletableFuture().isDone();
    }

    // --- joins

    static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    static Protocol protocol(String name) {
        return new Protocol(name, subscription("t"));
    }

    /** What a consumer that subscribes to the topics sends its leader. */
    static ByteBuffer subscription(String... subscribed) {
        ByteBuffer out = ByteBuffer.allocate(512);
        out.putShort((short) 1).putInt(subscribed.length);
        for (String topic : subscribed) {
            out.putShort((short) topic.length()).put(topic.getBytes(StandardCharsets.UTF_8));
        }
        out.putInt(-1).putInt(0);
        return out.flip();
    }

    /** A join that tests vary. */
    static JoinCommand joinOf(String memberId, @Nullable String instanceId, Protocol... protocols) {
        return new JoinCommand(
                GROUP,
                memberId,
                instanceId,
                "client",
                "/10.0.0.7",
                SESSION_MS,
                REBALANCE_MS,
                "consumer",
                protocols.length == 0 ? List.of(protocol("range")) : Arrays.asList(protocols),
                false,
                true,
                null);
    }

    CompletionStage<JoinResult> join(String memberId, Protocol... protocols) {
        return started(coordinator.join(joinOf(memberId, null, protocols)));
    }

    CompletionStage<JoinResult> joinStatic(
            String memberId, @Nullable String instanceId, Protocol... protocols) {
        return started(coordinator.join(joinOf(memberId, instanceId, protocols)));
    }

    private <R> CompletionStage<R> started(CompletionStage<R> stage) {
        lane.runAll();
        return stage;
    }

    CompletionStage<SyncResult> sync(
            String memberId, int generation, Map<String, ByteBuffer> assignments) {
        return started(
                coordinator.sync(
                        new SyncCommand(
                                GROUP, memberId, null, generation, null, null, assignments)));
    }

    /** The leader's sync, which gives each member its own id to read. */
    CompletionStage<SyncResult> syncAsLeader(JoinResult leader) {
        Map<String, ByteBuffer> assignments = new HashMap<>();
        for (JoinResult.Member member : leader.members()) {
            assignments.put(member.memberId(), bytes(member.memberId()));
        }
        return sync(leader.memberId(), leader.generation(), assignments);
    }

    ErrorCode heartbeat(String memberId, int generation) {
        return now(coordinator.heartbeat(new HeartbeatCommand(GROUP, memberId, null, generation)));
    }

    ErrorCode heartbeat(String memberId, String instanceId, int generation) {
        return now(
                coordinator.heartbeat(
                        new HeartbeatCommand(GROUP, memberId, instanceId, generation)));
    }

    LeaveResult leave(String... memberIds) {
        return now(
                coordinator.leave(
                        new LeaveCommand(
                                GROUP,
                                Arrays.stream(memberIds)
                                        .map(id -> new LeaveCommand.Leaving(id, null, null))
                                        .toList())));
    }

    /** A stable group of so many members; the leader comes first. */
    List<JoinResult> stable(int members) {
        List<CompletionStage<JoinResult>> joins = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            joins.add(join(""));
        }
        return settle(joins);
    }

    /** Waits for the joins' generation and syncs all of it; the leader comes first. */
    List<JoinResult> settle(List<CompletionStage<JoinResult>> joins) {
        for (int i = 0; i < 500 && joins.stream().anyMatch(this::waits); i++) {
            pass(10);
        }
        List<JoinResult> joined = new ArrayList<>(joins.stream().map(this::now).toList());
        if (joined.stream().map(JoinResult::generation).distinct().count() > 1) {
            return rejoinAll(joined);
        }
        joined.sort((a, b) -> Integer.compare(b.members().size(), a.members().size()));
        syncAll(joined);
        return joined;
    }

    /** The members of a generation that was overtaken join again. */
    private List<JoinResult> rejoinAll(List<JoinResult> joined) {
        return settle(joined.stream().map(before -> join(before.memberId())).toList());
    }

    private void syncAll(List<JoinResult> joined) {
        List<CompletionStage<SyncResult>> syncs = new ArrayList<>();
        for (JoinResult member : joined.reversed()) {
            syncs.add(
                    member.leaderId().equals(member.memberId())
                            ? syncAsLeader(member)
                            : sync(member.memberId(), member.generation(), Map.of()));
        }
        for (CompletionStage<SyncResult> sync : syncs) {
            assertThat(now(sync).error()).isEqualTo(ErrorCode.NONE);
        }
    }

    GroupDescription describe() {
        return now(coordinator.describe(GROUP));
    }

    String state() {
        return describe().state();
    }

    List<GenerationRecord> history() {
        return now(coordinator.generations(GROUP));
    }

    // --- offsets

    CommitCommand.Entry entry(String topic, int partition, long offset) {
        return new CommitCommand.Entry(
                topic, topics.id(topic).orElse(Uuid.ZERO), partition, offset, 3, "m", -1);
    }

    CompletionStage<List<ErrorCode>> commit(
            String memberId, int generation, CommitCommand.Entry... entries) {
        return started(
                coordinator.commit(
                        new CommitCommand(
                                GROUP, memberId, null, generation, -1, Arrays.asList(entries))));
    }

    ErrorCode commitOne(String memberId, int generation, String topic, long offset) {
        return now(commit(memberId, generation, entry(topic, 0, offset))).getFirst();
    }

    /** The offset of partition 0, or -1. */
    long committed(String topic) {
        return committed(topic, 0);
    }

    long committed(String topic, int partition) {
        CommittedOffset offset = committedOffset(topic, partition);
        return offset == null ? -1 : offset.offset();
    }

    @Nullable CommittedOffset committedOffset(String topic, int partition) {
        OffsetFetchResult result =
                now(
                        coordinator.fetchOffsets(
                                new OffsetFetchCommand(
                                        GROUP,
                                        List.of(
                                                new dev.moldau.common.TopicPartition(
                                                        topic, partition)),
                                        false)));
        assertThat(result.error()).isEqualTo(ErrorCode.NONE);
        return result.offsets().getFirst().committed();
    }

    // --- the log

    /** What the log says now. */
    DurableGroups replayed() {
        ShardLoader loader = new ShardLoader("test", 0, log.endOffset(), new Codecs());
        if (!loader.isDone()) {
            applyAll(loader, new MemoryRecords(log.bytes()));
        }
        assertThat(loader.isDone()).isTrue();
        assertThat(loader.skipped()).isZero();
        return loader.durable();
    }

    /** What the coordinator has in memory of what must survive. */
    CompletionStage<DurableGroups> memory() {
        return coordinator.durable(0);
    }

    /** The generation that the log says the group has. */
    StoredGeneration storedGeneration() {
        StoredGroup stored = Objects.requireNonNull(replayed().get(GROUP));
        return Objects.requireNonNull(stored.generation());
    }

    /** The coordinator of another process that finds this log. */
    GroupsUnderTest restarted() {
        GroupsUnderTest next = new GroupsUnderTest(config(0), log, 99, topics);
        next.lane.runAll();
        return next;
    }
}
