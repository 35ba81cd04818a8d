package dev.moldau.broker.group;

import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.TopicNames;
import dev.moldau.common.Clock;
import dev.moldau.common.Lane;
import dev.moldau.common.Timer;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.compress.Codecs;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator of all groups that this broker is responsible for. Each partition of {@code
 * __consumer_offsets} that the broker leads is a shard on one of the coordinator lanes; a group
 * belongs to the shard that its id hashes to.
 *
 * <p>Safe for use by any thread. Stages complete on the shard's lane: what hangs on them must be
 * short. They never complete exceptionally: {@link ErrorCode#NOT_COORDINATOR}, {@link
 * ErrorCode#COORDINATOR_LOAD_IN_PROGRESS} and {@link ErrorCode#COORDINATOR_NOT_AVAILABLE} are
 * answers like any other, all retriable.
 */
public final class GroupCoordinator implements AutoCloseable {

    /** The topic that keeps groups and their offsets. */
    public static final String OFFSETS_TOPIC = TopicNames.CONSUMER_OFFSETS;

    private final GroupConfig config;
    private final Topics topics;
    private final List<ShardSetting> settings;
    private final Map<Integer, GroupShard> shards = new ConcurrentHashMap<>();

    /** By partition: completed while its shard serves. */
    private final Map<Integer, CompletableFuture<Boolean>> serving = new ConcurrentHashMap<>();

    /**
     * @param lanes the coordinator lanes, at least one; the caller ends them after {@link #close}
     * @param random the source of member ids; used here only
     */
    public GroupCoordinator(
            GroupConfig config,
            List<? extends Lane> lanes,
            Timer timer,
            Clock clock,
            RandomGenerator random,
            Topics topics,
            GroupOverrides overrides) {
        if (lanes.isEmpty()) {
            throw new IllegalArgumentException("a coordinator needs a lane");
        }
        this.config = config;
        this.topics = topics;
        List<ShardSetting> perLane = new ArrayList<>(lanes.size());
        for (Lane lane : lanes) {
            perLane.add(
                    new ShardSetting(
                            config,
                            lane,
                            timer,
                            clock,
                            new SplittableRandom(random.nextLong()),
                            new Codecs(),
                            topics,
                            overrides));
        }
        this.settings = List.copyOf(perLane);
    }

    // --- shards

    /**
     * This broker leads a partition of the offsets topic: begins to load it, and serves it
     * afterwards. For each partition, elections and resignations are to be told in order.
     *
     * @param partition its index
     * @param epoch the leader epoch; an election that is not newer than the last is ignored
     * @param log the partition's log in that epoch
     */
    public void onElected(int partition, int epoch, ShardLog log) {
        GroupShard before = shards.get(partition);
        if (before != null && before.epoch() >= epoch) {
            return;
        }
        GroupShard shard =
                new GroupShard(
                        partition,
                        epoch,
                        log,
                        settings.get(partition % settings.size()),
                        () -> serving(partition).complete(true));
        if (before != null) {
            serving.remove(partition);
        }
        shards.put(partition, shard);
        shard.lane()
                .execute(
                        () -> {
                            if (before != null) {
                                before.resign();
                            }
                            shard.load();
                        });
    }

    /**
     * This broker does not lead a partition any more: forgets its groups, and tells everybody who
     * waits that the coordinator is elsewhere.
     *
     * @param partition its index
     * @param epoch the leader epoch in which it lost the partition
     */
    public void onResigned(int partition, int epoch) {
        GroupShard shard = shards.get(partition);
        if (shard != null && shard.epoch() <= epoch && shards.remove(partition, shard)) {
            serving.remove(partition);
            shard.lane().execute(shard::resign);
        }
    }

    /** This broker leads no partition of the offsets topic any more. */
    public void resignAll() {
        for (Integer partition : Set.copyOf(shards.keySet())) {
            onResigned(partition, Integer.MAX_VALUE);
        }
    }

    /** Removes the offsets of topics that have been deleted. */
    public void onTopicsDeleted(Collection<String> names) {
        Set<String> deleted = Set.copyOf(names);
        for (GroupShard shard : shards.values()) {
            shard.lane().execute(() -> shard.topicsDeleted(deleted));
        }
    }

    /** Consumer groups look whether the image has other topics for them than the one before. */
    public void onImage(ClusterImage before, ClusterImage now) {
        if (!shards.isEmpty()) {
            Set<String> changed = TopicChanges.between(before, now);
            if (!changed.isEmpty()) {
                onTopicsChanged(changed);
            }
        }
    }

    /** Consumer groups look again which topics there are for them. */
    void onTopicsChanged(Set<String> changed) {
        for (GroupShard shard : shards.values()) {
            shard.lane().execute(() -> shard.topicsChanged(changed));
        }
    }

    /**
     * Completes when a partition's shard serves, at once if it does already. Never completes if the
     * partition is never led here.
     */
    public CompletionStage<?> whenServing(int partition) {
        return serving(partition);
    }

    private CompletableFuture<Boolean> serving(int partition) {
        return serving.computeIfAbsent(partition, _ -> new CompletableFuture<>());
    }

    /** Resigns from every shard. */
    @Override
    public void close() {
        resignAll();
        for (ShardSetting setting : settings) {
            setting.lane().execute(setting.codecs()::close);
        }
    }

    /** The partition of the offsets topic that a group belongs to, as Kafka counts it. */
    public int partitionFor(String groupId) {
        int partitions = topics.partitionCount(OFFSETS_TOPIC);
        return partitionFor(groupId, partitions > 0 ? partitions : config.offsetsTopicPartitions());
    }

    /** The partition among so many that a group belongs to, as Kafka counts it. */
    static int partitionFor(String groupId, int partitions) {
        int hash = groupId.hashCode();
        return (hash == Integer.MIN_VALUE ? 0 : Math.abs(hash)) % partitions;
    }

    // --- members

    /** Joins a group; answered when the generation is formed. */
    public CompletionStage<JoinResult> join(JoinCommand command) {
        ErrorCode refused = checkJoin(command);
        if (refused != ErrorCode.NONE) {
            return done(JoinResult.failed(command.memberId(), refused));
        }
        return submit(
                command.groupId(),
                error -> JoinResult.failed(command.memberId(), error),
                (shard, answer) -> shard.join(command, answer));
    }

    /**
     * Nobody waits for a join any more, because its connection died. A member that has never been
     * told its id cannot come back as itself, so it is taken out at once instead of holding up the
     * others; whoever knows its id has its session's time to ask again.
     *
     * @param join what {@link #join} returned
     */
    public void abandonJoin(String groupId, CompletionStage<JoinResult> join) {
        this.<ErrorCode>submit(
                groupId,
                Function.identity(),
                (shard, answer) -> {
                    shard.abandonJoin(groupId, join);
                    answer.give(ErrorCode.NONE);
                });
    }

    private ErrorCode checkJoin(JoinCommand command) {
        if (command.groupId().isEmpty()) {
            return ErrorCode.INVALID_GROUP_ID;
        }
        int sessionMs = command.sessionTimeoutMs();
        return sessionMs < config.minSessionTimeoutMs() || sessionMs > config.maxSessionTimeoutMs()
                ? ErrorCode.INVALID_SESSION_TIMEOUT
                : ErrorCode.NONE;
    }

    /** Asks for an assignment; answered when the leader's assignment is stored. */
    public CompletionStage<SyncResult> sync(SyncCommand command) {
        if (command.groupId().isEmpty()) {
            return done(SyncResult.failed(ErrorCode.INVALID_GROUP_ID));
        }
        return submit(
                command.groupId(),
                SyncResult::failed,
                (shard, answer) -> shard.sync(command, answer));
    }

    /** Says that a member is alive. */
    public CompletionStage<ErrorCode> heartbeat(HeartbeatCommand command) {
        if (command.groupId().isEmpty()) {
            return done(ErrorCode.INVALID_GROUP_ID);
        }
        return submit(
                command.groupId(),
                Function.identity(),
                (shard, answer) -> answer.give(shard.heartbeat(command)));
    }

    /** Takes members out of a group. */
    public CompletionStage<LeaveResult> leave(LeaveCommand command) {
        if (command.groupId().isEmpty()) {
            return done(LeaveResult.failed(ErrorCode.INVALID_GROUP_ID));
        }
        return submit(
                command.groupId(),
                LeaveResult::failed,
                (shard, answer) -> shard.leave(command, answer));
    }

    /** A member of a consumer group joins, is alive or leaves (KIP-848). */
    public CompletionStage<ConsumerHeartbeatResult> heartbeat(ConsumerHeartbeatCommand command) {
        Optional<String> problem = command.problem();
        if (problem.isPresent()) {
            return done(ConsumerHeartbeatResult.failed(ErrorCode.INVALID_REQUEST, problem.get()));
        }
        return submit(
                command.groupId(),
                ConsumerHeartbeatResult::failed,
                (shard, answer) -> shard.heartbeat(command, answer));
    }

    // --- offsets

    /**
     * Stores offsets. A group without id may keep offsets, as old consumers that assign themselves
     * had it.
     *
     * @return the outcome of each entry, in that order
     */
    public CompletionStage<List<ErrorCode>> commit(CommitCommand command) {
        return submit(
                command.groupId(),
                error -> command.offsets().stream().map(_ -> error).toList(),
                (shard, answer) -> shard.commit(command, answer));
    }

    /** Brings committed offsets. */
    public CompletionStage<OffsetFetchResult> fetchOffsets(OffsetFetchCommand command) {
        return ask(
                partitionFor(command.groupId()),
                OffsetFetchResult::failed,
                (shard, answer) -> answer.give(shard.fetchOffsets(command)));
    }

    /** Deletes offsets of partitions to which the group is not subscribed. */
    public CompletionStage<DeleteOffsetsResult> deleteOffsets(
            String groupId, List<TopicPartition> partitions) {
        if (groupId.isEmpty()) {
            return done(DeleteOffsetsResult.failed(ErrorCode.INVALID_GROUP_ID));
        }
        return submitAlone(
                groupId,
                DeleteOffsetsResult::failed,
                (shard, answer) -> shard.removals().deleteOffsets(groupId, partitions, answer));
    }

    // --- groups

    /** Deletes an empty group with its offsets. */
    public CompletionStage<ErrorCode> deleteGroup(String groupId) {
        return submitAlone(
                groupId,
                Function.identity(),
                (shard, answer) -> shard.removals().deleteGroup(groupId, answer));
    }

    /** Describes a group. */
    public CompletionStage<GroupDescription> describe(String groupId) {
        return ask(
                partitionFor(groupId),
                error -> GroupDescription.failed(groupId, error),
                (shard, answer) -> answer.give(shard.describe(groupId)));
    }

    /** Describes a consumer group. */
    public CompletionStage<ConsumerGroupDescription> describeConsumers(String groupId) {
        return ask(
                partitionFor(groupId),
                error -> ConsumerGroupDescription.failed(groupId, error),
                (shard, answer) -> answer.give(shard.describeConsumers(groupId)));
    }

    /** Why a group's last generations or epochs began and how long they took, oldest first. */
    public CompletionStage<List<GenerationRecord>> generations(String groupId) {
        return ask(
                partitionFor(groupId),
                _ -> List.<GenerationRecord>of(),
                (shard, answer) -> answer.give(shard.generations(groupId)));
    }

    /**
     * Lists the groups of all shards here.
     *
     * @return the groups; the error is {@link ErrorCode#COORDINATOR_LOAD_IN_PROGRESS} if a shard
     *     could not tell yet, in which case its groups are missing
     */
    public CompletionStage<GroupList> list() {
        List<CompletableFuture<GroupList>> parts = new ArrayList<>();
        for (Integer partition : shards.keySet()) {
            parts.add(
                    this.<GroupList>ask(
                                    partition,
                                    GroupList::failed,
                                    (shard, answer) ->
                                            answer.give(
                                                    new GroupList(ErrorCode.NONE, shard.list())))
                            .toCompletableFuture());
        }
        return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new))
                .thenApply(_ -> GroupList.of(parts.stream().map(CompletableFuture::join).toList()));
    }

    /** What a shard holds of its log; for the tests of this package. */
    CompletionStage<DurableGroups> durable(int partition) {
        return ask(
                partition,
                _ -> new DurableGroups(),
                (shard, answer) -> answer.give(shard.durable()));
    }

    // --- routing

    private <R> CompletionStage<R> submit(
            String groupId,
            Function<ErrorCode, R> failed,
            BiConsumer<ServingShard, Answer<R>> command) {
        Answer<R> answer = new Answer<>(failed);
        return route(
                partitionFor(groupId),
                answer,
                shard -> shard.submit(groupId, answer, serving -> command.accept(serving, answer)));
    }

    private <R> CompletionStage<R> submitAlone(
            String groupId,
            Function<ErrorCode, R> failed,
            BiConsumer<ServingShard, Answer<R>> command) {
        Answer<R> answer = new Answer<>(failed);
        return route(
                partitionFor(groupId),
                answer,
                shard ->
                        shard.submitAlone(
                                groupId, answer, serving -> command.accept(serving, answer)));
    }

    private <R> CompletionStage<R> ask(
            int partition,
            Function<ErrorCode, R> failed,
            BiConsumer<ServingShard, Answer<R>> question) {
        Answer<R> answer = new Answer<>(failed);
        return route(
                partition,
                answer,
                shard -> shard.ask(answer, serving -> question.accept(serving, answer)));
    }

    private <R> CompletionStage<R> route(
            int partition, Answer<R> answer, Consumer<GroupShard> command) {
        @Nullable GroupShard shard = shards.get(partition);
        if (shard == null) {
            answer.fail(ErrorCode.NOT_COORDINATOR);
            return answer.stage();
        }
        try {
            shard.lane().execute(() -> command.accept(shard));
        } catch (RejectedExecutionException e) {
            // The broker is going down.
            answer.fail(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        }
        return answer.stage();
    }

    private static <R> CompletionStage<R> done(R result) {
        return CompletableFuture.completedFuture(result);
    }
}
