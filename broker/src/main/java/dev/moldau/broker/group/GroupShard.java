package dev.moldau.broker.group;

import dev.moldau.common.Lane;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.record.MemoryRecords;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The groups of one partition of {@code __consumer_offsets}, for as long as this broker leads it in
 * one epoch: loads the log, serves, and goes.
 *
 * <p>Owned by one coordinator lane: everything but the constructor runs there. A bug, a log that
 * cannot be read, or an append of which nobody knows how it ended stops the shard: whoever waits is
 * told to come again, everything in memory is dropped, and the log is read anew.
 */
final class GroupShard {

    /** How long a shard that stopped waits before it reads its log again, in milliseconds. */
    static final long RELOAD_MS = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(GroupShard.class);

    private final String partition;
    private final int epoch;
    private final ShardLog log;
    private final ShardSetting setting;
    private final Runnable onServing;
    private Phase phase = new Waiting();

    /** Topics that were deleted while their offsets were not in memory. */
    private final Set<String> deletedTopics = new HashSet<>();

    private sealed interface Phase {}

    /** Not loaded, not loading: just made, or stopped. */
    private static final class Waiting implements Phase {}

    private static final class Loading implements Phase {
        private final ShardLoader loader;
        private final long beganMs;

        Loading(ShardLoader loader, long beganMs) {
            this.loader = loader;
            this.beganMs = beganMs;
        }
    }

    private record Serving(ServingShard shard, ShardRuntime runtime) implements Phase {}

    private static final class Resigned implements Phase {}

    /**
     * @param index which partition
     * @param epoch the leader epoch in which this broker leads it
     * @param onServing told on the lane when the log is loaded
     */
    GroupShard(int index, int epoch, ShardLog log, ShardSetting setting, Runnable onServing) {
        this.partition = GroupCoordinator.OFFSETS_TOPIC + "-" + index;
        this.epoch = epoch;
        this.log = log;
        this.setting = setting;
        this.onServing = onServing;
    }

    int epoch() {
        return epoch;
    }

    Lane lane() {
        return setting.lane();
    }

    // --- loading

    /** Begins to read the log. */
    void load() {
        assert lane().isCurrent();
        if (!(phase instanceof Waiting)) {
            return;
        }
        ShardLoader loader =
                new ShardLoader(partition, log.startOffset(), log.endOffset(), setting.codecs());
        Loading loading = new Loading(loader, setting.clock().monotonicMs());
        phase = loading;
        readOn(loading);
    }

    private void readOn(Loading loading) {
        if (loading.loader.isDone()) {
            serve(loading);
            return;
        }
        log.read(loading.loader.nextOffset(), setting.config().loadBufferBytes())
                .whenComplete(
                        (slice, failure) -> setting.post(() -> takeIn(loading, slice, failure)));
    }

    private void takeIn(
            Loading loading, @Nullable MemoryRecords slice, @Nullable Throwable failure) {
        if (phase != loading) {
            return;
        }
        if (slice == null) {
            stop(failure == null ? new IllegalStateException("read nothing") : failure);
            return;
        }
        loading.loader.begin(slice);
        applySome(loading);
    }

    /** Other groups, and other shards that load, have their turn in between. */
    private void applySome(Loading loading) {
        if (phase != loading) {
            return;
        }
        try {
            if (loading.loader.applySome()) {
                setting.post(() -> applySome(loading));
            } else {
                readOn(loading);
            }
        } catch (RuntimeException | Error e) {
            stop(e);
        }
    }

    private void serve(Loading loading) {
        ShardLoader loader = loading.loader;
        DurableGroups durable = loader.durable();
        ShardRuntime runtime = new ShardRuntime(setting, log, durable, this::stop);
        ServingShard shard = new ServingShard(runtime, durable, setting.topics());
        phase = new Serving(shard, runtime);
        runtime.run(shard::start);
        // An empty shard is no news: a new broker has fifty.
        LOG.atLevel(loader.applied() + loader.skipped() == 0 ? Level.DEBUG : Level.INFO)
                .log(
                        "{}: loaded {} records ({} skipped) into {} groups in {} ms, epoch {}",
                        partition,
                        loader.applied(),
                        loader.skipped(),
                        durable.all().size(),
                        setting.clock().monotonicMs() - loading.beganMs,
                        epoch);
        onServing.run();
        if (!deletedTopics.isEmpty()) {
            Set<String> late = Set.copyOf(deletedTopics);
            deletedTopics.clear();
            topicsDeleted(late);
        }
    }

    /** Drops everything and tries again after a while. */
    private void stop(Throwable cause) {
        if (phase instanceof Resigned || phase instanceof Waiting) {
            return;
        }
        LOG.error("{}: the shard stops and reads its log again", partition, cause);
        end(ErrorCode.COORDINATOR_NOT_AVAILABLE, new Waiting());
        setting.postLater(RELOAD_MS, this::load);
    }

    /** This broker does not lead the partition any more. */
    void resign() {
        assert lane().isCurrent();
        end(ErrorCode.NOT_COORDINATOR, new Resigned());
    }

    private void end(ErrorCode told, Phase next) {
        Phase before = phase;
        phase = next;
        if (before instanceof Serving serving) {
            serving.shard().close();
            serving.runtime().close(told);
        }
    }

    // --- serving

    /** Runs a command against the groups, or refuses it. */
    void submit(String groupId, Answer<?> answer, Consumer<ServingShard> command) {
        switch (phase) {
            case Serving(ServingShard shard, ShardRuntime runtime) ->
                    runtime.submit(groupId, answer, () -> command.accept(shard));
            case Phase other -> answer.fail(refusal(other));
        }
    }

    /** The same for a command that removes offsets. */
    void submitAlone(String groupId, Answer<?> answer, Consumer<ServingShard> command) {
        switch (phase) {
            case Serving(ServingShard shard, ShardRuntime runtime) ->
                    runtime.submitAlone(groupId, answer, () -> command.accept(shard));
            case Phase other -> answer.fail(refusal(other));
        }
    }

    /** The same for a question that concerns no write. */
    void ask(Answer<?> answer, Consumer<ServingShard> question) {
        switch (phase) {
            case Serving(ServingShard shard, ShardRuntime runtime) -> {
                runtime.run(() -> question.accept(shard));
                if (!answer.isGiven()) {
                    answer.fail(ErrorCode.COORDINATOR_NOT_AVAILABLE);
                }
            }
            case Phase other -> answer.fail(refusal(other));
        }
    }

    private static ErrorCode refusal(Phase phase) {
        return switch (phase) {
            case Waiting _, Loading _ -> ErrorCode.COORDINATOR_LOAD_IN_PROGRESS;
            case Resigned _ -> ErrorCode.NOT_COORDINATOR;
            case Serving _ -> throw new IllegalStateException("a serving shard refuses nothing");
        };
    }

    /** Some topics have come, gone or grown; a shard that loads looks when it has loaded. */
    void topicsChanged(Set<String> topics) {
        if (phase instanceof Serving(ServingShard shard, ShardRuntime runtime)) {
            runtime.run(() -> shard.topicsChanged(topics));
        }
    }

    /** Removes the offsets of topics that are gone. */
    void topicsDeleted(Set<String> topics) {
        switch (phase) {
            case Serving(ServingShard shard, ShardRuntime runtime) -> {
                for (String groupId : Set.copyOf(shard.durable().all().keySet())) {
                    runtime.run(
                            () ->
                                    runtime.enterAlone(
                                            groupId,
                                            () -> shard.removals().deleteTopics(groupId, topics)));
                }
            }
            case Waiting _, Loading _ -> deletedTopics.addAll(topics);
            case Resigned _ -> {}
        }
    }
}
